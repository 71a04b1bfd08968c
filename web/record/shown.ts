// How a value of a record is written: dates, money, yes and no, the label of a choice, the name of a reference, a dash
// for an empty one.
import { formatDate, formatDateTime } from '../../core/dates.ts'
import type { Field } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import { commonOf, isEmpty } from './values.ts'
import { shownNumber } from './number-text.ts'

export const nothing = '–'
type Values = Readonly<Record<string, unknown>>
export type Options = readonly (readonly [string | number, string])[]

/** The name of a reference, from the object that gives it. */
export const nameOf = (named: unknown): string => {
  if (!isObject(named)) return ''
  const { InvoiceNo, Name, FullName, RoleName, Code, ItemLabel } = commonOf(named)
  const found = [InvoiceNo, Name, FullName, RoleName, ItemLabel, Code].find(
    (one) => typeof one === 'string' && one !== '',
  )
  return typeof found === 'string' ? found : ''
}
export const labelOf = (options: Options, value: unknown): string =>
  options.find(([one]) => String(one) === String(value))?.[1] ?? ''

/** The text of a value, empty for none. `values` has the names of references and choices. */
export const shownText = (field: Field, value: unknown, values: Values = {}, options: Options = []): string => {
  if (field.kind === 'reference') return nameOf(values[field.names ?? '']) || (isEmpty(value) ? '' : String(value))
  if (isEmpty(value)) return ''
  switch (field.kind) {
    case 'date':
      return (typeof value === 'string' && formatDate(value)) || String(value)
    case 'datetime':
      return (typeof value === 'string' && formatDateTime(value)) || String(value)
    case 'money':
    case 'percent':
    case 'number':
    case 'integer':
      return shownNumber(field.kind, value)
    case 'boolean':
      return value === true ? 'Yes' : 'No'
    case 'choice':
      return labelOf(options, value)
    case 'choices':
      return Array.isArray(value) ? value.map((one) => labelOf(options, one)).join(', ') : ''
    default:
      return typeof value === 'object' ? '' : String(value)
  }
}
