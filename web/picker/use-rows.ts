// Rows of a picker for what is typed, after a pause; the rows before stay until the new ones are there.
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../api/api.ts'
import { ApiError } from '../api/api.ts'
import type { Values } from '../record/values.ts'
import { filterRows } from './pickers.ts'
import type { PickerDefinition } from './definition.ts'

/** Pause after the last key in milliseconds: on detail screens, and in the filters of lists. */
export const searchPause = 250
export const filterPause = 25
const atMost = 100

export type Found = {
  readonly rows: readonly Values[]
  readonly error: unknown
  readonly loaded: boolean
  readonly text: string
  readonly again: number
  /** What they were asked for with. */
  readonly query: Values | undefined
}
/** What is found, and `hurry`: the pause after the last key ends now. */
export type Search = Found & { readonly hurry: () => void }

/** `query` must stay the same object while nothing of it changes. */
export const usePickerRows = (
  definition: PickerDefinition,
  query: Values,
  text: string,
  pause: number,
  again: number,
): Search => {
  const [found, setFound] = useState<Found>({
    rows: [],
    error: undefined,
    loaded: false,
    text: '',
    again,
    query: undefined,
  })
  const first = useRef(true)
  const paused = useRef<(() => void) | undefined>(undefined)
  const all = useRef<{ query: Values; rows: readonly Values[] } | undefined>(undefined)
  useEffect(() => {
    const abort = new AbortController()
    const look = async () => {
      try {
        if (definition.local) {
          if (all.current?.query !== query)
            all.current = {
              query,
              rows: (await call<Values[]>('GET', definition.path, { query, signal: abort.signal })).data,
            }
          setFound({
            rows: filterRows(all.current.rows, definition.columns, text),
            error: undefined,
            loaded: true,
            text,
            again,
            query,
          })
          return
        }
        const { data } = await call<Values[]>('GET', definition.path, {
          query: { ...query, Name: text.trim(), ...(definition.limited && { limit: atMost }) },
          signal: abort.signal,
        })
        setFound({ rows: data, error: undefined, loaded: true, text, again, query })
      } catch (error) {
        if (abort.signal.aborted || (error instanceof DOMException && error.name === 'AbortError')) return
        setFound({
          rows: [],
          error: error instanceof ApiError ? error : new ApiError(0, ''),
          loaded: true,
          text,
          again,
          query,
        })
      }
    }
    const begin = () => {
      clearTimeout(timer)
      paused.current = undefined
      void look()
    }
    const timer = setTimeout(begin, first.current ? 0 : pause)
    paused.current = begin
    first.current = false
    return () => {
      clearTimeout(timer)
      paused.current = undefined
      abort.abort()
    }
  }, [definition, query, text, pause, again])
  const hurry = useCallback(() => paused.current?.(), [])
  return { ...found, hurry }
}
