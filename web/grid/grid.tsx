// The one grid: rows of a record, edited cell by cell with the keyboard; on a phone its rows are cards.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DataGrid } from 'react-data-grid'
import type { CellKeyboardEvent, CellKeyDownArgs, DataGridHandle } from 'react-data-grid'
import 'react-data-grid/lib/styles.css'
import type { Fields } from '../../core/model.ts'
import { useEditable, useForm, useFormState } from '../record/use-form.ts'
import type { Row, Values } from '../record/values.ts'
import { Picker } from '../picker/picker.tsx'
import { actOf, begins, begunKey } from './cell-keys.ts'
import { GridCards } from './grid-cards.tsx'
import { dataColumns, RemoveRow } from './grid-columns.tsx'
import { columnName, type GridColumn, type GridProps } from './grid-props.ts'
import { ItemDialog } from './item-dialog.tsx'
import { blankRow, nextCell, pickedInto, shownRows, withRow, withoutRow } from '../record/rows.ts'
import { usePhone } from '../part/use-phone.ts'
import './grid.css'

const none: readonly Row[] = []
const noFields: Fields = {}

export const Grid = (props: GridProps) => {
  const {
    name,
    label,
    columns,
    grows = true,
    blank,
    blankAt = 0,
    onRow,
    onPick,
    rowClass,
    canRemove,
    action,
    card,
    item,
  } = props
  const form = useForm()
  const editable = useEditable()
  const phone = usePhone()
  const rows = useFormState(form, (state) => (state.values[name] as readonly Row[] | undefined) ?? none)
  const errors = useFormState(form, (state) => state.errors)
  const fields: Fields = form.fields[name]?.fields ?? noFields
  const handle = useRef<DataGridHandle>(null)
  const place = useRef<HTMLDivElement>(null)
  const [begun] = useState(begunKey)
  const [picking, setPicking] = useState<{ index: number; column: GridColumn; text: string }>()
  const [opened, setOpened] = useState<number>()
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
  const picksRecord = (column: GridColumn): boolean =>
    column.picks !== undefined || fields[columnName(column)]?.kind === 'reference'
  const activate = (at: { rowIdx: number; idx: number }) => handle.current?.setActivePosition(at, { shouldFocus: true })
  const setRows = (now: readonly Row[]) => form.set({ [name]: now })
  const keep = (index: number, row: Row, changed: string) => {
    const before = rows[index] ?? blankRow
    const now = onRow?.(row, changed, before, index) ?? row
    const cleared = Object.fromEntries(
      Object.entries(form.state().errors).filter(([path]) => !path.startsWith(`${name}.${index}`) && path !== name),
    )
    form.put({ values: { ...form.state().values, [name]: withRow(rows, index, now) }, errors: cleared })
  }
  const remove = (index: number) => {
    setRows(withoutRow(rows, index))
    activate({ rowIdx: Math.min(index, shown.length - 2), idx: 0 })
  }
  const openPicker = (index: number, column: GridColumn, typed: string) =>
    flushSync(() => setPicking({ index, column, text: typed }))
  const picked = (row: Values, id: number) => {
    if (!picking) return
    const { index, column } = picking
    const target = column.picks ?? columnName(column)
    let kept = true
    // at once: a code typed right after Enter belongs to the next row, not to the one just filled
    flushSync(() => {
      setPicking(undefined)
      if (onPick) kept = onPick(index, row, id) !== false
      else keep(index, { ...(rows[index] ?? {}), ...pickedInto(fields, target, id, row) }, target)
    })
    if (!kept) return
    const next = { rowIdx: index + 1, idx: columns.indexOf(column) }
    flushSync(() => activate(next))
    // the closing dialog gives the focus back to where it came from
    setTimeout(() => document.querySelector('dialog[open]') === null && activate(next))
  }
  const go = (index: number, at: number) => {
    const next = nextCell(
      { row: index, column: at },
      growing && index < rows.length ? rows.length + 1 : shown.length,
      columns.length,
      (cell) => canEdit(columns[cell.column], shown[cell.row] ?? blankRow),
    )
    if (next) setTimeout(() => activate({ rowIdx: next.row, idx: next.column }))
  }
  const keys = (args: CellKeyDownArgs<Row>, event: CellKeyboardEvent) => {
    const { rowIdx } = args
    const column = columns.find((one) => columnName(one) === args.column?.key)
    const row = shown[rowIdx] ?? blankRow
    const act = actOf(event, {
      edits: args.mode === 'EDIT',
      head: rowIdx < 0,
      blank: row === blankRow,
      holds: !column ? 'button' : picksRecord(column) ? 'record' : 'value',
      canEdit: canEdit(column, row),
      canRemove: growing && canRemove?.(row) !== false,
      opens: item !== undefined,
    })
    if (args.mode !== 'EDIT') begun.put(begins(event))
    if (act === 'grid') return
    event.preventGridDefault()
    if (act === 'screen') return
    if (act !== 'next') event.preventDefault()
    const at = column ? columns.indexOf(column) : -1
    if (args.mode === 'EDIT') args.onClose(true, true)
    if (act === 'keep' || act === 'next') go(rowIdx, at)
    else if (act === 'last') activate({ rowIdx, idx: columns.length - 1 })
    else if (act === 'remove') remove(rowIdx)
    else if (act === 'open') setOpened(rowIdx)
    else if (act === 'pick' && column) openPicker(rowIdx, column, begins(event))
  }

  useEffect(() => {
    const element = place.current
    const focus = (event: Event) => {
      const { row, column } = (event as CustomEvent<{ row: number; column?: string }>).detail
      const idx = columns.findIndex((one) => columnName(one) === column || one.picks === column)
      if (handle.current)
        handle.current.setActivePosition({ rowIdx: row, idx: Math.max(0, idx) }, { shouldFocus: true })
      else setOpened(row)
    }
    element?.addEventListener('focus-cell', focus)
    return () => element?.removeEventListener('focus-cell', focus)
  }, [columns])

  const made = useMemo(
    () => dataColumns({ name, columns, fields, errors, growing, blank, blankAt, begun, canEdit, action, canRemove }),
    [name, columns, fields, errors, growing, blank, blankAt, begun, canEdit, action, canRemove],
  )

  const dialogs = (
    <>
      {picking && (
        <Picker
          name={fields[picking.column.picks ?? columnName(picking.column)]?.picker ?? 'client'}
          title={fields[picking.column.picks ?? columnName(picking.column)]?.label ?? label}
          start={picking.text}
          around={form.state().values}
          onPick={picked}
          onClose={() => setPicking(undefined)}
        />
      )}
      {opened !== undefined && item && (
        <ItemDialog
          title={label}
          fields={fields}
          names={item}
          row={rows[opened] ?? blankRow}
          canEdit={(field, row) =>
            canEdit(
              columns.find((one) => columnName(one) === field || one.picks === field),
              row,
            )
          }
          onClose={() => setOpened(undefined)}
          onRemove={
            growing && opened < rows.length && canRemove?.(rows[opened] ?? blankRow) !== false
              ? () => {
                  remove(opened)
                  setOpened(undefined)
                }
              : undefined
          }
          onOk={(row, changed) => {
            let now = row
            for (const one of changed) now = onRow?.(now, one, rows[opened] ?? blankRow, opened) ?? now
            setRows(withRow(rows, opened, now))
            setOpened(undefined)
          }}
        />
      )}
    </>
  )
  return (
    <div
      className="grid-place"
      ref={place}
      data-field={name}
      onFocus={(event) => {
        // coming in with Tab lands where the next row is begun, not on the heads
        if (event.relatedTarget instanceof Node && place.current?.contains(event.relatedTarget)) return
        if (!editable || !(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'columnheader')
          return
        // at once: a code typed right after Tab belongs to this row
        flushSync(() => activate({ rowIdx: growing ? shown.length - 1 : 0, idx: growing ? blankAt : 0 }))
      }}
    >
      {phone ? (
        <GridCards
          rows={rows}
          label={label}
          card={card}
          rowClass={rowClass}
          errorOf={(index) =>
            Object.entries(errors).find(([path]) => `${path}.`.startsWith(`${name}.${index}.`))?.[1][0]
          }
          action={growing ? undefined : action}
          onOpen={item ? setOpened : undefined}
          onAdd={
            growing
              ? () => {
                  const first = columns[0]
                  if (first?.picks !== undefined) openPicker(rows.length, first, '')
                  else setOpened(rows.length)
                }
              : undefined
          }
        />
      ) : (
        <RemoveRow value={remove}>
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
            onCellKeyDown={keys}
            onCellClick={({ column, row, rowIdx, setActivePosition }) => {
              const found = columns.find((one) => columnName(one) === column.key)
              if (!canEdit(found, row) || !found) return
              if (picksRecord(found)) {
                if (row === blankRow) openPicker(rowIdx, found, '')
              } else setActivePosition(true)
            }}
            onCellDoubleClick={({ column, row, rowIdx }) => {
              const found = columns.find((one) => columnName(one) === column.key)
              if (found?.picks !== undefined && canEdit(found, row)) openPicker(rowIdx, found, '')
            }}
          />
        </RemoveRow>
      )}
      {dialogs}
    </div>
  )
}
