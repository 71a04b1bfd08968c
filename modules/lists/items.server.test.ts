// The items, roles and entity types that the program knows by name are those of a new network.
import { expect, test } from 'vitest'
import type { Item, ItemList } from '../../core/items.ts'
import { roles } from '../../core/user.ts'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows, valueOf } from '../../server/testing/rows.ts'
import * as items from './items.model.ts'

const { app } = networkForTests()

const lists = Object.entries<object>(items).filter((entry): entry is [string, ItemList] => 'listId' in entry[1])
type Row = { Id: number; Label: string; Code: string; Value: string }
const kept = (listId: number): Promise<Row[]> =>
  readRows<Row>(
    app,
    'list_items',
    { ListId: listId },
    'list_item_id as id, item_label as label, item_name as code, item_value as value',
    'list_item_id',
  )
const isRestricted = async (listId: number): Promise<boolean> =>
  await valueOf<boolean>(app, 'lists', { ListId: listId }, 'restricted')

test.each(lists)(
  '%s: each has the id, the list, the label and the value that a network starts with',
  async (_name, { listId, items }) => {
    const known = Object.values<Item>(items)
    expect(known.length).toBeGreaterThan(0)
    const rows = await kept(listId)
    for (const item of known) {
      const row = rows.find((one) => one.Id === item.id)
      expect(row, item.label).toMatchObject({
        Label: item.label,
        ...(item.code !== undefined && { Code: item.code }),
        ...(item.value !== undefined && { Value: String(item.value) }),
      })
      // a short label is the beginning of the label
      if (item.short !== undefined) expect(item.label.startsWith(item.short), item.label).toBe(true)
    }
    // no user may add to a restricted list, so the program knows all of it
    if (await isRestricted(listId)) expect(known.map((item) => item.id)).toEqual(rows.map((row) => row.Id))
  },
)

test('no id is in two lists or under two names', () => {
  const ids = [...new Map(lists.map(([, list]) => [list.listId, list])).values()].flatMap(({ items }) =>
    Object.values<Item>(items).map((item) => item.id),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('each role has its id and its name', async () => {
  const rows = await app.db.read.rows<{ Id: number; Label: string }>(sql`
    select
      role_id as id,
      role_name as label
    from
      roles
    order by
      role_id
  `)
  expect(Object.values(roles)).toEqual(rows.map(({ Id, Label }) => ({ id: Id, label: Label })))
})
