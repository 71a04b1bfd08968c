// List items that code refers to: each has one name, its id, its first label and its look as a status.

/** The look of a status: not begun, moving, in the lab, partly, done, cancelled. */
export type Tone = 'none' | 'moving' | 'lab' | 'partly' | 'done' | 'cancelled'
export type Item = {
  readonly id: number
  readonly label: string
  /** The label without its explanation, for a line of a print or a narrow column. */
  readonly short?: string
  /** ItemName, where a formula or a file uses it. */
  readonly code?: string
  /** ItemValue, where code calculates with it. */
  readonly value?: number
  readonly tone?: Tone
  /** In a list, a record in this status is struck through. */
  readonly struck?: boolean
}
export type ItemList<Name extends string = string> = {
  readonly listId: number
  readonly items: Readonly<Record<Name, Item>>
}

export const itemList = <Name extends string>(listId: number, items: Readonly<Record<Name, Item>>): ItemList<Name> => ({
  listId,
  items,
})
/** An object of entries by its own names. */
export const named = <Name extends string, V>(entries: readonly (readonly [string, V])[]): Readonly<Record<Name, V>> =>
  // a cast: made of entries, the object has the same names, which the type of entries forgets
  Object.fromEntries(entries) as Record<Name, V>
/** The ids by their names: `saleStatus.Cancelled`. */
export const idsOf = <Name extends string>(
  items: Readonly<Record<Name, { readonly id: number }>>,
): Readonly<Record<Name, number>> =>
  named(Object.entries<{ readonly id: number }>(items).map(([name, item]) => [name, item.id] as const))

/** Undefined for an id that has no name here. */
export const itemOf = (list: ItemList, id: number | null | undefined): Item | undefined =>
  Object.values(list.items).find((item) => item.id === id)
/** The short label of an item. */
export const wordOf = (list: ItemList, id: number | null | undefined): string | undefined => {
  const item = itemOf(list, id)
  return item?.short ?? item?.label
}
export const toneOf = (list: ItemList, id: number | null | undefined): Tone => itemOf(list, id)?.tone ?? 'moving'
