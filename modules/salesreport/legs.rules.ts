// The legs of a test: the patient's bill, and what one place charges another for it.

export const legs = [
  ['patient', "Patient's bill"],
  ['between', 'Between labs'],
  ['both', 'Both'],
] as const
export type Leg = (typeof legs)[number][0]
