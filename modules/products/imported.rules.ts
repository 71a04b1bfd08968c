// Merges lines of products from a file into those that a list has.
type Line = { readonly ProductId?: number | null }

/** The lines with those of a file: a product of the list takes the file's values, others are added. */
export const withImported = <L extends Line>(lines: readonly L[], read: readonly L[]): L[] => {
  const byProduct = new Map(read.map((line) => [line.ProductId, line]))
  const kept = lines.map((line) => ({ ...line, ...byProduct.get(line.ProductId) }))
  const there = new Set(lines.map((line) => line.ProductId))
  return [...kept, ...read.filter((line) => !there.has(line.ProductId))]
}
