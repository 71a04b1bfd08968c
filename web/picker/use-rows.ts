// Rows of a picker for what is typed, after a pause; the rows before stay until the new ones are there.
import { useEffect, useRef, useState } from 'react'
import { call } from '../api.ts'
import { ApiError } from '../api.ts'
import type { Values } from '../detail/values.ts'
import { filterRows } from './pickers.ts'
import type { PickerDefinition } from './pickers.ts'

/** Pause after the last key in milliseconds: on detail screens, and in the filters of lists. */
export const searchPause = 250
export const filterPause = 25
const atMost = 100
/** Statements of clients know how many rows are wanted; the others answer what they have. */
const limited = /\/getdata\/20\d$/

export type Found = {
  readonly rows: readonly Values[]
  readonly error: unknown
  readonly loaded: boolean
  readonly text: string
  readonly again: number
}

/** `query` must stay the same object while nothing of it changes. */
export const usePickerRows = (definition: PickerDefinition, query: Values, text: string, pause: number, again: number): Found => {
  const [found, setFound] = useState<Found>({ rows: [], error: undefined, loaded: false, text: '', again })
  const first = useRef(true)
  const all = useRef<{ query: Values; rows: readonly Values[] } | undefined>(undefined)
  useEffect(() => {
    const abort = new AbortController()
    const look = async () => {
      try {
        if (definition.local) {
          if (all.current?.query !== query)
            all.current = { query, rows: (await call<Values[]>('GET', definition.path, { query, signal: abort.signal })).data }
          setFound({ rows: filterRows(all.current.rows, definition.columns, text), error: undefined, loaded: true, text, again })
          return
        }
        const { data } = await call<Values[]>('GET', definition.path, {
          query: { ...query, Name: text.trim(), ...(limited.test(definition.path) && { limit: atMost }) },
          signal: abort.signal,
        })
        setFound({ rows: data, error: undefined, loaded: true, text, again })
      } catch (error) {
        if (abort.signal.aborted || (error instanceof DOMException && error.name === 'AbortError')) return
        setFound({ rows: [], error: error instanceof ApiError ? error : new ApiError(0, ''), loaded: true, text, again })
      }
    }
    const timer = setTimeout(() => void look(), first.current ? 0 : pause)
    first.current = false
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [definition, query, text, pause, again])
  return found
}
