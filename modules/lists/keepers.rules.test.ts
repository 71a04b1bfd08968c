// Items of lists that cannot be removed.
import { expect, test } from 'vitest'
import { yes } from '../../core/refusal.ts'
import { droppedItems, mayDropItems, mayDropUsed } from './keepers.rules.ts'
import { gender } from './items.model.ts'

const item = (ListItemId: number) => ({ ListItemId, ItemName: null, ItemLabel: 'x', ItemValue: null })
const own = 9001
const list = (Restricted: boolean) => ({ Restricted, ListItems: [item(gender.Male), item(own)] })

test('an item of a free list may be removed, one that the program names may not, and none of a restricted list', () => {
  expect(mayDropItems(list(false), { ListItems: [item(gender.Male)] })).toEqual(yes)
  expect(mayDropItems(list(false), { ListItems: [item(own)] })).toMatchObject({
    ok: false,
    at: 'ListItems',
    code: 'named',
  })
  expect(mayDropItems(list(true), { ListItems: [item(gender.Male)] })).toMatchObject({ ok: false, code: 'restricted' })
})
test('a list that is new or sent without its items loses none', () => {
  expect(mayDropItems(null, { ListItems: [] })).toEqual(yes)
  expect(mayDropItems(list(true), {})).toEqual(yes)
  expect(mayDropItems(list(true), { ListItems: [item(own), item(gender.Male), {}] })).toEqual(yes)
})
test('an item in use cannot be removed, and the refusal counts its uses', () => {
  const gone = droppedItems(list(false), { ListItems: [item(gender.Male)] })
  expect(gone).toEqual([item(own)])
  const uses = [
    { Table: 'element_specimens', Id: own, Count: 3 },
    { Table: 'samples', Id: own, Count: 12 },
    { Table: 'samples', Id: gender.Male, Count: 1 },
  ]
  expect(mayDropUsed(gone, uses)).toMatchObject({
    ok: false,
    reason: 'x cannot be removed: it is used by 3 element specimens, 12 samples',
    errors: { ListItems: ['x cannot be removed: it is used by 3 element specimens, 12 samples'] },
  })
  expect(mayDropUsed(gone, uses.slice(2))).toEqual(yes)
})
