// The data of a tube label, and how its name is shortened: the family name is always whole.

export type LabelData = {
  readonly FamilyName: string
  readonly GivenNames: string
  /** Short name of the department: "HEM". */
  readonly Department: string
  /** "M 58 y". */
  readonly AgeSex: string
  readonly Collected: string
  /** AccessionNo-NN: printed with its hyphen, encoded without. */
  readonly Barcode: string
  /** "EDTA · LAVENDER". */
  readonly Tube: string
  readonly PatientId: string
}

/**
 * The name in falling length; the layout uses the first that fits. Given names are shortened from the last to the
 * first, then left out; a family name never is.
 */
export const labelNames = (familyName: string, givenNames: string): readonly string[] => {
  const family = familyName.trim().toLocaleUpperCase('en')
  const given = givenNames
    .trim()
    .split(/\s+/)
    .filter((name) => name !== '')
  const initial = (name: string): string => [...new Intl.Segmenter().segment(name)][0]?.segment ?? ''
  const names: string[] = []
  for (let whole = given.length; whole >= 0; whole -= 1) {
    names.push(
      [family, ...given.map((name, i) => (i < whole ? name : initial(name)))].filter((name) => name !== '').join(' '),
    )
  }
  if (given.length > 1) names.push([family, initial(given[0] ?? '')].join(' ').trim())
  if (family !== '') names.push(family)
  return [...new Set(names)]
}
