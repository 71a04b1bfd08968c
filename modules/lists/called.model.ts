// Who was called about a critical value: role and name.

export const calledRoles = [
  ['doctor', 'Doctor'],
  ['nurse', 'Nurse'],
  ['ward', 'Ward or institution'],
  ['patient', 'Patient'],
  ['relative', 'Relative'],
  ['other', 'Other'],
] as const
export type CalledRole = (typeof calledRoles)[number][0]

/** `Sister Mary (nurse)`. */
export const calledText = (name: string, calledRole: CalledRole | null): string => {
  const word = calledRoles.find(([value]) => value === calledRole)?.[1]
  return word === undefined ? name : `${name} (${word.toLowerCase()})`
}
