// Which templates are ticked: what was printed last of such a record, else the first one.

/** Ids in the order they are offered in. `last` is what was remembered, whatever it is. */
export const chosenAtFirst = (offered: readonly number[], last: unknown): readonly number[] => {
  const again = Array.isArray(last) ? offered.filter((id) => last.includes(id)) : []
  return again.length > 0 ? again : offered.slice(0, 1)
}

/**
 * The ticked ones with this one turned over, in the order they are offered in: the bill is printed before its labels.
 */
export const turned = (offered: readonly number[], ticked: readonly number[], id: number): readonly number[] =>
  offered.filter((one) => ticked.includes(one) !== (one === id))
