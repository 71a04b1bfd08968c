// Saving the rows of a grid: keys stay, added rows get one, rows that are gone go.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pricelistsServer } from '../modules/pricelists/pricelists.server.ts'
import { pricelists } from '../modules/pricelists/pricelists.model.ts'
import { callerFor } from '../demo/caller.ts'
import { sql } from './db.ts'
import type { Caller, Loaded, ServerModule } from './module.ts'
import { saveRecord } from './save.ts'
import { saveRows } from './table.ts'
import { testApp, type TestApp } from './testing/app.ts'

const grid = {
  table: 'price_list_products',
  keyColumn: 'price_list_product_id',
  rowKey: 'PriceListProductId',
  parentColumn: 'price_list_id',
  fields: pricelists.fields['PriceListProducts']?.fields ?? {},
}
/** Price lists that are saved as their grid says. */
const saved: ServerModule = {
  ...pricelistsServer,
  save: async ({ tx, record, key }) => {
    await saveRows(tx, grid, key ?? 0, record['PriceListProducts'] as Loaded[])
    return key ?? 0
  },
}

let app: TestApp
let manager: Caller
beforeAll(async () => {
  app = await testApp()
  manager = { ...(await callerFor(app.db, 'manager', 2, 1)) }
  manager = {
    ...manager,
    Permissions: [
      ...manager.Permissions,
      { ModuleId: 'pricelists', Permit: 'update', Criteria: null, StatementId: null },
    ] as Caller['Permissions'],
  }
})
afterAll(() => app.close())
const meta = () => ({ user: manager, idempotencyKey: undefined, ifMatch: undefined, tab: '' })
const read = (): Promise<Loaded> => app.db.read.one<Loaded>(saved.read(1, manager))
const rowsOf = (list: Loaded): Loaded[] => list['PriceListProducts'] as Loaded[]
const keysOf = (list: Loaded): unknown[] => rowsOf(list).map((row) => row['PriceListProductId'])

test('rows that a screen loaded and sends back keep their keys; a changed one is changed, a new one added, a missing one removed', async () => {
  const before = await read()
  const [first, second, ...rest] = rowsOf(before)
  const send = (rows: readonly Loaded[]): Loaded => ({ PriceListProducts: rows })
  expect((await saveRecord(app.db, saved, 1, send(rowsOf(before)), meta())).status).toBe(200)
  expect(keysOf(await read())).toEqual(keysOf(before))
  await saveRecord(app.db, saved, 1, send([{ ...first, Price: 777 }, ...rest]), meta())
  const after = await read()
  expect(keysOf(after)).toEqual(keysOf(before).filter((key) => key !== second?.['PriceListProductId']))
  expect(rowsOf(after).find((row) => row['PriceListProductId'] === first?.['PriceListProductId'])).toMatchObject({ Price: 777 })
  await saveRecord(app.db, saved, 1, send([{ ProductId: second?.['ProductId'], Price: 12 }, ...rowsOf(after)]), meta())
  expect(keysOf(await read())).toEqual(expect.arrayContaining(keysOf(after)))
  expect(keysOf(await read())).toHaveLength(keysOf(before).length)
})

test('a key of another list, twice the same, or that is no number is refused', async () => {
  const [row] = rowsOf(await read())
  const { id } = await app.db.read.one<{ id: number }>(
    sql`select price_list_product_id as id from price_list_products where price_list_id <> 1 limit 1`,
  )
  for (const rows of [[{ ...row, PriceListProductId: id }], [row, row], [{ ...row, PriceListProductId: 'x' }]])
    await expect(app.db.transaction((tx) => saveRows(tx, grid, 1, rows as Loaded[]))).rejects.toMatchObject({ status: 400 })
})
