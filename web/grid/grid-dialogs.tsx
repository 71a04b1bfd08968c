// The dialogs of a grid: the picker of a cell, and one row as a form.
import { Picker } from '../picker/picker.tsx'
import { blankRow, withRow } from '../record/rows.ts'
import { columnName, type GridProps } from './grid-props.ts'
import { ItemDialog } from './item-dialog.tsx'
import type { GridPicking } from './use-grid-picking.ts'
import type { GridRows } from './use-grid-rows.ts'

export const CellPicker = ({
  held: { label, fields, form },
  at: { picking, picked, close },
}: {
  held: GridRows
  at: GridPicking
}) => {
  if (!picking) return null
  const field = fields[picking.column.picks ?? columnName(picking.column)]
  return (
    <Picker
      name={field?.picker ?? 'client'}
      title={field?.label ?? label}
      start={picking.text}
      around={form.state().values}
      onPick={picked}
      onClose={close}
    />
  )
}

type Props = { grid: GridProps; held: GridRows; index: number; onRemove: (index: number) => void; onClose: () => void }

export const RowDialog = ({ grid: { columns, item, onRow, canRemove }, held, ...at }: Props) => {
  const { label, rows, fields, growing, canEdit, setRows } = held
  const { index, onRemove, onClose } = at
  if (!item) return null
  const before = rows[index] ?? blankRow
  return (
    <ItemDialog
      title={label}
      fields={fields}
      names={item}
      row={before}
      canEdit={(field, row) =>
        canEdit(
          columns.find((one) => columnName(one) === field || one.picks === field),
          row,
        )
      }
      onClose={onClose}
      onRemove={
        growing && index < rows.length && canRemove?.(before) !== false
          ? () => {
              onRemove(index)
              onClose()
            }
          : undefined
      }
      onOk={(row, changed) => {
        let now = row
        for (const one of changed) now = onRow?.(now, one, before, index) ?? now
        setRows(withRow(rows, index, now))
        onClose()
      }}
    />
  )
}
