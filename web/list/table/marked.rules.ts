// Which rows of a list are marked.

/** Marked or not any more. */
export const toggled = (marked: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(marked.has(id) ? [...marked].filter((one) => one !== id) : [...marked, id])

/** The place that a range begins at: where the row stands that was marked last, else `at`. */
export const anchorOf = (ids: readonly string[], last: string | undefined, at: number): number => {
  const place = last === undefined ? -1 : ids.indexOf(last)
  return place === -1 ? at : place
}

/** All from one row to another, both included, beside what is marked. */
export const reaching = (
  marked: ReadonlySet<string>,
  ids: readonly string[],
  from: number,
  to: number,
): ReadonlySet<string> => new Set([...marked, ...ids.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)])
