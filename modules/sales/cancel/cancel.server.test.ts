// Cancelling a sale or one item: what goes, what stays, and the money that is given back.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { bumpVersion } from '../../../server/session/session.ts'
import { testApp, type TestApp } from '../../../server/testing/app.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, booked, mode, owed, product, saleOf } from '../sales.fixture.ts'
import { refreshStatuses } from '../status/status.server.ts'

let app: TestApp
let desk: Person
let front: Person
let manager: Person
let patient: number
beforeAll(async () => {
  app = await testApp()
  desk = await signedIn(app, 'labdesk', 5, 2)
  front = await signedIn(app, 'frontdesk', 5, 12)
  manager = await signedIn(app, 'manager', 2, 2)
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))
afterAll(() => app.close())
const cancel = (sale: Json, person = desk) => person.put('/api/cancel/sales', { formId: sale['SaleId'] })
const cancelItem = (sale: Json, place: number, person = desk) =>
  person.put('/api/cancel/saleProduct', { SaleProductId: sale['SaleProducts'][place].SaleProductId })
type Hop = { sale_id: number; seller_id: number; net: number; status: number; products: number[] | null }
const derived = (saleId: unknown) =>
  app.db.read.rows<Hop>(sql`
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

test('FND-400 OPS-152 OPS-153 OPS-270 OPS-317 a cancelled sale is at 90 with its lines at 100, and counts in nothing', async () => {
  const own = await aPatient(desk, { Name: 'Cancelled' })
  const sale = await booked(desk, {
    PatientId: own,
    products: [product.cbc, product.lipids],
    receipts: [{ PaymentModeId: 40, Amount: 200 }],
  })
  const answer = await cancel(sale)
  expect([answer.status, answer.body['message']]).toEqual([200, 'The sale is cancelled'])
  const after = await saleOf(desk, sale['SaleId'] as number)
  expect(after).toMatchObject({ StatusId: 90, GrossAmount: 0, NetAmount: 0, Paid: 200, Outstanding: -200 })
  expect((after['SaleProducts'] as Json[]).map((line) => [line['StatusId'], line['TestStatus'].ItemValue])).toEqual([
    [100, '-10'],
    [100, '-10'],
  ])
  expect(await owed(desk, own)).toBe(-200)
  expect((await desk.put('/api/refund/sales', { formId: sale['SaleId'], PaymentModeId: 40 })).status).toBe(200)
  expect([await owed(desk, own), (await saleOf(desk, sale['SaleId'] as number))['Paid']]).toEqual([0, 0])
})

test('nothing is done with a cancelled sale any more', async () => {
  const sale = await booked(desk, { PatientId: patient })
  await cancel(sale)
  for (const action of ['cancel', 'accession', 'unlock'])
    expect([action, (await manager.put(`/api/${action}/sales`, { formId: sale['SaleId'] })).status]).toEqual([
      action,
      422,
    ])
  expect((await manager.put(`/api/sales/${sale['SaleId']}`, { Remarks: 'x' })).body['message']).toBe(
    'The sale is cancelled',
  )
  expect((await desk.put(`/api/sales/${sale['SaleId']}`, { Remarks: 'x' })).status).toBe(403)
  expect(
    (await manager.post('/api/print/sales/', { templateId: 1, formId: sale['SaleId'], device: 'screen' })).status,
  ).toBe(422)
})

test("OPS-309 after accession the accession and the lab's sale stay", async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12 })
  expect((await cancel(sale, front)).status).toBe(200)
  const after = await saleOf(front, sale['SaleId'] as number)
  expect(after).toMatchObject({ StatusId: 90, AccessionNo: sale['AccessionNo'] })
  expect((after['Samples'] as Json[]).map((tube) => tube['StatusId'])).toEqual([116])
  expect(await derived(sale['SaleId'])).toMatchObject([{ net: 175, products: [product.cbc] }])
})

test('OPS-310 what a lab invoiced for a cancelled sale stays as it was', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12 })
  const [hop] = await derived(sale['SaleId'])
  await app.db.transaction((tx) =>
    tx.run(sql`
      with
        i as (
          insert into
            invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount)
          values
            ('TSL/26-27/000001', now(), 2, 12, 175)
          returning
            invoice_id,
            net_amount
        ),
        l as (
          insert into
            ledger_entries (posting_id, entry_date, account, voucher_type, invoice_id, seller_id, party_id, debit, credit)
          select
            -3,
            now(),
            x.a,
            'Invoice',
            i.invoice_id,
            2,
            12,
            case x.a
              when 'party' then i.net_amount
              else 0
            end,
            case x.a
              when 'sales' then i.net_amount
              else 0
            end
          from
            i,
            (
              values
                ('party'),
                ('sales')
            ) x (a)
        )
      update sales
      set
        invoice_id = i.invoice_id
      from
        i
      where
        sale_id = ${hop?.sale_id}
    `),
  )
  const invoiced = () =>
    app.db.read.rows(sql`
      select
        i.*,
        s.sale_id,
        s.net_amount as of_sale,
        (
          select
            sum(debit - credit)
          from
            ledger_entries l
          where
            l.invoice_id = i.invoice_id
            and l.account = 'party'
        ) as owed
      from
        invoices i
        join sales s using (invoice_id)
      where
        i.invoice_no = 'TSL/26-27/000001'
    `)
  const before = await invoiced()
  expect(before).toMatchObject([{ sale_id: hop?.sale_id, net_amount: 175, of_sale: 175, owed: 175 }])
  expect((await cancel(sale, front)).status).toBe(200)
  expect(await saleOf(front, sale['SaleId'] as number)).toMatchObject({ StatusId: 90, NetAmount: 0 })
  expect(await invoiced()).toEqual(before)
})

test('FND-402 OPS-155 OPS-272 one item is cancelled, the other lines stay as they are', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
  const answer = await cancelItem(sale, 1)
  expect([answer.status, answer.body['message']]).toEqual([200, 'PR03: Lipid Profile is cancelled'])
  const after = await saleOf(desk, sale['SaleId'] as number)
  expect((after['SaleProducts'] as Json[]).map((line) => [line['StatusId'], line['TestStatus'].ItemValue])).toEqual([
    [104, '40'],
    [100, '-10'],
  ])
  expect(after).toMatchObject({ NetAmount: 350, StatusId: 95 })
  const work = await app.db.read.one(sql`
    select
      count(*) filter (
        where
          status_id = 157
      )::int as dropped,
      count(*) filter (
        where
          status_id = 150
      )::int as waiting
    from
      work_items
    where
      sale_id = ${sale['SaleId']}
  `)
  expect(work).toMatchObject({ waiting: 20 })
  expect((await cancelItem(sale, 1)).body['message']).toBe('The item is already cancelled')
})

test('work that another line also waits for is still performed', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [product.feverPanel, product.cbc] })
  await cancelItem(sale, 1)
  expect(
    await app.db.read.one(sql`
      select
        count(*)::int as n
      from
        work_items
      where
        sale_id = ${sale['SaleId']}
        and element_id = 1001
        and status_id = 150
    `),
  ).toEqual({ n: 1 })
})

test('an item can not be cancelled once work on it has begun', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
  const technologist = await signedIn(app, 'technologist', 4, 2)
  const rows = (await technologist.get<Json[]>(`/api/testresults?SaleId=${sale['SaleId']}`)).body
  await technologist.put('/api/testresults/', {
    SaleId: sale['SaleId'],
    WorkItems: [{ WorkItemId: rows.find((row) => row['Element'] === 'Haemoglobin')?.['WorkItemId'], Result: '14' }],
  })
  expect((await cancelItem(sale, 0)).body['message']).toBe('Work on the item has started')
  expect((await cancelItem(sale, 1)).status).toBe(200)
})

test('an item is cancelled on every sale between the parties while its tube is not on its way', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12, products: [product.cbc, product.antiCcp] })
  expect((await cancelItem(sale, 1, front)).status).toBe(200)
  const hops = await derived(sale['SaleId'])
  expect(hops).toMatchObject([
    { seller_id: 2, net: 175, products: [product.cbc] },
    { seller_id: 4, net: 0, products: null },
  ])
})

test('the last item cancelled cancels the sale', async () => {
  const sale = await booked(desk, { PatientId: patient })
  await cancelItem(sale, 0)
  expect(await saleOf(desk, sale['SaleId'] as number)).toMatchObject({ StatusId: 90, NetAmount: 0 })
})

test('an item of a sale outside the entity is 404, and an unknown item too', async () => {
  const sale = await booked(desk, { PatientId: patient })
  expect((await cancelItem(sale, 0, front)).status).toBe(404)
  expect((await desk.put('/api/cancel/saleProduct', { SaleProductId: 9_999_999 })).status).toBe(404)
})

test('a sale on an issued invoice of several sales can not be cancelled', async () => {
  const sale = await booked(desk, { PatientId: patient, BuyerId: 21 })
  await app.db.transaction((tx) =>
    tx.run(sql`
      with
        i as (
          insert into
            invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount)
          values
            ('TSU/26-27/000001', now(), 2, 21, ${sale['NetAmount']})
          returning
            invoice_id,
            net_amount
        ),
        l as (
          insert into
            ledger_entries (posting_id, entry_date, account, voucher_type, invoice_id, seller_id, party_id, debit, credit)
          select
            -2,
            now(),
            x.a,
            'Invoice',
            i.invoice_id,
            2,
            21,
            case x.a
              when 'party' then i.net_amount
              else 0
            end,
            case x.a
              when 'sales' then i.net_amount
              else 0
            end
          from
            i,
            (
              values
                ('party'),
                ('sales')
            ) x (a)
        )
      update sales
      set
        invoice_id = i.invoice_id
      from
        i
      where
        sale_id = ${sale['SaleId']}
    `),
  )
  for (const answer of [await cancel(sale), await cancelItem(sale, 0)])
    expect([answer.status, answer.body['message']]).toEqual([
      422,
      'The sale is on invoice TSU/26-27/000001; cancel that invoice first',
    ])
  expect(
    (await manager.put(`/api/sales/${sale['SaleId']}`, { SaleProducts: [{ ProductId: product.lipids }] })).status,
  ).toBe(422)
})

test('a refund that is no amount, too fine, or has a reference that is no text is refused field by field', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [{ PaymentModeId: mode.cash, Amount: 100.1 }] })
  await cancel(sale)
  for (const [changes, field, text] of [
    [{ Amount: 'abc' }, 'Amount', 'Amount must be a number'],
    [{ Amount: 1.005 }, 'Amount', 'Amount can have two decimals at most'],
    [{ PaymentRef: 5 }, 'PaymentRef', 'Reference must be text'],
    [{ PaymentModeId: 'cash' }, 'PaymentModeId', 'Mode is not one of its choices'],
    [{ PaymentModeId: null }, 'Amount', 'Payment Mode is required'],
  ] as const) {
    const answer = await desk.put('/api/refund/sales', {
      formId: sale['SaleId'] as unknown,
      PaymentModeId: mode.cash,
      ...changes,
    })
    expect([changes, answer.status, answer.body['errors']]).toEqual([changes, 400, { [field]: [text] }])
  }
  expect((await saleOf(desk, sale['SaleId'] as number))['Paid']).toBe(100.1)
})

const reported = async (changes: Parameters<typeof booked>[1] = {}): Promise<Json> => {
  const sale = await accessioned(desk, { PatientId: patient, ...changes })
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into
        reports (sale_id, report_no, version, state, content, hash, created_by)
      select
        sale_id,
        accession_no,
        1,
        'FINAL',
        '{}',
        encode(sha256(convert_to('{}', 'utf8')), 'hex'),
        ${desk.userId}
      from
        sales
      where
        sale_id = ${sale['SaleId']}
    `)
    await tx.run(sql`
      update sales
      set
        status_id = 99
      where
        sale_id = ${sale['SaleId']}
    `)
    await tx.run(sql`
      update sale_products
      set
        status_id = 109
      where
        sale_id = ${sale['SaleId']}
    `)
  })
  return saleOf(desk, sale['SaleId'] as number)
}

