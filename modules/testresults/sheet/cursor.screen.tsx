// The row and column under the cursor, and the rows picked for signing.
import { useCallback, useState } from 'react'
import { useFormState } from '../../../web/record/use-form.ts'
import { startOf } from '../judging/sheet.rules.ts'
import type { NoteName } from './cells.screen.tsx'
import { rowsOf } from './record.screen.tsx'
import type { SheetForm } from './record.screen.tsx'

export type Column = 'Result' | NoteName | 'Status' | 'Reason'
export type Cursor = {
  readonly at: { readonly id: number; readonly column: Column } | undefined
  readonly picked: ReadonlySet<number>
  readonly onEnter: (id: number, column: Column) => void
  readonly onPick: (ids: readonly number[], picked: boolean) => void
  readonly pickNone: () => void
}

const none: ReadonlySet<number> = new Set()

export const useCursor = (form: SheetForm): Cursor => {
  const mode = useFormState(form, (state) => state.mode)
  const [at, setAt] = useState<Cursor['at']>()
  const [picked, setPicked] = useState(none)
  const [was, setWas] = useState(mode)
  if (was !== mode) {
    setWas(mode)
    const start = mode === 'edit' ? startOf(rowsOf(form.state().values), at?.id) : undefined
    if (start !== undefined) setAt({ id: start, column: 'Result' })
    if (mode === 'edit') setPicked(none)
  }
  return {
    at,
    picked,
    onEnter: useCallback((id: number, column: Column) => setAt({ id, column }), []),
    onPick: useCallback(
      (ids: readonly number[], on: boolean) =>
        setPicked((now) => new Set(on ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id)))),
      [],
    ),
    pickNone: useCallback(() => setPicked(none), []),
  }
}
