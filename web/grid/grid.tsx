// The one grid: rows of a record, edited cell by cell with the keyboard; on a phone its rows are cards.
import { useState } from 'react'
import { usePhone } from '../part/use-phone.ts'
import { withoutRow } from '../record/rows.ts'
import { GridCards } from './grid-cards.tsx'
import { CellPicker, RowDialog } from './grid-dialogs.tsx'
import type { GridProps } from './grid-props.ts'
import { GridTable } from './grid-table.tsx'
import { useGridFocus } from './use-grid-focus.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridPicking } from './use-grid-picking.ts'
import { useGridRows } from './use-grid-rows.ts'
import './grid.css'

export const Grid = (grid: GridProps) => {
  const { name, columns, rowClass, action, card, item } = grid
  const phone = usePhone()
  const [opened, setOpened] = useState<number>()
  const held = useGridRows(grid)
  const { rows, errors, growing } = held
  const { handle, place, activate, comeBack, enter } = useGridFocus(grid, held, setOpened)
  const picking = useGridPicking(grid, held, { activate, comeBack })
  const remove = (index: number) => {
    held.setRows(withoutRow(rows, index))
    activate({ rowIdx: Math.min(index, held.shown.length - 2), idx: 0 })
  }
  const { keys, begun } = useGridKeys(grid, held, { activate, pick: picking.open, remove, open: setOpened })
  const add = () => {
    const first = columns[0]
    if (first?.picks !== undefined) picking.open(rows.length, first, '')
    else setOpened(rows.length)
  }
  return (
    <div className="grid-place" ref={place} data-field={name} onFocus={enter}>
      {phone ? (
        <GridCards
          rows={rows}
          label={held.label}
          card={card}
          rowClass={rowClass}
          errorOf={(index) =>
            Object.entries(errors).find(([path]) => `${path}.`.startsWith(`${name}.${index}.`))?.[1][0]
          }
          action={growing ? undefined : action}
          onOpen={item ? setOpened : undefined}
          onAdd={growing ? add : undefined}
        />
      ) : (
        <GridTable
          grid={grid}
          held={held}
          handle={handle}
          onKey={keys}
          begun={begun}
          onRemove={remove}
          onPick={picking.open}
        />
      )}
      <CellPicker held={held} at={picking} />
      {opened !== undefined && item && (
        <RowDialog grid={grid} held={held} index={opened} onRemove={remove} onClose={() => setOpened(undefined)} />
      )}
    </div>
  )
}
