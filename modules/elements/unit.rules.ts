// The unit of an element is that of its ranges and of the formulas that use it: it is not changed alone.
import type { Errors } from '../../core/validate.ts'
import type { ElementDraft } from './elements.model.ts'
import { isCalculated, usersOf, type OtherElement } from './elements.rules.ts'

export type Measured = Pick<
  ElementDraft,
  'UnitOfMeasure' | 'Ucum' | 'ResultTypeId' | 'Formula' | 'ElementMeasurements' | 'SameUnit' | 'FormulasChecked'
>
type Row = NonNullable<ElementDraft['ElementMeasurements']>[number]

const plain = (text: string | null | undefined): string => (text ?? '').trim()
/** A code that is filled in or taken out says nothing about the values. */
const isOtherUnit = (before: Measured, after: Measured, name: 'UnitOfMeasure' | 'Ucum'): boolean =>
  plain(before[name]) !== '' && plain(after[name]) !== '' && plain(before[name]) !== plain(after[name])

const boundsOf = (row: Row): string =>
  JSON.stringify(
    [row.LowValue, row.HighValue, row.CriticallyLowValue, row.CriticallyHighValue].map((bound) => bound ?? null),
  )
/** A bound of zero is zero in any unit. */
const isBounded = (row: Row): boolean =>
  [row.LowValue, row.HighValue, row.CriticallyLowValue, row.CriticallyHighValue].some((bound) => !!bound)

/**
 * What would be judged or calculated wrongly with another unit: ranges that keep their numbers, and formulas, whose
 * constants are of the old one. The laboratory says so where it only spells the same unit in another way.
 */
export const unitErrors = (
  element: Measured,
  before: Measured | null,
  key: number | null,
  others: ReadonlyMap<number, OtherElement>,
): Errors => {
  const name = (['UnitOfMeasure', 'Ucum'] as const).find((one) => before && isOtherUnit(before, element, one))
  if (!before || name === undefined || element.SameUnit === true) return {}
  const earlier = (before.ElementMeasurements ?? []).filter(isBounded).map(boundsOf)
  const keepsBounds = (element.ElementMeasurements ?? []).some((row) => earlier.includes(boundsOf(row)))
  const isUnchecked = element.FormulasChecked !== true
  const users = isUnchecked && key !== null ? usersOf(key, others).map((other) => other.Name) : []
  const ownStays = isUnchecked && isCalculated(element) && plain(before.Formula) === plain(element.Formula)
  const todo = [
    ...(keepsBounds ? ['change its ranges with it'] : []),
    ...(ownStays ? ['check its formula'] : []),
    ...(users.length > 0 ? [`check the formulas that use it: ${users.join(', ')}`] : []),
  ].join(', and ')
  if (todo === '') return {}
  const said = [`${todo.slice(0, 1).toUpperCase()}${todo.slice(1)}`]
  // what the body may say instead: the same unit, or, where the ranges follow already, that the formulas are right
  return { [name]: said, SameUnit: said, ...(!keepsBounds && { FormulasChecked: said }) }
}
