// An unused item of a free list can be removed; one in use cannot, and the refusal says where it is used.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fields } from '../../core/model.ts'
import { sql } from '../../server/db/db.ts'
import { serverModules } from '../../server/modules.ts'
import { columnOf } from '../../server/db/names.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await testApp()
  admin = await signedIn(app, 'admin', 1, 1)
})
afterAll(() => app.close())

const temperature = 108
const itemsOf = async (list: number) => (await admin.get(`/api/lists/${list}`)).body.ListItems
const without = async (id: unknown) =>
  admin.put(`/api/lists/${temperature}`, {
    ListItems: (await itemsOf(temperature)).filter((item) => item.ListItemId !== id),
  })

test('a temperature of tubes and specimens cannot be removed until no record uses it', async () => {
  const made = await admin.put(`/api/lists/${temperature}`, {
    ListItems: [...(await itemsOf(temperature)), { ItemName: 'Dry ice', ItemLabel: 'On dry ice' }],
  })
  expect(made.status).toBe(200)
  const id = (await itemsOf(temperature)).at(-1)?.ListItemId
  const keep = async (DefaultTemperatureId: number | null) =>
    expect((await admin.put('/api/specimens/1', { DefaultTemperatureId })).status).toBe(200)
  await keep(id)
  const refused = await without(id)
  expect([refused.status, refused.body.message, refused.body.errors]).toEqual([
    422,
    'On dry ice cannot be removed: it is used by 1 specimens',
    { ListItems: ['On dry ice cannot be removed: it is used by 1 specimens'] },
  ])
  expect((await itemsOf(temperature)).map((item) => item.ListItemId)).toContain(id)
  await keep(null)
  expect((await without(id)).status).toBe(200)
  expect((await itemsOf(temperature)).map((item) => item.ListItemId)).not.toContain(id)
})

type Chosen = { readonly listId: number; readonly table: string; readonly column: string }
/** The columns in which a record stores choices: its own, and those of grids with their own table. */
const chosenIn = (fields: Fields, table: string): Chosen[] =>
  Object.entries(fields).flatMap(([name, field]): Chosen[] => {
    if (field.computed || field.view || field.asked) return []
    if (field.kind === 'rows') return field.kept ? chosenIn(field.fields ?? {}, field.kept.table) : []
    return field.kind === 'choice' && field.listId !== undefined
      ? [{ listId: field.listId, table, column: columnOf(name) }]
      : []
  })

test('the database knows every choice from a list that a network may change', async () => {
  const free = await app.db.read.rows<{ ListId: number }>(sql`
    select
      list_id
    from
      lists
    where
      not restricted
  `)
  const known = await app.db.read.rows<{ At: string }>(sql`
    select
      constrained.relname || '.' || referring.attname as at
    from
      pg_constraint referred
      join pg_class constrained on constrained.oid = referred.conrelid
      join pg_attribute referring on referring.attrelid = referred.conrelid
      and referring.attnum = referred.conkey[1]
    where
      referred.contype = 'f'
      and referred.confrelid = 'list_items'::regclass
  `)
  const kept = serverModules
    .filter((module) => module.save)
    .flatMap(({ model, table }) => chosenIn(model.fields, table))
    .filter((one) => free.some((list) => list.ListId === one.listId))
    .map((one) => `${one.table}.${one.column}`)
  expect(kept.length).toBeGreaterThan(3)
  expect(known.map((one) => one.At)).toEqual(expect.arrayContaining([...new Set(kept)]))
  // a column named after an item, as of reasons and temperatures, is accounted for
  const called = await app.db.read.rows<{ At: string }>(sql`
    select
      table_name || '.' || column_name as at
    from
      information_schema.columns
    where
      table_schema = 'public'
      and table_name in (
        select
          relname
        from
          pg_class
        where
          relkind = 'r'
      )
      and column_name ~ '(^|_)(reason|temperature|payment_mode|bill_cycle|list_item)_id$'
      and table_name not in ('list_items')
  `)
  expect(called.map((one) => one.At).sort()).toEqual(known.map((one) => one.At).sort())
})
