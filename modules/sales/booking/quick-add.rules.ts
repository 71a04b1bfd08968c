// What is wrong in a quick-add form, by field.
import type { Field } from '../../../core/model.ts'

type Values = Readonly<Record<string, unknown>>

/** Name for both; gender and age for patients; the fields check the rest. */
export const quickErrors = (
  kind: 'patient' | 'doctor',
  fields: Readonly<Record<string, Field>>,
  values: Values,
  fieldError: (field: Field, value: unknown) => string | undefined,
): Record<string, string> => {
  const errors: Record<string, string> = {}
  for (const name of [
    'Name',
    'GenderId',
    'NameAlias',
    'Specialization',
    'Age',
    'BirthDate',
    'BirthTime',
    'Height',
    'Weight',
    'MobilePhone',
    'Email',
  ]) {
    const field = fields[name]
    const error = field && fieldError(field, values[name])
    if (error !== undefined) errors[name] = error
  }
  const missing = (name: string): boolean => values[name] === null || values[name] === undefined || values[name] === ''
  if (kind === 'patient' && missing('GenderId')) errors.GenderId = 'Gender is required'
  if (kind === 'patient' && missing('Age') && !errors.Age) errors.Age = 'Age is required'
  return errors
}