test('from approval on a sale is cancelled by a pathologist or a manager, with a reason, and somebody else pays the money back', async () => {
  const sale = await reported({ receipts: [{ PaymentModeId: mode.cash, Amount: 350 }] })
  expect((await cancel(sale)).status).toBe(403)
  expect(sale['Actions'].cancel).toBe('Your role may not do this with this record')
  const pathologist = await signedIn(app, 'pathologist', 3, 2)
  const silent = await cancel(sale, pathologist)
  expect([silent.status, silent.body['message']]).toEqual([400, 'Please enter why the sale is cancelled'])
  const reason = 'Billed twice'
  expect((await manager.put('/api/cancel/sales', { formId: sale['SaleId'] as unknown, reason })).status).toBe(200)
  const refund = (person: Person) =>
    person.put('/api/refund/sales', { formId: sale['SaleId'] as unknown, PaymentModeId: mode.cash })
  const own = await refund(manager)
  expect([own.status, own.body['message']]).toEqual([
    422,
    'The sale was reported: somebody else than who cancelled it pays the money back',
  ])
  expect((await refund(desk)).status).toBe(200)
  const other = await reported({})
  expect((await pathologist.put('/api/cancel/sales', { formId: other['SaleId'] as unknown, reason })).status).toBe(200)
  const history = await app.db.read.one(sql`
    select
      remarks
    from
      audit
    where
      module_id = 'sales'
      and form_id = ${other['SaleId']}
      and action = 'cancel'
  `)
  expect(history).toEqual({ remarks: reason })
})

