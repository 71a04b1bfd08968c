// Which row of a picker is selected, moved with the arrows and taken with Enter, also with one that came too early.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import type { Values } from '../record/values.ts'
import type { Looking } from './use-looking.ts'

/** Rows that a page key moves over. */
const pageOf = 8

export type Taken = {
  /** Why a row can not be taken; it is shown all the same. */
  refuse?: ((row: Values) => string | undefined) | undefined
  onPick: (row: Values, id: number) => void
}

export const useTaking = ({ definition, rows, settled, hurry }: Looking, { refuse, onPick }: Taken) => {
  const [at, setAt] = useState<number>()
  const [made, setMade] = useState<number>()
  // Enter that comes before the rows of the text waits for them, and what is typed after it waits for the next field
  const waiting = useRef(false)
  // one that was just made is selected, though others bear its name
  const first =
    made === undefined
      ? 0
      : Math.max(
          0,
          rows.findIndex((row) => row[definition.key] === made),
        )
  const index = Math.min(at ?? first, rows.length - 1)
  const take = (row: Values | undefined) => {
    const id = row?.[definition.key]
    if (row && typeof id === 'number' && refuse?.(row) === undefined) onPick(row, id)
  }
  const selected = rows[index]
  // before it is painted: whoever sees what was found is not held up any more
  useLayoutEffect(() => {
    if (!settled || !waiting.current) return
    waiting.current = false
    const id = selected?.[definition.key]
    const taken = selected && typeof id === 'number' && refuse?.(selected) === undefined
    if (taken) onPick(selected, id)
    if (taken) playKeys('picker')
    else dropKeys('picker')
  }, [settled, selected, definition, refuse, onPick])
  useEffect(
    () => () => {
      if (waiting.current) dropKeys('picker')
    },
    [],
  )
  const wait = () => {
    waiting.current = true
    holdKeys('picker', () => {
      waiting.current = false
    })
    hurry()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(index + 1, rows.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(index - 1, 0))
    else if (event.key === 'PageDown') setAt(Math.min(index + pageOf, rows.length - 1))
    else if (event.key === 'PageUp') setAt(Math.max(index - pageOf, 0))
    else if (event.key === 'Enter' && settled) take(selected)
    else if (event.key === 'Enter') wait()
    else return
    event.preventDefault()
  }
  return {
    index,
    selected,
    /** Why the selected row can not be taken. */
    refused: selected && refuse?.(selected),
    refuse,
    take,
    press,
    select: setAt,
    /** Other rows are looked for: nothing is selected by hand any more. */
    restart: () => {
      setAt(undefined)
      setMade(undefined)
    },
    selectMade: setMade,
  }
}
export type Taking = ReturnType<typeof useTaking>
