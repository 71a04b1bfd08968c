// Chooses reports to print: the rows of the list with a box each. Space ticks, arrows move, Shift ticks a range.
import { useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { formatDateTime } from '../../../core/dates.ts'

/** A row of the list of reports. */
export type ReportLine = {
  readonly SaleId: number
  readonly AccessionNo: string | null
  readonly Patient: string | null
  readonly ReportedDate?: string | null
  readonly State?: string | null
}
type Props = {
  readonly rows: readonly ReportLine[]
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

const focusNext = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('tbody input')]
  const at = boxes.findIndex((box) => box === document.activeElement)
  boxes[Math.min(Math.max(at + step, 0), boxes.length - 1)]?.focus()
}

export const Choosing = ({ rows, chosen, onChoose }: Props) => {
  /** The row that was ticked last, where a range begins. */
  const last = useRef<number>(undefined)
  const all = rows.length > 0 && rows.every((row) => chosen.has(row.SaleId))
  const set = (which: readonly ReportLine[], on: boolean) => {
    const next = new Set(chosen)
    for (const { SaleId } of which) {
      if (on) next.add(SaleId)
      else next.delete(SaleId)
    }
    onChoose(next)
  }
  const tick = (at: number, event: MouseEvent<HTMLInputElement>) => {
    const from = event.shiftKey ? (last.current ?? at) : at
    last.current = at
    set(rows.slice(Math.min(from, at), Math.max(from, at) + 1), event.currentTarget.checked)
  }
  return (
    // arrows are optional: Tab and Space are enough
    <table className="choosing" aria-label="Reports" onKeyDown={focusNext}>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              className="check"
              aria-label="All on this page"
              checked={all}
              ref={(box) => {
                if (!box) return
                box.indeterminate = chosen.size > 0 && !all
                // else a dialog with scrolling rows gives the focus to the scrolled part
                box.setAttribute('autofocus', '')
              }}
              onChange={() => set(rows, !all)}
            />
          </th>
          {['Accession No', 'Patient', 'Reported', 'State'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.SaleId} aria-selected={chosen.has(row.SaleId)}>
            <td>
              <input
                id={`print-${row.SaleId}`}
                type="checkbox"
                className="check"
                aria-label={[row.AccessionNo, row.Patient].filter(Boolean).join(', ')}
                checked={chosen.has(row.SaleId)}
                onClick={(event) => tick(at, event)}
                readOnly
              />
            </td>
            <td>
              <label htmlFor={`print-${row.SaleId}`}>{row.AccessionNo}</label>
            </td>
            <td>{row.Patient}</td>
            <td className="secondary">{formatDateTime(row.ReportedDate)}</td>
            <td className="secondary">{row.State}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
