// The cell for typing a result. Enter moves down, Escape restores the old value, and leaving the cell settles it.
import { useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { flagTone } from '../../elements/interval.rules.ts'
import { resultType } from '../../lists/items.model.ts'
import { choicesOf, isLong } from '../judging/sheet.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { moveFrom, settle, textOf, type, useCell } from './typing.screen.tsx'

export type CellProps = { row: ResultRow; autoFocus?: boolean }

/** The element with the cell's message, for the control it describes. */
const saidId = (row: ResultRow): string => `said-${row.WorkItemId}`
/** The message about a typed text: in red that it was not taken, else that it was rounded. */
export const SaidOfCell = ({ row }: CellProps) => {
  const { said } = useCell(row)
  return (
    said && (
      <span id={saidId(row)} role="status" className={said.refused === undefined ? 'warn' : 'error'}>
        {said.refused ?? said.rounded}
      </span>
    )
  )
}

/** The keys of a result: `before` is its value when the cell was entered. */
const useResultKeys = (row: ResultRow) => {
  const { form } = useCell(row)
  const [before, setBefore] = useState<string>()
  const leave = () => {
    if (before !== undefined) setBefore(settle(form, row, before))
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { tagName } = event.currentTarget
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (event.key === 'Escape' && before !== undefined && textOf(form, row) !== before) {
      event.preventDefault()
      event.stopPropagation()
      type(form, row, { Result: before })
    } else if (event.key === 'Enter' ? tagName !== 'TEXTAREA' || event.ctrlKey : isArrow && tagName === 'INPUT') {
      event.preventDefault()
      // rendered at once: the next key may be there already
      flushSync(leave)
      const moved = moveFrom(form, row, event.key === 'ArrowUp' || (!isArrow && event.shiftKey) ? -1 : 1)
      // at the end the next text replaces the finished value instead of being appended to it
      if (!moved && event.currentTarget instanceof HTMLInputElement) event.currentTarget.select()
    }
  }
  const enter = (event: FocusEvent<HTMLElement>) => {
    setBefore(textOf(form, row))
    if (event.target instanceof HTMLInputElement) event.target.select()
  }
  return { onKeyDown: press, onBlur: leave, onFocus: enter }
}

/** The result's own control: a box, a list of values or a text area; leaving it settles the result. */
export const ResultInput = ({ row, autoFocus = false }: CellProps) => {
  const { form, change, said, judged, error } = useCell(row)
  const value = (change?.Result === undefined ? row.Result : change.Result) ?? ''
  const choices = choicesOf(row)
  const given = {
    ...useResultKeys(row),
    'data-result': row.WorkItemId,
    'data-field': `WorkItems.${row.WorkItemId}`,
    value,
    autoFocus,
    'aria-label': `Result of ${row.Element}`,
    'aria-invalid': error || said?.refused ? (true as const) : undefined,
    'aria-describedby': said && saidId(row),
    title: error,
    onChange: (event: { target: { value: string } }) => type(form, row, { Result: event.target.value }),
  }
  if (isLong(row)) return <textarea {...given} className="input area" rows={4} />
  if (choices.length > 0) {
    return (
      <select {...given} className="result-input">
        <option value=""></option>
        {value !== '' && !choices.includes(value) && <option value={value}>{value}</option>}
        {choices.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...given}
      className={`result-input ${flagTone(judged.Flag)}`}
      type="text"
      inputMode={[resultType.Numeric, resultType.Limited].includes(row.resultTypeId) ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
