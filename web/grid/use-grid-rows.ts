// The rows that a grid shows: what can be edited in them, and how the form stores a change.
import { useCallback, useMemo } from 'react'
import type { Fields } from '../../core/model.ts'
import { blankRow, shownRows, withRow } from '../record/rows.ts'
import { useEditable, useForm, useFormState } from '../record/use-form.ts'
import { rowsOf } from '../record/values.ts'
import type { Row } from '../record/values.ts'
import { columnName, type GridColumn, type GridProps } from './grid-props.ts'

const noFields: Fields = {}

export const useGridRows = ({ name, columns, grows = true, onRow }: GridProps) => {
  const form = useForm()
  const editable = useEditable()
  const rows = useFormState(form, (state) => rowsOf(state.values[name]))
  const errors = useFormState(form, (state) => state.errors)
  const { label = '', fields = noFields } = form.fields[name] ?? {}
  const growing = editable && grows
  const shown = useMemo(() => shownRows(rows, growing), [rows, growing])
  const canEdit = useCallback(
    (column: GridColumn | undefined, row: Row): boolean => {
      if (!editable || !column || (!grows && row === blankRow)) return false
      if (typeof column.editable === 'function') return column.editable(row)
      return column.editable ?? (column.picks !== undefined || fields[columnName(column)]?.computed !== true)
    },
    [editable, grows, fields],
  )
  return {
    form,
    label,
    rows,
    errors,
    fields,
    editable,
    /** Rows can be added and removed now. */
    growing,
    /** With the blank row while rows can be added. */
    shown,
    canEdit,
    columnAt: (key: string | undefined) => columns.find((one) => columnName(one) === key),
    picksRecord: (column: GridColumn): boolean =>
      column.picks !== undefined || fields[columnName(column)]?.kind === 'reference',
    isChoice: (column: GridColumn | undefined): boolean =>
      column !== undefined && fields[columnName(column)]?.kind === 'choice',
    /** The current rows, which may be more than were drawn. */
    rowsNow: (): readonly Row[] => rowsOf(form.state().values[name]),
    setRows: (now: readonly Row[]) => form.set({ [name]: now }),
    /** Stores what the user changed in a row, with what depends on it. */
    keep: (index: number, row: Row, changed: string) => {
      const before = rows[index] ?? blankRow
      const now = onRow?.(row, changed, before, index) ?? row
      const cleared = Object.fromEntries(
        Object.entries(form.state().errors).filter(([path]) => !path.startsWith(`${name}.${index}`) && path !== name),
      )
      form.put({ values: { ...form.state().values, [name]: withRow(rows, index, now) }, errors: cleared })
    },
  }
}
export type GridRows = ReturnType<typeof useGridRows>
