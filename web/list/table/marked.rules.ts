// Which rows of a list are marked.

/** Switches the mark of a row. */
export const toggled = (marked: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(marked.has(id) ? [...marked].filter((one) => one !== id) : [...marked, id])

/** The place where a range starts: at the last marked row, else `at`. */
export const anchorOf = (ids: readonly string[], last: string | undefined, at: number): number => {
  const place = last === undefined ? -1 : ids.indexOf(last)
  return place === -1 ? at : place
}

/** All rows from one to another, both included, in addition to the marked ones. */
export const reaching = (
  marked: ReadonlySet<string>,
  ids: readonly string[],
  from: number,
  to: number,
): ReadonlySet<string> => new Set([...marked, ...ids.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)])
