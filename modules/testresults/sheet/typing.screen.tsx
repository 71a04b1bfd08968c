// What is typed into the sheet, from keystroke to keystroke: what it becomes, what its cell says of it, and the results
// as they are judged with it.
import type { ClipboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { say, sayError } from '../../../web/message/snackbar-store.ts'
import { useFormState, useMode } from '../../../web/record/use-form.ts'
import { columnOf, enteredOf, filledDown, filledText, nextOf, settled } from '../judging/changes.rules.ts'
import { judgeSale } from '../judging/entry.rules.ts'
import type { Judged } from '../judging/entry.rules.ts'
import { isEnterable, orderOf } from '../judging/sheet.rules.ts'
import type { Change, Changes, ResultRow, Said } from '../testresults.model.ts'
import { focusResult, placeOf, rowsOf, typedOf, useForm } from './record.screen.tsx'
import type { Sheet, SheetForm } from './record.screen.tsx'

type AllJudged = ReadonlyMap<number, Judged>
const same = (a: Judged | undefined, b: Judged): a is Judged =>
  a?.Result === b.Result &&
  a.Flag === b.Flag &&
  a.NotCalculated === b.NotCalculated &&
  a.IsDelta === b.IsDelta &&
  a.Range?.ElementMeasurementId === b.Range?.ElementMeasurementId

// one sheet is on screen at a time; a row that came to the same keeps its object, and is not drawn again
let last: { rows: readonly ResultRow[]; changes: Changes; judged: AllJudged } | undefined
/** The results as they stand, with what is typed. */
export const judgedOf = (sheet: Sheet): AllJudged => {
  const [rows, { changes }] = [rowsOf(sheet), typedOf(sheet)]
  if (last?.rows === rows && last.changes === changes) return last.judged
  const judged = new Map(
    [...judgeSale(rows, enteredOf(rows, changes))].map(([id, now]) => {
      const before = last?.judged.get(id)
      return [id, same(before, now) ? before : now]
    }),
  )
  last = { rows, changes, judged }
  return judged
}

/** Part of the sheet; the component is drawn again only when that part changes. */
export const useSheet = <T,>(part: (sheet: Sheet) => T): T => useFormState(useForm(), ({ values }) => part(values))

const unjudged: Judged = { Result: null, NotCalculated: null, Flag: null, Range: null, IsDelta: false, NoRange: false }
/** What one row shows: what was typed in it, what is said of that, what is wrong with it, how it is judged. */
export const useCell = ({ WorkItemId }: ResultRow) => {
  const form = useForm()
  return {
    form,
    editing: useMode() === 'edit',
    change: useSheet((sheet) => typedOf(sheet).changes.get(WorkItemId)),
    said: useSheet((sheet) => typedOf(sheet).said.get(WorkItemId)),
    judged: useSheet((sheet) => judgedOf(sheet).get(WorkItemId)) ?? unjudged,
    error: useFormState(
      form,
      ({ errors }) => (errors[placeOf(WorkItemId)] ?? errors[placeOf(WorkItemId, 'ReasonId')])?.[0],
    ),
  }
}

/** Types into a row; what was wrong with it goes, and what was said of its result when that is typed. */
export const type = (form: SheetForm, { WorkItemId }: ResultRow, change: Change, words?: Said): void => {
  const { values, errors } = form.state()
  const { changes, said } = typedOf(values)
  const saidNow = new Map(said)
  if ('Result' in change) saidNow.delete(WorkItemId)
  if (words) saidNow.set(WorkItemId, words)
  const right = [placeOf(WorkItemId), placeOf(WorkItemId, 'ReasonId')]
  form.put({
    values: {
      ...values,
      Typed: { changes: new Map(changes).set(WorkItemId, { ...changes.get(WorkItemId), ...change }), said: saidNow },
    },
    errors: Object.fromEntries(Object.entries(errors).filter(([path]) => !right.includes(path))),
  })
}

/** The text of a result as it stands now. */
export const textOf = (form: SheetForm, row: ResultRow): string => {
  const text = typedOf(form.state().values).changes.get(row.WorkItemId)?.Result
  return (text === undefined ? row.Result : text) ?? ''
}

/**
 * Leaving a result: a text that is none goes back to what was there before, and the cell says so. Answers what it
 * became.
 */
export const settle = (form: SheetForm, row: ResultRow, before: string): string => {
  const text = textOf(form, row)
  // what it says was said of this very text: nothing was typed since
  if (text === before || typedOf(form.state().values).said.has(row.WorkItemId)) return text
  const { Result, said } = settled(row, text, before || null)
  type(form, row, { Result }, said)
  return Result ?? ''
}

/** Goes to the result of the next row that can be typed into; answers whether there is one. */
export const moveFrom = (form: SheetForm, { WorkItemId }: ResultRow, step: 1 | -1): boolean => {
  const ids = orderOf(rowsOf(form.state().values))
    .filter(isEnterable)
    .map((row) => row.WorkItemId)
  return focusResult(nextOf(ids, WorkItemId, step))
}

/** A column of values that is pasted fills down from the result it is pasted on; the row below is gone to. */
export const pasteColumn = (form: SheetForm, event: ClipboardEvent): void => {
  const at = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-result]') : null
  const lines = columnOf(event.clipboardData.getData('text/plain'))
  // an area takes its lines itself
  if (!form.isEditable() || !at || at instanceof HTMLTextAreaElement || !lines) return
  event.preventDefault()
  const { values } = form.state()
  const order = orderOf(rowsOf(values))
  const { changes, said, ...filled } = filledDown(order, Number(at.dataset.result), lines, typedOf(values))
  flushSync(() => form.put({ values: { ...values, Typed: { changes, said } } }))
  if (filled.refused.length > 0 || filled.left > 0) sayError(filledText(filled))
  else say(filledText(filled))
  const below = order.slice(order.findIndex((row) => row.WorkItemId === filled.last) + 1).find(isEnterable)
  focusResult((below ?? order.findLast(isEnterable))?.WorkItemId)
}
