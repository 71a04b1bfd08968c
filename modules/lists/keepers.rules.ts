// Who keeps what the whole network shares: lists, departments, specimens, instruments, elements, tests.
import { allOf, must, yes, type Decision } from '../../core/refusal.ts'
import { entityType, role } from '../../core/user.ts'
import { namedItems } from './items.model.ts'
import type { List, ListDraft } from './lists.model.ts'

/** What is measured, in what and how it is judged is said by the laboratory or above it; a centre uses it. */
export const mayKeepMasters = (user: { readonly EntityTypeId: number }): Decision =>
  must(
    user.EntityTypeId === entityType.LegalEntity || user.EntityTypeId === entityType.Lab,
    'The laboratory or the legal entity keeps this',
  )

/** The program depends on the ids of a restricted list. */
export const mayChangeList = (list: Pick<List, 'Restricted'>, user: { readonly RoleId: number }): Decision =>
  must(
    list.Restricted !== true || user.RoleId === role.Administrator,
    'Only an administrator changes a restricted list',
  )

type Items = Pick<ListDraft, 'ListItems'>
const keysOf = (list: Items): readonly unknown[] => (list.ListItems ?? []).map((item) => item.ListItemId)
/** What stands in records under an item would lose its name with it; what the program names stays in any list. */
export const mayDropItems = (before: Pick<List, 'Restricted' | 'ListItems'> | null, after: Items): Decision => {
  if (before === null || after.ListItems === undefined) return yes
  const left = new Set(keysOf(after))
  const gone = keysOf(before).filter((key) => !left.has(key))
  return allOf(
    must(
      before.Restricted !== true || gone.length === 0,
      'The items of a restricted list stay: the program depends on them',
      { at: 'ListItems', code: 'restricted' },
    ),
    must(!gone.some((key) => namedItems.has(Number(key))), 'An item that the program depends on stays', {
      at: 'ListItems',
      code: 'named',
    }),
  )
}
