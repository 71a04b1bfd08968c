// Rows of a picker for the typed text, after a pause; the earlier rows show until the new ones arrive.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { get } from '../api/api.ts'
import { keyOf } from '../api/cache.ts'
import type { Values } from '../record/values.ts'
import { filterRows } from './pickers.ts'
import type { PickerDefinition } from './definition.ts'

/** Pause after the last key in milliseconds: on detail screens, and in the filters of lists. */
export const searchPause = 250
export const filterPause = 25
const atMost = 100

/** The search; `again` is counted up to repeat it. */
type Wanted = {
  readonly definition: PickerDefinition
  readonly query: Values
  readonly text: string
  readonly again: number
}
export type Search = {
  readonly rows: readonly Values[]
  readonly error: unknown
  readonly loaded: boolean
  /** The text that the rows were found with. */
  readonly text: string
  /** These are the rows of the current search. */
  readonly current: boolean
  /** Ends the pause after the last key now. */
  readonly hurry: () => void
}

/** The search once it has not changed for the pause; the first one at once. */
const useSettledWish = (wanted: Wanted, pause: number): readonly [Wanted, () => void] => {
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    if (settled === wanted) return
    const timer = setTimeout(() => setSettled(wanted), pause)
    return () => clearTimeout(timer)
  }, [settled, wanted, pause])
  const hurry = useCallback(() => setSettled(wanted), [wanted])
  return [settled, hurry]
}

const none: readonly Values[] = []
/** The query to the server: all rows of a local picker, else those of the text. */
const queryOf = ({ definition, query, text }: Wanted): Values =>
  definition.local ? query : { ...query, Name: text.trim(), ...(definition.limited && { limit: atMost }) }

/** `query` must remain the same object while it does not change. */
export const usePickerRows = (
  definition: PickerDefinition,
  query: Values,
  text: string,
  pause: number,
  again: number,
): Search => {
  const wanted = useMemo(() => ({ definition, query, text, again }), [definition, query, text, again])
  const [settled, hurry] = useSettledWish(wanted, pause)
  const { path, local = false, columns } = settled.definition
  const sent = queryOf(settled)
  const answer = useQuery({
    queryKey: [...keyOf(path, sent), 'picker', local ? 0 : settled.again],
    queryFn: async ({ signal }) => ({ text: settled.text, rows: await get<readonly Values[]>(path, sent, signal) }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data, error } = answer
  const all = data?.rows ?? none
  const shownText = local || !data ? settled.text : data.text
  // rows that show meanwhile were found for another text
  const isOfSettled = data !== undefined && !answer.isPlaceholderData
  const rows = useMemo(
    () => (local ? filterRows(all, columns, settled.text) : all),
    [local, all, columns, settled.text],
  )
  return {
    rows: error ? none : rows,
    error,
    loaded: data !== undefined || error !== null,
    text: shownText,
    current: settled === wanted && !answer.isFetching && (error !== null || isOfSettled),
    hurry,
  }
}
