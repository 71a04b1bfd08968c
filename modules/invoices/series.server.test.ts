// Numbers of a year past 999,999: a second series, of at most sixteen characters.
import { expect, test } from 'vitest'
import { booked } from '../sales/sales.fixture.ts'
import { raw, sql } from '../../server/db/db.ts'
import { invariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { invoicing } from './invoices.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { PatientId, sold, issue, issued } = invoicing(app, admin)

test('a number that is none breaks the invariant of numbers, and does not keep the others from being asked', async () => {
  const { InvoiceId, InvoiceNo } = await issued(await sold())
  await setRows(app, 'invoices', { InvoiceId }, { InvoiceNo: 'B/1' })
  expect(await app.db.read.rows(raw(invariants))).toContainEqual({
    Invariant: 'invoice numbers run 1 to n for a seller and year',
    Record: 'B',
  })
  await setRows(app, 'invoices', { InvoiceId }, { InvoiceNo })
})

test('past 999,999 a letter and five digits follow, for every invoice of the seller, until the last is used up', async () => {
  const [prefix, year] = String((await issued(await sold())).InvoiceNo).split('/')
  const counter = { Name: `invoice:${prefix ?? ''}/${year ?? ''}` }
  const walkIn = async () => (await booked(admin, { PatientId: await PatientId(), products: [3001] })).Invoice
  const numbers: string[] = []
  for (const used of [999_998, 1_099_998, 1_199_999]) {
    await setRows(app, 'counters', counter, { Value: used })
    for (const invoice of [await issued(await sold()), await walkIn()]) numbers.push(String(invoice.InvoiceNo))
  }
  await setRows(app, 'counters', counter, { Value: 3_299_998 })
  numbers.push(String((await issued(await sold())).InvoiceNo))
  expect(numbers).toEqual(
    // C is the credit notes' letter
    ['999999', 'A00000', 'A99999', 'B00000', 'D00000', 'D00001', 'Z99999'].map(
      (number) => `${prefix ?? ''}/${year ?? ''}/${number}`,
    ),
  )
  expect(Math.max(...numbers.map((number) => number.length))).toBe(16)
  expect((await issue([await sold()])).status).toBe(422)
  const read = await app.db.read.rows<{ N: number }>(sql`
    select
      number_of_series (split_part(invoice_no, '/', 3))::int as n
    from
      invoices
    where
      invoice_no = any (${numbers})
    order by
      1
  `)
  expect(read.map(({ N }) => N)).toEqual([999_999, 1_000_000, 1_099_999, 1_100_000, 1_200_000, 1_200_001, 3_299_999])
})
