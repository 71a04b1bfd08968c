// The rows of a grid as a table of cells.
import { useMemo } from 'react'
import type { RefObject } from 'react'
import { DataGrid } from 'react-data-grid'
import type { DataGridHandle } from 'react-data-grid'
import 'react-data-grid/lib/styles.css'
import { blankRow } from '../record/rows.ts'
import { dataColumns, RemoveRow } from './grid-columns.tsx'
import type { GridColumn, GridProps } from './grid-props.ts'
import type { GridKeys } from './use-grid-keys.ts'
import type { GridRows } from './use-grid-rows.ts'

type Props = {
  grid: GridProps
  held: GridRows
  handle: RefObject<DataGridHandle | null>
  onKey: GridKeys['keys']
  /** The key that opened a cell. */
  begun: GridKeys['begun']
  onRemove: (index: number) => void
  onPick: (index: number, column: GridColumn, typed: string) => void
}

export const GridTable = ({ grid, held, handle, onKey, begun, onRemove, onPick }: Props) => {
  const { name, columns, blank, blankAt = 0, rowClass, canRemove, action } = grid
  const { label, shown, fields, errors, growing, canEdit, columnAt, picksRecord, keep } = held
  const made = useMemo(
    () => dataColumns({ name, columns, fields, errors, growing, blank, blankAt, begun, canEdit, action, canRemove }),
    [name, columns, fields, errors, growing, blank, blankAt, begun, canEdit, action, canRemove],
  )
  return (
    <RemoveRow value={onRemove}>
      <DataGrid
        ref={handle}
        className="grid"
        aria-label={label}
        columns={made}
        rows={shown}
        rowHeight={40}
        headerRowHeight={32}
        rowClass={(row) => rowClass?.(row)}
        onRowsChange={(_rows, { indexes, column }) => {
          const index = indexes[0] ?? 0
          const changed = _rows[index]
          if (changed && changed !== shown[index]) keep(index, changed, column.key)
        }}
        onCellKeyDown={onKey}
        onCellClick={({ column, row, rowIdx, setActivePosition }) => {
          const found = columnAt(column.key)
          if (!canEdit(found, row) || !found) return
          if (picksRecord(found)) {
            if (row === blankRow) onPick(rowIdx, found, '')
          } else setActivePosition(true)
        }}
        onCellDoubleClick={({ column, row, rowIdx }) => {
          const found = columnAt(column.key)
          if (found?.picks !== undefined && canEdit(found, row)) onPick(rowIdx, found, '')
        }}
      />
    </RemoveRow>
  )
}