test('whoever holds the permit, the desk cancels nothing from approval on', async () => {
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update permissions
      set
        criteria = null
      where
        role_id = 5
        and module_id = 'sales'
        and permit = 'cancel'
    `)
    await bumpVersion(tx, 'permissions')
  })
  const sale = await reported({})
  const later = await signedIn(app, 'labdesk', 5, 2)
  const answer = await cancel(sale, later)
  expect([answer.status, answer.body['message']]).toEqual([
    422,
    'Its results are approved or reported: only a pathologist or a manager may cancel the sale',
  ])
})

test('what a lab sold to a centre is taken back by the lab, not by the centre that owes it', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12 })
  const [hop] = await derived(sale['SaleId'])
  const lab = await saleOf(front, hop?.sale_id ?? 0)
  expect(lab['Actions'].cancel).toBe('Only the seller may do this with the sale')
  const ask = (act: string) =>
    front.put(`/api/${act}/sales`, { formId: lab['SaleId'] as unknown, PaymentModeId: mode.cash })
  const acts = [await ask('refund'), await ask('unlock'), await ask('accession')]
  for (const answer of [await cancel(lab, front), await cancelItem(lab, 0, front), ...acts])
    expect([answer.status, answer.body['message']]).toEqual([422, 'Only the seller may do this with the sale'])
  expect(await derived(sale['SaleId'])).toMatchObject([{ net: 175, status: 95 }])
  expect((await cancel(lab, desk)).status).toBe(200)
  // what was cancelled does not come back with the work on the first sale
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update sales
      set
        status_id = 96
      where
        sale_id = ${sale['SaleId']}
    `)
    await refreshStatuses(tx, [sale['SaleId'] as number])
  })
  expect((await saleOf(front, sale['SaleId'] as number))['StatusId']).toBe(95)
  expect(await derived(sale['SaleId'])).toMatchObject([{ net: 0, status: 90, products: null }])
})

