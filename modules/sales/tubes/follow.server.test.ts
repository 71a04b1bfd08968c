// Between accession and report: records that depend on a sale's header follow it, or the save says what to do.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { legsOf } from '../accession/legs.fixture.ts'
import { invoiced } from '../invoiced.fixture.ts'
import { accessioned, aPatient, booked, daysAgo, mode, nextLrn, owed, product, saleOf } from '../sales.fixture.ts'

const { app, desk, front, manager } = networkForTests('desk', 'front', 'manager')
let patient: number
let other: number
beforeAll(async () => {
  patient = await aPatient(desk)
  other = await aPatient(desk, { Name: 'The Right One', GenderId: 2, Age: 30 })
})
afterEach(() => expectInvariants(app.db))
const put = (sale: Read<'sales'>, changes: Json, person = desk) => person.put(`/api/sales/${sale.SaleId}`, changes)
const isoOf = (value: Date | string): string => new Date(value).toISOString()

test('the patient, the doctor, the LRN and the dates of an accessioned sale are corrected on every leg', async () => {
  const sale = await accessioned(front, {
    PatientId: patient,
    SellerId: 12,
    BuyerId: 22,
    products: [product.cbc, product.antiCcp],
  })
  const before = await legsOf(app, sale.SaleId)
  expect(before).toHaveLength(2)
  const LRN = nextLrn()
  const CollectionDate = daysAgo(1)
  const answer = await put(sale, { PatientId: other, ReferringDoctorId: 116, LRN, CollectionDate }, front)
  expect([answer.status, answer.body.message]).toEqual([200, expect.stringContaining('is saved')])
  for (const [index, leg] of (await legsOf(app, sale.SaleId)).entries()) {
    expect(leg).toMatchObject({ PatientId: other, PatientName: 'The Right One', ReferringDoctorId: 116, LRN })
    expect([isoOf(leg.CollectionDate), leg.RowVersion > (before[index]?.RowVersion ?? 0)]).toEqual([
      CollectionDate,
      true,
    ])
  }
})

test('tubes take the collection date of their sale, except a tube collected separately; a new patient needs new labels', async () => {
  const sale = await accessioned(desk, { PatientId: patient, BuyerId: 21, products: [product.cbc, product.lipids] })
  const [own] = sale.Samples
  await setRows(app, 'samples', { SampleId: own?.SampleId }, { CollectionDate: daysAgo(2) })
  const CollectionDate = daysAgo(1)
  expect((await put(sale, { PatientId: other, CollectionDate })).status).toBe(200)
  const tubes = await app.db.read.rows<{ SampleId: number; At: string; Words: string }>(sql`
    select
      t.sample_id,
      t.collection_date as at,
      (
        select
          e.what
        from
          sample_events e
        where
          e.sample_id = t.sample_id
        order by
          e.sample_event_id desc
        limit
          1
      ) as words
    from
      samples t
    where
      t.sale_id = ${sale.SaleId}
    order by
      t.sample_id
  `)
  expect(tubes.map((tube) => isoOf(tube.At) === CollectionDate)).toEqual([false, ...tubes.slice(1).map(() => true)])
  expect(new Set(tubes.map((tube) => tube.Words))).toEqual(new Set(['Patient corrected: print the label again']))
  const ahead = await put(sale, { CollectionDate: daysAgo(-1), ReportDate: daysAgo(-2) })
  expect([ahead.status, ahead.body.message]).toEqual([
    400,
    'The tubes are collected, so Collection Date cannot be in the future',
  ])
})

test('a walk-in patient who was picked wrongly is corrected with the bill, the ledger and the receipts, even in a closed batch', async () => {
  const [wrong, right] = [
    await aPatient(desk, { Name: 'Wrong Namesake' }),
    await aPatient(desk, { Name: 'Right Namesake' }),
  ]
  const sale = await accessioned(desk, { PatientId: wrong, receipts: [{ PaymentModeId: mode.cash, Amount: 200 }] })
  await app.db.transaction((tx) =>
    tx.run(sql`
      update tran_batches
      set
        close_date = now()
      where
        owner_id = ${desk.userId}
        and close_date is null
    `),
  )
  const money = () =>
    app.db.read.rows<Json>(sql`
      select
        batch_id,
        created_by,
        date,
        amount,
        giver_id
      from
        transactions
      where
        invoice_id = ${sale.InvoiceId}
        and not is_cancelled
    `)
  const [was] = await money()
  expect((await put(sale, { PatientId: right })).status).toBe(200)
  const after = await saleOf(desk, sale.SaleId)
  expect(after).toMatchObject({
    PatientId: right,
    BuyerId: right,
    Paid: 200,
    Outstanding: 150,
    InvoiceId: sale.InvoiceId,
  })
  expect([await owed(desk, wrong), await owed(desk, right)]).toEqual([0, 150])
  expect(await money()).toEqual([{ ...was, GiverId: right }])
})

