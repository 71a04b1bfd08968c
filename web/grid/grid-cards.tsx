// Rows of a grid on a phone: name and amount, the rest below; a tap opens the row.
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Row } from '../record/values.ts'

type Props = {
  rows: readonly Row[]
  label: string
  card: (row: Row) => { title: ReactNode; end?: ReactNode; note?: ReactNode }
  rowClass?: ((row: Row) => string | undefined) | undefined
  errorOf: (index: number) => string | undefined
  action?: ((row: Row, index: number) => ReactNode) | undefined
  onOpen?: ((index: number) => void) | undefined
  onAdd?: (() => void) | undefined
}

export const GridCards = ({ rows, label, card, rowClass, errorOf, action, onOpen, onAdd }: Props) => (
  <ul className="grid-cards" aria-label={label}>
    {rows.map((row, index) => {
      const { title, end, note } = card(row)
      const error = errorOf(index)
      const inside = (
        <>
          <span className="card-title">{title}</span>
          <span className="card-end">{end}</span>
          {(error ?? note) && <span className={error ? 'error' : 'card-note'}>{error ?? note}</span>}
        </>
      )
      return (
        <li key={index} className={rowClass?.(row)}>
          {onOpen ? (
            <button type="button" onClick={() => onOpen(index)}>
              {inside}
            </button>
          ) : (
            <div>{inside}</div>
          )}
          {action?.(row, index)}
        </li>
      )
    })}
    {onAdd && (
      <li>
        <button type="button" className="card-add" onClick={onAdd}>
          <IconPlus size={16} /> Add
        </button>
      </li>
    )}
  </ul>
)
