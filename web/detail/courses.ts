// Values over time, from the history: the values of each field and row of a grid, with their dates and persons.
import type { Model } from '../../core/model.ts'
import { identityOf, partOf, rowSaid, type Changes, type Names, type Part } from '../record/changes.ts'
import { rowsOf, isEmpty } from '../record/values.ts'

export type Happened = {
  readonly Action: string
  readonly CreatedOn: string
  readonly User: { readonly FullName: string }
  readonly Changes: Changes | null
}
/** One value, or one row with all its values. Without a start: from before the history. Without an end: still valid. */
export type Span = {
  readonly parts: readonly Part[]
  readonly From: string | null
  readonly Till: string | null
  readonly By: string | null
}
/** A field, or a row of a grid, that has changed since the record was created. */
export type Course = { readonly label: string; readonly title: string; readonly spans: readonly Span[] }

type Kept = Pick<Course, 'label' | 'title'> & { spans: Span[]; began: string }

/** `entries` as the history answers them: newest first. */
export const coursesOf = (
  { fields }: Pick<Model, 'fields'>,
  entries: readonly Happened[],
  names: Names,
): readonly Course[] => {
  const courses = new Map<string, Kept>()
  /** `was` and `is` are undefined where there was no value, or is none any longer. */
  const turn = (
    id: string,
    called: Pick<Course, 'label' | 'title'>,
    { Action, CreatedOn, User }: Happened,
    was: readonly Part[] | undefined,
    is: readonly Part[] | undefined,
  ): void => {
    const course = courses.get(id) ?? { ...called, spans: [], began: Action }
    courses.set(id, course)
    const last = course.spans.at(-1)
    if (last && last.Till === null) course.spans[course.spans.length - 1] = { ...last, Till: CreatedOn }
    else if (was && !last) course.spans.push({ parts: was, From: null, Till: CreatedOn, By: null })
    if (is) course.spans.push({ parts: is, From: CreatedOn, Till: null, By: User.FullName })
  }
  for (const entry of [...entries].reverse())
    for (const [name, [was, is]] of Object.entries(entry.Changes ?? {})) {
      const field = fields[name]
      if (field?.kind === 'rows') {
        const [before, after] = [was, is].map(
          (rows) => new Map(rowsOf(rows).map((row, index) => [identityOf(field, row, index), row])),
        )
        for (const key of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
          const [old, now] = [before?.get(key), after?.get(key)].map((row) => row && rowSaid(field, row, names))
          const title = (now ?? old)?.title ?? ''
          turn(`${name}:${key}`, { label: field.label, title }, entry, old?.parts, now?.parts)
        }
        continue
      }
      const part = partOf(fields, name, was, is, new Set())
      if (!part || !field) continue
      const asParts = (value: unknown) => (isEmpty(value) ? undefined : [{ ...part, is: value }])
      turn(name, { label: part.label, title: '' }, entry, asParts(part.was), asParts(part.is))
    }
  const order = Object.values(fields).map((field) => field.label)
  return [...courses.values()]
    .filter(({ spans, began }) => began !== 'create' || spans.length > 1 || spans.some(({ Till }) => Till !== null))
    .sort((a, b) => order.indexOf(a.label) - order.indexOf(b.label))
}
