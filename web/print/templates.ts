// Which templates are ticked: the ones last printed for such a record, else the first one.

/** Those of the ids that were printed last. `last` is the remembered value, of any kind. */
export const again = (ids: readonly number[], last: unknown): readonly number[] =>
  Array.isArray(last) ? ids.filter((id) => last.includes(id)) : []

/** Ids in the order in which they are offered. */
export const chosenAtFirst = (offered: readonly number[], last: unknown): readonly number[] => {
  const printed = again(offered, last)
  return printed.length > 0 ? printed : offered.slice(0, 1)
}

/**
 * The ticked ones with this one switched, in the order in which they are offered: the bill prints before its labels.
 */
export const turned = (offered: readonly number[], ticked: readonly number[], id: number): readonly number[] =>
  offered.filter((one) => ticked.includes(one) !== (one === id))
