// Who may change what the whole network shares: lists, departments, specimens, instruments, elements, tests.
import { allOf, eachOf, must, type Decision } from '../../core/refusal.ts'
import { entityType, role } from '../../core/user.ts'
import { namedItems } from './items.model.ts'
import type { List, ListDraft } from './lists.model.ts'

/** A laboratory or an entity above it decides what is measured, in what and how it is judged; a centre uses it. */
export const mayKeepMasters = (user: { readonly EntityTypeId: number }): Decision =>
  must(
    user.EntityTypeId === entityType.LegalEntity || user.EntityTypeId === entityType.Lab,
    'Only a laboratory or the legal entity can change this',
  )

/** The program depends on the ids of a restricted list. */
export const mayChangeList = (list: Pick<List, 'Restricted'>, user: { readonly RoleId: number }): Decision =>
  must(
    list.Restricted !== true || user.RoleId === role.Administrator,
    'Only an administrator can change a restricted list',
  )

type Items = Pick<ListDraft, 'ListItems'>
type Item = NonNullable<ListDraft['ListItems']>[number]
/** The items that a save removes. */
export const droppedItems = (before: Items | null, after: Items): readonly Item[] => {
  if (!before || after.ListItems === undefined) return []
  const left = new Set((after.ListItems ?? []).map((item) => item.ListItemId))
  return (before.ListItems ?? []).filter((item) => !left.has(item.ListItemId))
}
/** Records would lose the name of a removed item. Items that the program names cannot be removed from any list. */
export const mayDropItems = (before: Pick<List, 'Restricted' | 'ListItems'> | null, after: Items): Decision => {
  const gone = droppedItems(before, after)
  return allOf(
    must(
      before?.Restricted !== true || gone.length === 0,
      'The items of a restricted list cannot be removed: Aliquot depends on them',
      { at: 'ListItems', code: 'restricted' },
    ),
    must(!gone.some((item) => namedItems.has(Number(item.ListItemId))), 'Built-in items cannot be removed', {
      at: 'ListItems',
      code: 'named',
    }),
  )
}

/** How many rows of a table use an item. */
type Use = { readonly Table: string; readonly Id: number; readonly Count: number }
/** An item in use cannot be removed: its records would show an empty value. */
export const mayDropUsed = (gone: readonly Item[], uses: readonly Use[]): Decision =>
  eachOf(
    gone.map((item) => {
      const found = uses
        .filter((use) => use.Id === item.ListItemId)
        .map(({ Table: table, Count }) => `${Count} ${table.replaceAll('_', ' ')}`)
      return must(
        found.length === 0,
        `${item.ItemLabel ?? item.ItemName} cannot be removed: it is used by ${found.join(', ')}`,
        {
          at: 'ListItems',
          code: 'in-use',
        },
      )
    }),
  )
