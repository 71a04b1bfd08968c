// Values for any field of a model, made from its kind and its bounds: one that fits, and one that does not.
import type { Field } from '../../core/model.ts'
import { sameValue } from '../../core/same.ts'

/** Records of the demo network that a reference may name, by its picker. */
const keys: Readonly<Record<string, readonly number[]>> = {
  product: [3022, 3024],
  anyproduct: [3022, 3024],
  specimen: [1, 2],
  instrument: [1, 2],
  lab: [3, 2],
  consignee: [4, 3],
  client: [101, 114],
  element: [1003, 1004],
  test: [2003, 2004],
  role: [6, 8],
  workplace: [11, 13],
}
const texts = new Set(['text', 'multiline', 'email', 'phone', 'digits'])

/** Two values that the model takes. `items` are the keys of the list that a choice is of. */
const fitting = (field: Field, items: readonly number[]): readonly unknown[] => {
  if (field.options) return field.options.map(([value]) => value)
  switch (field.kind) {
    case 'integer':
    case 'number':
    case 'money':
    case 'percent':
      return [1, 2].map((more) => Math.min((field.min ?? 0) + more, field.max ?? Infinity))
    case 'boolean':
      return [true, false]
    case 'date':
      return ['2031-05-02', '2031-05-03']
    case 'datetime':
      return [1, 2].map((minutes) => new Date(Date.now() - minutes * 60_000).toISOString())
    case 'choice':
      return field.only ?? items
    case 'reference':
      return keys[field.picker ?? ''] ?? []
    case 'digits':
      return ['4711', '4712']
    default:
      return texts.has(field.kind) ? ['Kept', 'Changed'] : []
  }
}

/** A value inside the bounds of the field other than the stored one; undefined where none is known. */
export const otherValue = (field: Field, was: unknown, items: readonly number[]): unknown =>
  fitting(field, items).find((value) => !sameValue(value, was))

/** A value outside the bounds of the field. */
export const wrongValue = (field: Field): unknown => {
  if (field.options || field.kind === 'choice') return 'none of them'
  if (field.max !== undefined) return field.max + 1
  if (field.min !== undefined) return field.min - 1
  if (field.kind === 'digits') return 'x'
  return texts.has(field.kind) ? 'x'.repeat((field.maxLength ?? 10_000) + 1) : 'x'
}