test('the own invoice of an accessioned sale moves to another buyer, at the prices of that buyer', async () => {
  const own = await aPatient(desk, { Name: 'Buyer Corrected' })
  const sale = await accessioned(manager, { PatientId: own })
  expect((await put(sale, { BuyerId: 11, OverrideRemarks: 'agreed' }, manager)).status).toBe(200)
  expect(await saleOf(desk, sale.SaleId)).toMatchObject({
    BuyerId: 11,
    NetAmount: 175,
    InvoiceId: sale.InvoiceId,
  })
  expect(await owed(desk, own)).toBe(0)
  // a walk-in does not pay the institution's 195
  const credit = await accessioned(desk, { PatientId: own, BuyerId: 21 })
  expect((await put(credit, { BuyerId: own })).status).toBe(200)
  expect((await saleOf(desk, credit.SaleId)).NetAmount).toBe(350)
})

test('the seller is locked from accession, and on a sale whose invoice it numbers', async () => {
  const invoiced = await booked(desk, { PatientId: patient })
  const answer = await put(invoiced, { SellerId: 12 }, manager)
  expect([answer.status, answer.body.message]).toEqual([
    422,
    `Seller cannot be changed: Invoice ${invoiced.Invoice.InvoiceNo} is numbered by this seller: cancel the sale and book it again`,
  ])
  const credit = await accessioned(desk, { PatientId: patient, BuyerId: 21 })
  expect((await put(credit, { SellerId: 12 }, manager)).body.message).toBe(
    'Seller cannot be changed: The sale is accessioned: unlock the accession first',
  )
})

test('once a report is issued, also in part, the refusal names the act that corrects what it prints', async () => {
  const sale = await accessioned(desk, { PatientId: patient, BuyerId: 21 })
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into
        reports (sale_id, report_no, version, state, content, hash, created_by)
      select
        ${sale.SaleId},
        accession_no,
        1,
        'PARTIAL',
        '{}',
        encode(sha256(convert_to('{}', 'utf8')), 'hex'),
        ${desk.userId}
      from
        sales
      where
        sale_id = ${sale.SaleId}
    `)
  })
  for (const [changes, act] of [
    [{ PatientId: other }, 'Correct patient'],
    [{ ReferringDoctorId: 116 }, 'Correct details'],
    [{ CollectionDate: daysAgo(1) }, 'Correct details'],
    [{ LRN: nextLrn() }, 'Correct details'],
  ] as const) {
    const answer = await put(sale, changes, manager)
    expect([changes, answer.status, answer.body.message]).toEqual([
      changes,
      422,
      expect.stringContaining(`"${act}" changes it and amends the report`),
    ])
  }
  expect((await put(sale, { Remarks: 'called' })).status).toBe(200)
})

test('what is on an invoice of several sales, or on an invoice of the lab, cannot be changed', async () => {
  const many = await accessioned(desk, { PatientId: patient, BuyerId: 21 })
  await invoiced(app, 'TSF/26-27/000001', many.SaleId)
  expect((await put(many, { PatientId: other })).body.message).toBe(
    'Patient cannot be changed: The sale is on invoice TSF/26-27/000001; cancel that invoice first',
  )
  const leg = await accessioned(front, { PatientId: patient, SellerId: 12 })
  await invoiced(app, 'TSG/26-27/000001', (await legsOf(app, leg.SaleId))[0]?.SaleId)
  expect((await put(leg, { PatientId: other, BuyerId: other }, front)).body.message).toBe(
    'Patient cannot be changed: The lab has invoiced its part of this sale. Cancel that invoice first',
  )
  // the button gives the server's reason
  const seen = await saleOf(front, leg.SaleId)
  const unlock = await front.put('/api/unlock/sales', { formId: leg.SaleId })
  expect([seen.Actions.unlock, unlock.status, unlock.body.message]).toEqual([
    'The lab has invoiced this sale already',
    422,
    'The lab has invoiced this sale already',
  ])
})
