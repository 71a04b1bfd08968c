// Prices from a csv file: good lines are read, the others reported word for word, and no line is stored before the
// list is saved.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvCell } from '../../core/files/csv.ts'
import { sql } from '../../server/db/db.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'
import { csvSent } from '../../server/testing/files.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { setRows } from '../../server/testing/rows.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await testApp({ jobs: true })
  admin = await signedIn(app, 'admin', 1, 1)
})
afterAll(() => app.close())

type Line = Read<'pricelists'>['PriceListProducts'][0]
const send = (person: Person, csv: string) => csvSent<Line>(person, '/api/import/pricelists', csv)
/** What a small file gives, as its job would end. */
const ended = async (person: Person, csv: string) => {
  const { status, body } = await send(person, csv)
  if (status === 200)
    return {
      State: 'done',
      Done: 0,
      Total: 0,
      Result: { Rows: body.Lines },
      Errors: body.Errors,
      Message: body.message,
    }
  expect([status, body.message]).toEqual([202, 'The file is being read'])
  const run = async () => (await person.get(`/api/jobs/${body.JobRunId}`)).body
  await expect.poll(async () => (await run()).State, { timeout: 20_000, interval: 100 }).toMatch(/done|failed/)
  return run()
}
type Ended = { readonly Result: { readonly Rows: readonly Line[] } }
const rowsOf = ({ Result }: Ended) => Result.Rows.map((row) => [row.Product.Code, row.Price, row.Discount])

test('MDA-274 MDA-276 MDA-277 MDA-278 good lines of code, any, price and discount are read; an unknown code, a short line and a wrong figure are reported word for word', async () => {
  const run = await ended(
    admin,
    '\uFEFFP001,whatever,250,10\r\n\r\nNOPE,x,1,1\r\nP001,250\r\n,,,\r\np002,"Glucose, ""fasting""",99.5,\r\nP003,x,-1,0\r\nP004,x,dear,0\r\nP001,x,1,1\r\n',
  )
  expect(run.State).toBe('done')
  expect(rowsOf(run)).toEqual([
    ['P001', 250, 10],
    ['P002', 99.5, null],
  ])
  expect(run.Errors).toEqual([
    'Product Not Found: NOPE,x,1,1',
    'Error reading: P001,250',
    'Product Not Found: ,,,',
    'Price cannot be below 0: P003,x,-1,0',
    'Price must be a number: P004,x,dear,0',
    'Duplicate of an earlier line: P001,x,1,1',
  ])
  expect(run.Message).toBe('Imported 2 products, 6 lines could not be read')
})

test('a line with too many cells is refused, and the mark that an export wrote before a text is removed', async () => {
  await setRows(app, 'products', { Code: 'P005' }, { Code: '-P005' })
  const run = await ended(admin, `P001,x,250,10,more\n${csvCell('-P005')},${csvCell('=x')},1,1\n`)
  await setRows(app, 'products', { Code: '-P005' }, { Code: 'P005' })
  expect([rowsOf(run), run.Errors]).toEqual([[['-P005', 1, 1]], ['Error reading: P001,x,250,10,more']])
})

test('more lines than the list takes, and more cells than a line takes, are refused', async () => {
  expect(await ended(admin, 'P001,x,1,1\n'.repeat(60_001))).toMatchObject({
    State: 'failed',
    Message: 'A file can have 60000 lines at most',
  })
  const wide = await send(admin, ','.repeat(99_000))
  expect([wide.status, wide.body.message]).toEqual([422, 'A line can have 500 cells at most'])
})

test('a header is allowed and gives the order of the columns', async () => {
  const run = await ended(admin, 'Discount,Price,Code\n5,100,P001\n')
  expect([rowsOf(run), run.Errors]).toEqual([[['P001', 100, 5]], []])
})

test('read lines are saved with the record, in its version and its history', async () => {
  const { body } = await admin.get('/api/pricelists/4')
  const run = await ended(admin, 'P001,x,123.45,5\n')
  const [row]: readonly Line[] = run.Result.Rows
  const kept = body.PriceListProducts.map((line) => (line.ProductId === row?.ProductId ? { ...line, ...row } : line))
  const sent = kept.map(({ Product: _names, ...line }) => line)
  const saved = await admin.put('/api/pricelists/4', { PriceListProducts: sent, RowVersion: body.RowVersion })
  expect([saved.status, saved.body]).toMatchObject([200, { PriceListId: 4 }])
  const after = (await admin.get('/api/pricelists/4')).body.PriceListProducts
  expect(after.find((line) => line.ProductId === row?.ProductId)).toMatchObject({ Price: 123.45, Discount: 5 })
  const history = (await admin.get('/api/actions?ModuleId=pricelists&FormId=4')).body
  expect(history[0]).toMatchObject({ Action: 'update', Changes: { PriceListProducts: expect.anything() } })
})

test('a file of 5 MB is accepted; one byte more, no text, or an unclosed quotation mark is refused with a reason', async () => {
  const line = `${'x'.repeat(99)}\n`
  const full = line.repeat(50_000)
  expect((await send(admin, full)).status).toBe(202)
  const more = await send(admin, `${full}x`)
  expect([more.status, more.body.message]).toEqual([413, 'The file can have 5 MB at most'])
  expect((await send(admin, 'a\0b')).body.message).toBe('This is not a csv file')
  expect((await admin.post('/api/import/pricelists', {})).body.message).toBe('Send the file as text/csv')
  const unclosed = await send(admin, 'P001,"x,1,1\nP002,x,1,1\n')
  expect([unclosed.status, unclosed.body.message]).toEqual([
    422,
    'A quotation mark in this file is opened and never closed',
  ])
  expect(await ended(admin, `${'\n'.repeat(100_001)}P001,"x,1,1\nP002,x,1,1\n`)).toMatchObject({
    State: 'failed',
    Title: 'Import of prices',
    ModuleId: 'pricelists',
  })
})

describe('a large file', () => {
  beforeAll(async () => {
    await app.db.transaction((tx) =>
      tx.run(sql`
        insert into
          products (code, name, mrp, owner_id)
        select
          'BIG' || number,
          'Big ' || number,
          10,
          1
        from
          generate_series(1, 50000) number
      `),
    )
  })
  test('fifty thousand lines are read, each by its code', async () => {
    const csv = Array.from({ length: 50_000 }, (_, at) => `big${at + 1},x,${at + 0.5},1\n`).join('')
    const run = await ended(admin, csv)
    expect([run.Errors, run.Result.Rows.length, run.Done, run.Total]).toEqual([[], 50_000, 50_000, 50_000])
    expect(rowsOf(run).at(-1)).toEqual(['BIG50000', 49_999.5, 1])
  })

  test('a user who may not update price lists imports none, and a product of another owner is not found', async () => {
    const desk = await signedIn(app, 'frontdesk', 5, 12)
    expect((await send(desk, 'P001,x,1,1\n')).status).toBe(403)
    await setRows(app, 'products', { Code: 'BIG7' }, { IsLocalProduct: true, OwnerId: 12 })
    const manager = await signedIn(app, 'manager', 2, 3)
    expect((await ended(manager, 'BIG7,x,1,1\n')).Errors).toEqual(['Product Not Found: BIG7,x,1,1'])
  })
})
