// Who was called about a critical value: role and name; and which calls an act leaves to make.
import type { Shaped } from '../../core/answer/answer.ts'
import type { Errors } from '../../core/validate.ts'

export const calledRoles = [
  ['doctor', 'Doctor'],
  ['nurse', 'Nurse'],
  ['ward', 'Ward or institution'],
  ['patient', 'Patient'],
  ['relative', 'Relative'],
  ['other', 'Other'],
] as const
export type CalledRole = (typeof calledRoles)[number][0]

/** What is missing of the person who was called: who was reached has role and name, an attempt may have neither. */
export const whoErrors = (name: string, calledRole: CalledRole | null | undefined, isReached: boolean): Errors => ({
  ...(isReached && !name && { CalledTo: ['Spoken to is required'] }),
  ...(name && !/\p{L}.*\p{L}/u.test(name) && { CalledTo: ['Give the name: two letters at least'] }),
  ...(isReached &&
    !calledRole && {
      CalledRole: [`Say who that is: ${calledRoles.map(([, word]) => word.toLowerCase()).join(', ')}`],
    }),
})

/** `Sister Mary (nurse)`; of an attempt without a name `anyone (nurse)`. */
export const calledText = (name: string | null, calledRole: CalledRole | null): string => {
  const word = calledRoles.find(([value]) => value === calledRole)?.[1]
  const to = name ?? 'anyone'
  return word === undefined ? to : `${to} (${word.toLowerCase()})`
}

/** A call that an act leaves to make, and the sale on whose sheet it is logged. */
export const callToMake = { SaleId: 'integer', WorkItemId: 'integer', Element: 'text', Result: 'text?' } as const
export type CallToMake = Shaped<typeof callToMake>
/** The sheets on which the calls are logged, each once. */
export const sheetsOf = (calls: readonly CallToMake[]): readonly { readonly SaleId: number }[] =>
  [...new Set(calls.map(({ SaleId }) => SaleId))].map((SaleId) => ({ SaleId }))
