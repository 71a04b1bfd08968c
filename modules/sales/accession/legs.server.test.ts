// What the lab sells on: priced from its own list, and left alone once it stands on an invoice.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { testApp, type TestApp } from '../../../server/testing/app.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, product } from '../sales.fixture.ts'

let app: TestApp
let front: Person
let patient: number
beforeAll(async () => {
  app = await testApp()
  front = await signedIn(app, 'frontdesk', 5, 12)
  patient = await aPatient(front)
})
afterEach(() => expectInvariants(app.db))
afterAll(() => app.close())

type Leg = { sale_id: number; seller_id: number; net: number; status: number; products: number[] | null }
const legsOf = (saleId: unknown) =>
  app.db.read.rows<Leg>(sql`
    with recursive
      d as (
        select
          sale_id
        from
          sales
        where
          base_sale_id = ${saleId}
        union all
        select
          s.sale_id
        from
          sales s
          join d on s.base_sale_id = d.sale_id
      )
    select
      s.sale_id,
      s.seller_id,
      s.net_amount as net,
      s.status_id as status,
      (
        select
          array_agg(
            product_id
            order by
              product_id
          )
        from
          sale_products l
        where
          l.sale_id = s.sale_id
          and l.status_id <> 100
      ) as products
    from
      sales s
      join d using (sale_id)
    order by
      s.sale_id
  `)
const sold = (products: readonly number[]): Promise<Json> =>
  accessioned(front, { PatientId: patient, SellerId: 12, products })
let invoices = 0
/** Puts a leg on an issued invoice. */
const invoiced = (leg: Leg | undefined) => {
  invoices += 1
  return app.db.transaction((tx) =>
    tx.run(sql`
      with
        i as (
          insert into
            invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount)
          select
            ${`TSV/26-27/00000${invoices}`},
            now(),
            seller_id,
            buyer_id,
            net_amount
          from
            sales
          where
            sale_id = ${leg?.sale_id}
          returning
            *
        ),
        posted as (
          insert into
            ledger_entries (posting_id, entry_date, account, voucher_type, invoice_id, seller_id, party_id, debit, credit)
          select
            - i.invoice_id,
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
            i,
            (
              values
                ('party'),
                ('sales')
            ) x (account)
        )
      update sales
      set
        invoice_id = i.invoice_id
      from
        i
      where
        sale_id = ${leg?.sale_id}
    `),
  )
}

test('an item that the lab has invoiced stays on the sale of the lab', async () => {
  const sale = await sold([product.cbc, product.lipids])
  const [leg] = await legsOf(sale['SaleId'])
  await invoiced(leg)
  expect(
    (await front.put('/api/cancel/saleProduct', { SaleProductId: sale['SaleProducts'][1].SaleProductId })).status,
  ).toBe(200)
  expect(await legsOf(sale['SaleId'])).toEqual([{ ...leg, products: [product.cbc, product.lipids] }])
})

test('a sale that is no longer on the way stays while it stands on an invoice', async () => {
  const sale = await sold([product.antiCcp])
  const [lab, outside] = await legsOf(sale['SaleId'])
  await invoiced(outside)
  const route = (destination: number | undefined) =>
    app.db.transaction((tx) =>
      tx.run(sql`
        update product_labs
        set
          destination_lab_id = ${destination}
        where
          product_id = ${product.antiCcp}
          and source_lab_id = 2
      `),
    )
  await route(2)
  try {
    expect((await front.put('/api/accession/sales', { formId: sale['SaleId'] as unknown })).status).toBe(200)
    expect(await legsOf(sale['SaleId'])).toEqual([lab, outside])
  } finally {
    await route(outside?.seller_id)
  }
})

test("the lab's discount for the centre is in the lab's sale to it", async () => {
  const discount = (percent: number) =>
    app.db.transaction((tx) =>
      tx.run(sql`
        update price_list_products
        set
          discount = ${percent}
        where
          product_id = ${product.cbc}
          and price_list_id in (
            select
              price_list_id
            from
              price_lists
            where
              seller_id = 2
          )
      `),
    )
  await discount(12.5)
  try {
    const sale = await sold([product.cbc])
    const [hop] = await legsOf(sale['SaleId'])
    expect(hop?.net).toBe(153.13)
    expect(
      await app.db.read.rows(sql`
        select
          price,
          discount_percent,
          amount,
          original_price,
          original_discount_percent
        from
          sale_products
        where
          sale_id = ${hop?.sale_id}
      `),
    ).toEqual([
      { price: 175, discount_percent: 12.5, amount: 153.13, original_price: 175, original_discount_percent: 12.5 },
    ])
  } finally {
    await discount(0)
  }
})
