// What makes an element one that results can be judged by: a formula that can be read, intervals in their order.
import { formulaCycle } from '../../core/expression/expression.formula.ts'
import { parseExpression, references } from '../../core/expression/expression.ts'
import type { Errors } from '../../core/validate.ts'
import { resultType } from '../lists/items.model.ts'
import type { ElementDraft } from './elements.model.ts'

type Ranges = NonNullable<ElementDraft['ElementMeasurements']>
type Bound = 'MinAge' | 'MaxAge' | 'MinAgeDays' | 'MaxAgeDays' | `${'' | 'Critically'}${'Low' | 'High'}Value`
const { Formula: calculated } = resultType

/** Elements that a formula uses, or why it cannot be read. */
export const inputsOf = (formula: string): { readonly ids: readonly number[] } | { readonly reason: string } => {
  const parsed = parseExpression(formula, { kind: 'formula' })
  return parsed.ok ? { ids: [...references(parsed.tree).elements] } : { reason: parsed.reason }
}

const ordered: readonly (readonly [Bound, Bound, string])[] = [
  ['MinAge', 'MaxAge', 'Max Age is below Min Age'],
  ['MinAgeDays', 'MaxAgeDays', 'Max Age Days is below Min Age Days'],
  ['LowValue', 'HighValue', 'High is below Low'],
  ['CriticallyLowValue', 'LowValue', 'Low is below Critically Low'],
  ['HighValue', 'CriticallyHighValue', 'Critically High is below High'],
  ['CriticallyLowValue', 'CriticallyHighValue', 'Critically High is below Critically Low'],
]
/** Bounds of reference ranges that stand the wrong way round: a value would be flagged on both sides, or on none. */
export const rangeErrors = (rows: Readonly<Ranges>): Errors =>
  Object.fromEntries(
    rows.flatMap((row, index) =>
      ordered
        .filter(([low, high]) => (row[high] ?? Infinity) < (row[low] ?? -Infinity))
        .map(([, high, text]) => [`ElementMeasurements.${index}.${high}`, [text]]),
    ),
  )

export const isCalculated = (element: Pick<ElementDraft, 'ResultTypeId'>): boolean =>
  element.ResultTypeId === calculated

/** What is wrong with the formula of an element by field. `others` are the formulas of all other elements. */
export const formulaErrors = (
  element: Pick<ElementDraft, 'ResultTypeId' | 'Formula'>,
  key: number | null,
  others: ReadonlyMap<number, string | null>,
): Errors => {
  const formula = (element.Formula ?? '').trim()
  if (!isCalculated(element)) return {}
  if (formula === '') return { Formula: ['Formula is required'] }
  const used = inputsOf(formula)
  if ('reason' in used) return { Formula: [used.reason] }
  const unknown = used.ids.filter((id) => id !== key && !others.has(id))
  if (unknown.length > 0) return { Formula: [`There is no element ${unknown.join(', ')}`] }
  const formulas = [[key ?? 0, formula] as const, ...others].map(([ElementId, Formula]) => ({ ElementId, Formula }))
  return formulaCycle(formulas)?.includes(key ?? 0) ? { Formula: ['The formula uses its own result'] } : {}
}
