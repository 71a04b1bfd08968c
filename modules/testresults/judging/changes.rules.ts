// Typed texts on the result screen, apart from saved values: what is judged, what is sent, which reasons are missing.
import { readEntry } from './typed.rules.ts'
import { reasonNeeded } from '../work-item.rules.ts'
import type { AllSaid, Change, Changes, ResultRow, ResultSent, Said, Typed } from '../testresults.model.ts'

const same = (a: string | number | null | undefined, b: string | number | null | undefined): boolean =>
  (a ?? '') === (b ?? '')

/** The rows to send: only changed ones, with only their changed fields. */
export const changedItems = (rows: readonly ResultRow[], changes: Changes): ResultSent[] =>
  rows.flatMap((row) => {
    const change = changes.get(row.WorkItemId)
    if (!change) return []
    const fields = Object.entries(change)
      .map(
        ([name, value]) =>
          [
            name,
            name === 'Result' ? readEntry(row, value as string | null).Result : value === '' ? null : value,
          ] as const,
      )
      .filter(([name, value]) => !same(value, row[name as keyof Change]))
    return fields.length === 0
      ? []
      : [{ WorkItemId: row.WorkItemId, RowVersion: row.RowVersion, ...Object.fromEntries(fields) }]
  })

/** Results for the judgement at the keystroke: what a half-typed text would become. */
export const enteredOf = (rows: readonly ResultRow[], changes: Changes): ReadonlyMap<number, string | null> => {
  const entered = new Map<number, string | null>()
  for (const row of rows) {
    const text = changes.get(row.WorkItemId)?.Result
    if (text !== undefined && !row.Formula) entered.set(row.WorkItemId, readEntry(row, text).Result)
  }
  return entered
}

/** Rows whose status needs a reason that is missing: WorkItemId -> text. */
export const missingReasons = (rows: readonly ResultRow[], changes: Changes): ReadonlyMap<number, string> => {
  const missing = new Map<number, string>()
  for (const row of rows) {
    const change = changes.get(row.WorkItemId)
    if (change?.StatusId === undefined || change.StatusId === row.StatusId || !reasonNeeded.includes(change.StatusId))
      continue
    const reason = change.ReasonId === undefined ? row.ReasonId : change.ReasonId
    if (!reason) missing.set(row.WorkItemId, 'Reason is required')
  }
  return missing
}

/** A finished text: its result, and the cell's message. A text that is no result leaves `before`. */
export const settled = (
  row: ResultRow,
  typed: string,
  before: string | null,
): { Result: string | null; said?: Said } => {
  const text = typed.trim()
  const { Result, refused, rounded } = readEntry({ ...row, Result: before }, text)
  if (refused !== undefined)
    return { Result, said: { text, refused: `${refused}${before ? `; ${before} is unchanged` : ''}` } }
  return { Result, ...(rounded && { said: { text, rounded: `${rounded.from} is rounded to ${rounded.to}` } }) }
}

/** Element and text of every cell whose last text was not taken: `Sodium "abc"`. */
export const notTaken = (rows: readonly ResultRow[], said: AllSaid): readonly string[] =>
  rows.flatMap((row) => {
    const one = said.get(row.WorkItemId)
    return one?.refused === undefined ? [] : [`${row.Element} "${one.text}"`]
  })
/** The question before a save with texts that were not taken. */
export const saveAnywayText = (texts: readonly string[]): string => {
  const values = texts.length === 1 ? '1 value was' : `${texts.length} values were`
  return `${values} not taken: ${texts.join(', ')}. Save all the same?`
}

/** The first column of what a spreadsheet copies; undefined when it is one value. */
export const columnOf = (text: string): readonly string[] | undefined => {
  const lines = text.replace(/(\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/)
  return lines.length > 1 || text.includes('\t') ? lines.map((line) => line.split('\t')[0]?.trim() ?? '') : undefined
}

type Filled = {
  readonly changes: Changes
  readonly said: AllSaid
  /** Values with a row. */
  readonly taken: number
  /** Refused values, by element: `Sodium "abc"`. */
  readonly refused: readonly string[]
  /** Values below the last row. */
  readonly left: number
  readonly last: number | undefined
}
/**
 * A column of values from one row down, in the order of the screen. Skips formulas. A locked row uses up its value,
 * with a message that it was not taken, so that the values below stay aligned. An empty line leaves its row unchanged.
 */
export const filledDown = (order: readonly ResultRow[], from: number, lines: readonly string[], now: Typed): Filled => {
  const below = order
    .slice(
      Math.max(
        0,
        order.findIndex((row) => row.WorkItemId === from),
      ),
    )
    .filter((row) => row.Formula === null)
  const changes = new Map(now.changes)
  const said = new Map(now.said)
  let taken = 0
  for (const [index, text] of lines.entries()) {
    const row = below[index]
    if (!row || text === '') continue
    said.delete(row.WorkItemId)
    if (row.Actions.update !== true) {
      said.set(row.WorkItemId, {
        text,
        refused: `"${text}" was not taken. ${row.Actions.update ?? 'It cannot be typed here'}`,
      })
      continue
    }
    const change = changes.get(row.WorkItemId)
    const before = change?.Result === undefined ? row.Result : change.Result
    const { Result, said: words } = settled(row, text, before)
    if (words) said.set(row.WorkItemId, words)
    if (words?.refused !== undefined) continue
    changes.set(row.WorkItemId, { ...change, Result })
    taken += 1
  }
  const reached = below.slice(0, lines.length)
  return {
    changes,
    said,
    taken,
    refused: notTaken(reached, said),
    left: lines.slice(below.length).filter((text) => text !== '').length,
    last: reached.at(-1)?.WorkItemId,
  }
}
/** The outcome of a pasted column: `18 values pasted. Not taken: Sodium "abc". 2 values had no row`. */
export const filledText = ({ taken, refused, left }: Pick<Filled, 'taken' | 'refused' | 'left'>): string =>
  [
    taken === 1 ? '1 value pasted' : `${taken} values pasted`,
    ...(refused.length > 0 ? [`Not taken: ${refused.join(', ')}`] : []),
    ...(left > 0 ? [left === 1 ? '1 value had no row' : `${left} values had no row`] : []),
  ].join('. ')

/** Earlier typed texts on the present rows. Does not overwrite rows that changed since; their cells show that. */
export const typedOn = (
  rows: readonly ResultRow[],
  typed: readonly ResultSent[],
  before: AllSaid = new Map(),
): Typed => {
  const changes = new Map<number, Change>()
  const said = new Map(before)
  for (const { WorkItemId, RowVersion, ...sent } of typed) {
    const row = rows.find((one) => one.WorkItemId === WorkItemId)
    if (!row) continue
    const text = String(sent.Result ?? Object.values(sent)[0] ?? '')
    const { StatusId, ...change } = sent
    if (row.RowVersion === RowVersion) changes.set(row.WorkItemId, { ...change, ...(StatusId && { StatusId }) })
    else said.set(row.WorkItemId, { text, refused: `"${text}" was not taken: another user has changed this row since` })
  }
  return { changes, said }
}

/** The next or previous row of a row; at the ends the row itself. */
export const nextOf = (ids: readonly number[], id: number, step: 1 | -1): number | undefined => {
  const at = ids.indexOf(id)
  return at < 0 ? ids[0] : ids[at + step]
}
