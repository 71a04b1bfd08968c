// A row has the names that TypeScript knows, however it is read; a name with a capital letter is left as it is.
import { expect, test } from 'vitest'
import { networkForTests } from '../testing/network.ts'
import { raw, sql } from './db.ts'
import { fieldOf } from './names.ts'

const { app } = networkForTests()

const columns = raw(`7 as sale_id, true as is_open, 'now' as at, 'kept' as "SaleDate", 'small' as "createdBy"`)
const row = { SaleId: 7, IsOpen: true, At: 'now', SaleDate: 'kept', createdBy: 'small' }
const statement = sql`
  select
    ${columns}
`

test('columns are read under the names of the model', async () => {
  expect(await app.db.read.rows(statement)).toEqual([row])
  expect(await app.db.replica.one(statement)).toEqual(row)
  expect(await app.db.transaction((tx) => tx.maybe(statement))).toEqual(row)
})

test('rows of a stream have the same names, those of every part', async () => {
  const lengths: number[] = []
  const found = app.db.stream<{ SaleId: number }>(sql`
    select
      sale_id
    from
      generate_series(1, 1500) sale_id
  `)
  for await (const rows of found) lengths.push(rows.filter((one, at) => one.SaleId > at).length)
  expect(lengths).toEqual([1000, 500])
})

test('a statement whose columns have changed is read under its present ones', async () => {
  const changed = (change: string): Promise<Record<string, unknown>[]> =>
    app.db.transaction(async (tx) => {
      await tx.run(sql`
        create temporary table changing_columns (first_name text) on
        commit
        drop
      `)
      await tx.run(sql`
        insert into
          changing_columns
        values
          ('A')
      `)
      if (change !== '') await tx.run(sql`${raw(change)}`)
      return tx.rows(sql`
        select
          * /* planned for its values */
        from
          changing_columns
      `)
    })
  expect(await changed('')).toEqual([{ FirstName: 'A' }])
  expect(await changed('alter table changing_columns rename first_name to last_name')).toEqual([{ LastName: 'A' }])
  expect(await changed('alter table changing_columns add is_new boolean')).toEqual([{ FirstName: 'A', IsNew: null }])
})

test('two columns that would have one name are refused, and one that is answered twice is not', async () => {
  const both = sql`
    select
      1 as sale_id,
      2 as "SaleId"
  `
  await expect(app.db.read.rows(both)).rejects.toThrow('The columns sale_id and SaleId would both be SaleId')
  const twice = sql`
    select
      1 as sale_id,
      2 as sale_id
  `
  expect(await app.db.read.rows(twice)).toEqual([{ SaleId: 2 }])
})

test('a statement that writes answers how many rows, with or without columns', async () => {
  const written = await app.db.transaction(async (tx) => [
    await tx.run(sql`
      update users
      set
        email = email
    `),
    await tx.run(sql`
      update users
      set
        email = email
      returning
        user_id
    `),
  ])
  expect(written[0]).toBeGreaterThan(0)
  expect(written[1]).toBe(written[0])
})

test('the names of abbreviations are those of the specification', () => {
  expect(['lrn', 'mandate_lrn', 'created_at', 'SaleId', 'n'].map(fieldOf)).toEqual([
    'LRN',
    'MandateLRN',
    'createdAt',
    'SaleId',
    'N',
  ])
})

test('rows that are asked for without a column are there', async () => {
  const found = sql`
    select
    from
      generate_series(1, 2)
  `
  expect(await app.db.read.rows(found)).toEqual([{}, {}])
  expect(
    await app.db.read.maybe(sql`
      select
      from
        generate_series(1, 0)
    `),
  ).toBeUndefined()
})
