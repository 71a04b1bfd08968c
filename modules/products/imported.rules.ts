// Merges lines from a file into those that a record has.

/** The lines with those of a file: what is there `by` its key takes the file's values, others are added. */
export const withImported = <By extends string, L extends { readonly [key in By]?: number | null }>(
  lines: readonly L[],
  read: readonly L[],
  by: By,
): L[] => {
  const byKey = new Map(read.map((line) => [line[by], line]))
  const kept = lines.map((line) => ({ ...line, ...byKey.get(line[by]) }))
  const there = new Set(lines.map((line) => line[by]))
  return [...kept, ...read.filter((line) => !there.has(line[by]))]
}
