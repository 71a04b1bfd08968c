// Rows of a picker for what is typed, after a pause; the rows before stay until the new ones are there.
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

/** What is looked for; `again` is counted up to ask anew. */
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
  /** What the rows were looked for with. */
  readonly text: string
  /** These are the rows of what is wanted now. */
  readonly current: boolean
  /** The pause after the last key ends now. */
  readonly hurry: () => void
}

/** What is wanted once it has stood for the pause; at first at once. */
const useSettledWish = (wanted: Wanted, pause: number): readonly [Wanted, () => void] => {
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    if (asked === wanted) return
    const timer = setTimeout(() => setAsked(wanted), pause)
    return () => clearTimeout(timer)
  }, [asked, wanted, pause])
  const hurry = useCallback(() => setAsked(wanted), [wanted])
  return [asked, hurry]
}

const none: readonly Values[] = []
/** What the server is asked: all rows of a local picker, else those of the text. */
const queryOf = ({ definition, query, text }: Wanted): Values =>
  definition.local ? query : { ...query, Name: text.trim(), ...(definition.limited && { limit: atMost }) }

/** `query` must stay the same object while nothing of it changes. */
export const usePickerRows = (
  definition: PickerDefinition,
  query: Values,
  text: string,
  pause: number,
  again: number,
): Search => {
  const wanted = useMemo(() => ({ definition, query, text, again }), [definition, query, text, again])
  const [asked, hurry] = useSettledWish(wanted, pause)
  const { path, local = false, columns } = asked.definition
  const sent = queryOf(asked)
  const answer = useQuery({
    queryKey: [...keyOf(path, sent), 'picker', local ? 0 : asked.again],
    queryFn: async ({ signal }) => ({ text: asked.text, rows: await get<readonly Values[]>(path, sent, signal) }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data, error } = answer
  const all = data?.rows ?? none
  const shownText = local || !data ? asked.text : data.text
  // what is kept on screen meanwhile was found for another text
  const isOfAsked = data !== undefined && !answer.isPlaceholderData
  const rows = useMemo(() => (local ? filterRows(all, columns, asked.text) : all), [local, all, columns, asked.text])
  return {
    rows: error ? none : rows,
    error,
    loaded: data !== undefined || error !== null,
    text: shownText,
    current: asked === wanted && !answer.isFetching && (error !== null || isOfAsked),
    hurry,
  }
}