test('what is left of a sale never costs less than nothing: the additional discount shrinks with it', async () => {
  const sale = await booked(manager, { PatientId: patient, products: [product.cbc, product.lipids], AddlDiscount: 500 })
  expect(sale['NetAmount']).toBe(Number(sale['GrossAmount']) - 500)
  expect((await cancelItem(sale, 1, manager)).status).toBe(200)
  expect(await saleOf(manager, sale['SaleId'] as number)).toMatchObject({
    GrossAmount: 350,
    AddlDiscount: 350,
    NetAmount: 0,
  })
})

test('a cancelled line is no question of prices any more: the buyer of the others changes, it stays as it was', async () => {
  const sale = await booked(desk, { PatientId: patient, BuyerId: 21, products: [product.cbc, product.lipids] })
  const [gone, kept] = sale['SaleProducts'] as Json[]
  expect((await cancelItem(sale, 0)).status).toBe(200)
  const SaleProducts = [
    { SaleProductId: gone?.['SaleProductId'] as unknown, ProductId: product.cbc, Price: 195, DiscountPercent: 0 },
    { SaleProductId: kept?.['SaleProductId'] as unknown, ProductId: product.lipids },
  ]
  const changed = await desk.put(`/api/sales/${sale['SaleId']}`, { BuyerId: patient, SaleProducts })
  expect([changed.status, changed.body['message']]).toEqual([200, expect.stringContaining('is saved')])
  const after = await saleOf(desk, sale['SaleId'] as number)
  expect(after['SaleProducts']).toMatchObject([
    { ProductId: product.cbc, Price: 195, StatusId: 100 },
    { ProductId: product.lipids, Price: 700 },
  ])
  expect(after).toMatchObject({ BuyerId: patient, GrossAmount: 700, NetAmount: 700 })
})
