// The filter of a list: its defaults, what is sent, what differs, its wording.
import { addDays, dayOf, endOfDay, formatDate, startOfDay } from '../../../core/dates.ts'
import type { Field, Model } from '../../../core/model.ts'

/** Values by filter name: yyyy-mm-dd for dates, ids for choices and pickers, arrays for chips, absent for any. */
export type FilterValues = Readonly<Record<string, unknown>>
/** What pickers show for their ids. */
export type FilterTexts = Readonly<Record<string, string | readonly string[]>>
type Filtered = Pick<Model, 'filters' | 'defaultDays' | 'defaultFilter'>

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Whether the list has a date that it starts at or ends with. */
export const hasDate = (model: Pick<Model, 'filters'>, name: 'FromDate' | 'ToDate'): boolean =>
  model.filters[name] !== undefined

/**
 * The initial values: the two main dates from today less the model's days to today, and the model's own. `now` as an
 * instant.
 */
export const defaultFilter = (model: Filtered, now: Date | number): FilterValues => {
  const today = dayOf(now)
  const dates =
    model.defaultDays === undefined
      ? {}
      : {
          ...(hasDate(model, 'FromDate') && { FromDate: addDays(today, -model.defaultDays) }),
          ...(hasDate(model, 'ToDate') && { ToDate: today }),
        }
  return { ...dates, ...model.defaultFilter }
}

/** Filters by day, whatever the field's kind: users never type an instant in a filter. */
export const isDay = (field: Field): boolean => field.kind === 'date' || field.kind === 'datetime'
const sent = (name: string, field: Field, value: unknown): unknown => {
  if (isDay(field)) return /(From|Start)Date$/.test(name) ? startOfDay(String(value)) : endOfDay(String(value))
  if (typeof value !== 'string') return value
  const text = value.trim()
  return (field.kind === 'integer' ||
    field.kind === 'reference' ||
    (field.kind === 'choice' && field.listId !== undefined)) &&
    /^\d+$/.test(text)
    ? Number(text)
    : text
}
/** The filterCriteria to send: only the filled ones, days as instants at their start or end. */
export const criteriaOf = (model: Filtered, values: FilterValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(model.filters)
      .filter(([name]) => !isEmpty(values[name]))
      .map(([name, field]) => [name, sent(name, field, values[name])]),
  )

const same = (a: unknown, b: unknown) => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)
/** Names of the filters that differ from the list's defaults. */
export const differing = (model: Filtered, values: FilterValues, now: Date | number): string[] => {
  const first = defaultFilter(model, now)
  return Object.keys(model.filters).filter((name) => !same(values[name], first[name]))
}

/** A saved filter: the values, the day they were saved, the texts of the pickers. */
export type SavedFilter = { Values: FilterValues; SavedOn: string; Texts?: FilterTexts }
/**
 * The values to restore: a date that was that day's default becomes today's, so that the morning does not show
 * yesterday's list.
 */
export const restored = (model: Filtered, saved: SavedFilter, now: Date | number): FilterValues => {
  const then = defaultFilter(model, Date.parse(startOfDay(saved.SavedOn)))
  const first = defaultFilter(model, now)
  const known = Object.entries(saved.Values).filter(([name]) => model.filters[name])
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      name in then && model.filters[name] && isDay(model.filters[name]) && same(value, then[name])
        ? first[name]
        : value,
    ]),
  )
}

/** A filled filter in words: `Patient contains “kumar”`, `Sale Status is Booked`. `text` is what its field shows. */
export const inWords = (field: Field, value: unknown, text: string): string => {
  if (isDay(field)) return `${field.label} ${formatDate(String(value))}`
  if (field.kind === 'boolean') return `${field.label}: ${value ? 'Yes' : 'No'}`
  if (field.kind === 'text') return `${field.label} contains “${text}”`
  return `${field.label} is ${text}`
}
