// Typed texts of the sheet, from keystroke to keystroke: their results, the messages of their cells, and the results
// judged with them.
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

// one sheet is on screen at a time; an unchanged row retains its object, and does not render again
let last: { rows: readonly ResultRow[]; changes: Changes; judged: AllJudged } | undefined
/** The present results, with typed texts. */
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

/** Part of the sheet; the component renders again only when that part changes. */
export const useSheet = <T,>(part: (sheet: Sheet) => T): T => useFormState(useForm(), ({ values }) => part(values))

const unjudged: Judged = {
  Result: null,
  NotCalculated: null,
  Flag: null,
  Range: null,
  IsDelta: false,
  NoRange: false,
  ReviewNeeded: false,
}
/** What one row shows: its typed texts, the message about them, its error, and its judgement. */
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

/** Types into a row; removes its error, and for a result the message about the text before. */
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

/** The present text of a result. */
export const textOf = (form: SheetForm, row: ResultRow): string => {
  const text = typedOf(form.state().values).changes.get(row.WorkItemId)?.Result
  return (text === undefined ? row.Result : text) ?? ''
}

/**
 * Settles a result that is left: a text that is none is replaced by the value before, with a message. Answers the
 * result.
 */
export const settle = (form: SheetForm, row: ResultRow, before: string): string => {
  const text = textOf(form, row)
  // the message is about this very text: it has not changed since
  if (text === before || typedOf(form.state().values).said.has(row.WorkItemId)) return text
  const { Result, said } = settled(row, text, before || null)
  type(form, row, { Result }, said)
  return Result ?? ''
}

/** Focuses the result of the next enterable row; answers whether there is one. */
export const moveFrom = (form: SheetForm, { WorkItemId }: ResultRow, step: 1 | -1): boolean => {
  const ids = orderOf(rowsOf(form.state().values))
    .filter(isEnterable)
    .map((row) => row.WorkItemId)
  return focusResult(nextOf(ids, WorkItemId, step))
}

/** Fills a pasted column of values down from this result and focuses the row below. */
export const pasteColumn = (form: SheetForm, event: ClipboardEvent): void => {
  const at = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-result]') : null
  const lines = columnOf(event.clipboardData.getData('text/plain'))
  // a text area takes its lines itself
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
