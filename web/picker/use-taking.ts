// Which row of a picker is selected, moved with the arrows and taken with Enter, also when Enter came too early.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import type { Values } from '../record/values.ts'
import { isMeant } from './meant.ts'
import type { Looking } from './use-looking.ts'

/** Rows that a page key moves by. */
const pageOf = 8

export type Taken = {
  /** Why a row cannot be taken; it is shown anyway. */
  refuse?: ((row: Values) => string | undefined) | undefined
  onPick: (row: Values, id: number) => void
}

export const useTaking = ({ definition, rows, settled, hurry, text }: Looking, { refuse, onPick }: Taken) => {
  const [at, setAt] = useState<number>()
  const [made, setMade] = useState<number>()
  // Enter was ambiguous: no row is selected until the user chooses one
  const [unsure, setUnsure] = useState(false)
  // a key pressed before the rows arrive waits for them, and later keys wait for its effect
  const waiting = useRef<string>(undefined)
  // a record just added is selected, even when others have its name
  const first =
    made === undefined
      ? 0
      : Math.max(
          0,
          rows.findIndex((row) => row[definition.key] === made),
        )
  const index = Math.min(at ?? (unsure ? -1 : first), rows.length - 1)
  const take = (row: Values | undefined) => {
    const id = row?.[definition.key]
    if (row && typeof id === 'number' && refuse?.(row) === undefined) onPick(row, id)
  }
  const selected = rows[index]
  const meant =
    selected !== undefined &&
    (at !== undefined || selected[definition.key] === made || isMeant(definition, rows, selected, text))
  /** The row that a key moves to; undefined for a key that does not move. */
  const moved = (key: string): number | undefined => {
    if (key === 'ArrowDown') return Math.min(index + 1, rows.length - 1)
    if (key === 'ArrowUp') return Math.max(index - 1, 0)
    if (key === 'PageDown') return Math.min(index + pageOf, rows.length - 1)
    return key === 'PageUp' ? Math.max(index - pageOf, 0) : undefined
  }
  /** The effect of a key now that the rows are loaded; answers whether later keys continue. */
  const answer = (key: string): boolean => {
    const to = moved(key)
    if (to !== undefined) {
      if (rows.length > 0) setAt(to)
      return true
    }
    const id = selected?.[definition.key]
    const isTaken = selected !== undefined && meant && typeof id === 'number' && refuse?.(selected) === undefined
    if (isTaken) onPick(selected, id)
    else if (selected && !meant) setUnsure(true)
    return isTaken
  }
  const answerNow = useEffectEvent((key: string) => (answer(key) ? playKeys('picker') : dropKeys('picker')))
  // before painting, so that keys work as soon as the rows show
  useLayoutEffect(() => {
    const key = waiting.current
    if (!settled || key === undefined) return
    waiting.current = undefined
    // not during this drawing: the picked row is drawn at once, for the waiting keys
    queueMicrotask(() => answerNow(key))
  }, [settled, rows])
  useEffect(
    () => () => {
      if (waiting.current !== undefined) dropKeys('picker')
    },
    [],
  )
  const wait = (key: string) => {
    waiting.current = key
    holdKeys('picker', () => {
      waiting.current = undefined
    })
    hurry()
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key !== 'Enter' && moved(key) === undefined) return
    event.preventDefault()
    if (settled) answer(key)
    else wait(key)
  }
  return {
    index,
    selected,
    /** Enter did not mean one row only. */
    unsure: unsure && at === undefined,
    /** Why the selected row cannot be taken. */
    refused: selected && refuse?.(selected),
    refuse,
    take,
    press,
    select: setAt,
    /** Other rows are searched: no row is selected by hand any longer. */
    restart: () => {
      setAt(undefined)
      setMade(undefined)
      setUnsure(false)
    },
    selectMade: setMade,
  }
}
export type Taking = ReturnType<typeof useTaking>
