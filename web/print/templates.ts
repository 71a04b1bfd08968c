// Which templates are ticked: the ones last printed for such a record, else the first one.

/** Ids in the order in which they are offered. `last` is the remembered value, of any kind. */
export const chosenAtFirst = (offered: readonly number[], last: unknown): readonly number[] => {
  const again = Array.isArray(last) ? offered.filter((id) => last.includes(id)) : []
  return again.length > 0 ? again : offered.slice(0, 1)
}

/**
 * The ticked ones with this one switched, in the order in which they are offered: the bill prints before its labels.
 */
export const turned = (offered: readonly number[], ticked: readonly number[], id: number): readonly number[] =>
  offered.filter((one) => ticked.includes(one) !== (one === id))
