// The common parts of a picker: a cell with the searched text in bold, and the button that adds a missing record.
import { IconPlus } from '@tabler/icons-react'
import { formatAge } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import type { Values } from '../record/values.ts'
import { useHotkey } from '../keys/hotkeys.ts'
import { labelOf } from '../record/shown.ts'
import { useOptions } from '../record/use-options.ts'
import type { Options } from '../record/shown.ts'
import { matchIn } from './pickers.ts'
import type { PickerColumn } from './definition.ts'

/** Columns aligned right. */
export const figures = new Set<PickerColumn['kind']>(['money', 'number', 'age'])

const cellText = (column: PickerColumn, row: Values, options: Options): string => {
  const value = row[column.name]
  if (value === null || value === undefined) return ''
  if (column.kind === 'age') return typeof value === 'string' ? formatAge(value, new Date(), { short: true }) : ''
  if (column.kind === 'money') return formatMoney(Number(value))
  if (column.listId !== undefined) return labelOf(options, value)
  if (column.kind === 'phone') return String(value).replace(/^(\d{5})(\d{5})$/, '$1 $2')
  return String(value)
}
export const Cell = ({ column, row, text }: { column: PickerColumn; row: Values; text: string }) => {
  const options = useOptions({ kind: 'choice', label: column.title, listId: column.listId })
  const shown = cellText(column, row, options)
  const match = column.kind === undefined && column.listId === undefined ? matchIn(shown, text) : undefined
  return (
    <span role="gridcell" className={`${figures.has(column.kind) ? 'number' : ''} ${shown === '' ? 'none' : ''}`}>
      {match ? (
        <>
          {match[0]}
          <b>{match[1]}</b>
          {match[2]}
        </>
      ) : (
        shown || ' '
      )}
    </span>
  )
}

/** It is inside the dialog, so that its key is the dialog's. */
export const AddButton = (props: { label: string; pressed: boolean; onAdd: () => void; onClick: () => void }) => {
  useHotkey('alt+n', props.label, props.onAdd)
  return (
    <button
      type="button"
      className="button picker-add"
      aria-label={props.label}
      aria-keyshortcuts="Alt+N"
      aria-pressed={props.pressed}
      onClick={props.onClick}
    >
      <IconPlus size={16} stroke={1.6} />
      <kbd className="key" aria-hidden>
        Alt N
      </kbd>
    </button>
  )
}
