// The effect of Correct patient on the sale: bill, receipts and tubes follow, prices do not change; and its refusals.
import { expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import { aPatient, owed, product } from '../../sales/sales.fixture.ts'
import { labForTests, manAndGirl, rowOf } from '../testresults.fixture.ts'
import { correctPatient, reported } from './correct.fixture.ts'

const { app, bench } = labForTests()
const people = manAndGirl(bench)

const row = (sale: Read<'sales'>, element: string) => rowOf(bench.pathologist, sale.SaleId, element)
const correct = (sale: Read<'sales'>, more: Json = {}, person = bench.pathologist) =>
  correctPatient(person, sale, people.girl, more)

test('Correct patient of a walk-in sale moves bill, receipts and ledger to the right name, without moving money between batches', async () => {
  const sale = await reported(bench, people.man, { receipts: [{ PaymentModeId: 40, Amount: 350 }] })
  const [oldBefore, newBefore] = [await owed(bench.desk, people.man), await owed(bench.desk, people.girl)]
  const money = () =>
    app.db.read.rows<Json>(sql`
      select
        t.giver_id,
        t.batch_id,
        t.date,
        t.amount,
        t.created_by
      from
        transactions t
        join sales s on s.invoice_id = t.invoice_id
      where
        s.sale_id = ${sale.SaleId}
    `)
  const [before] = await money()
  expect((await correct(sale)).status).toBe(200)
  expect([(await owed(bench.desk, people.man)) - oldBefore, (await owed(bench.desk, people.girl)) - newBefore]).toEqual(
    [0, 0],
  )
  expect(await money()).toEqual([{ ...before, GiverId: people.girl }])
  expect(await readRow(app, 'sales', { SaleId: sale.SaleId }, 'buyer_id, patient_id')).toEqual({
    BuyerId: people.girl,
    PatientId: people.girl,
  })
})

test('Correct patient is in the timeline of each tube: its label must be printed again', async () => {
  const sale = await reported(bench, people.man, { BuyerId: 21 })
  expect((await correct(sale)).status).toBe(200)
  const words = await app.db.read.rows<{ What: string }>(sql`
    select
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
      ) as what
    from
      samples t
    where
      t.sale_id = ${sale.SaleId}
  `)
  expect(new Set(words.map((one) => one.What))).toEqual(new Set(['Patient corrected: print the label again']))
})

test('Correct patient does not change prices and referrer, even when the lists have changed since', async () => {
  const sale = await reported(bench, people.man, {})
  const read = () =>
    app.db.read.one<Json>(sql`
      select
        s.net_amount,
        s.referrer_id,
        i.net_amount as invoiced,
        i.buyer_id,
        i.paid
      from
        sales s
        join invoices i on i.invoice_id = s.invoice_id
      where
        s.sale_id = ${sale.SaleId}
    `)
  const before = await read()
  await setRows(app, 'price_list_products', { ProductId: product.cbc }, { Price: sql`price + 100` })
  expect((await correct(sale)).status).toBe(200)
  await setRows(app, 'price_list_products', { ProductId: product.cbc }, { Price: sql`price - 100` })
  expect(await read()).toEqual({ ...before, BuyerId: people.girl })
})

test('Correct patient is refused for a patient who was born after the collection, and on an invoice of several sales', async () => {
  const sale = await reported(bench, people.man, {
    BuyerId: 21,
    CollectionDate: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  })
  const newborn = await aPatient(bench.desk, {
    Name: 'Baby Patil',
    Age: undefined,
    BirthDate: new Date(Date.now() - 86_400_000 / 2).toISOString().slice(0, 10),
  })
  const early = await correct(sale, { PatientId: newborn })
  expect([early.status, early.body.message]).toEqual([422, expect.stringMatching(/before the patient was born/)])
  await app.db.transaction(async (tx) => {
    const { InvoiceId } = await tx.one<{ InvoiceId: number }>(sql`
      insert into
        invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount)
      select
        'TSF/24-25/000001',
        now(),
        seller_id,
        buyer_id,
        net_amount
      from
        sales
      where
        sale_id = ${sale.SaleId}
      returning
        invoice_id
    `)
    await tx.run(sql`
      update sales
      set
        invoice_id = ${InvoiceId}
      where
        sale_id = ${sale.SaleId}
    `)
    await tx.run(sql`
      insert into
        ledger_entries (posting_id, entry_date, account, voucher_type, invoice_id, seller_id, party_id, debit, credit)
      select
        - ${InvoiceId}::int,
        now(),
        x.account,
        'Invoice',
        i.invoice_id,
        i.seller_id,
        i.buyer_id,
        case x.account
          when 'party' then i.net_amount
          else 0
        end,
        case x.account
          when 'sales' then i.net_amount
          else 0
        end
      from
        invoices i,
        (
          values
            ('party'),
            ('sales')
        ) x (account)
      where
        i.invoice_id = ${InvoiceId}
    `)
  })
  expect((await correct(sale)).body.message).toBe(
    'Patient cannot be changed: The sale is on invoice TSF/24-25/000001; cancel that invoice first',
  )
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ StatusId: 154, Patient: 'Ramesh Kumar Joshi' })
})
