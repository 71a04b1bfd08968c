// Compares what the code claims of rows with what PostgreSQL answered.
import type { Answer } from './answers.ts'
import type { Claim } from './claims.ts'

/** A fault in words, and the claims that no test has tried. */
export type Compared = { readonly faults: readonly string[]; readonly untried: readonly string[] }

const faultsOf = ({ place, columns }: Claim, answers: readonly Answer[]): string[] => {
  const faults = new Set<string>()
  for (const answer of answers) {
    for (const [name, { kinds, mayMiss }] of Object.entries(columns)) {
      const had = answer.columns[name]
      if (had === undefined) {
        if (!mayMiss) faults.add(`${place} claims ${name}, and the statement has no such column`)
        continue
      }
      if (kinds === 'any') continue
      for (const kind of had.filter((one) => !kinds.includes(one)))
        faults.add(`${place} claims ${name} to be ${kinds.join(' or ')}, and it was ${kind}`)
    }
    for (const name of Object.keys(answer.columns))
      if (!(name in columns)) faults.add(`${place} reads ${name} and claims no such column`)
  }
  return [...faults]
}

export const compare = (claims: readonly Claim[], answers: readonly Answer[]): Compared => {
  const byPlace = Map.groupBy(answers, (answer) => answer.place)
  return {
    faults: claims.flatMap((claim) => faultsOf(claim, byPlace.get(claim.place) ?? [])),
    untried: claims.filter((claim) => !byPlace.has(claim.place)).map((claim) => claim.place),
  }
}
