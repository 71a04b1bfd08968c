// Accession: tubes with barcodes, work where it is run, and the sales between the parties on the way.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { testApp, type TestApp } from '../../../server/testing/app.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, aSale, booked, product, saleOf } from '../sales.fixture.ts'

let app: TestApp
let desk: Person
let front: Person
let patient: number
beforeAll(async () => {
  app = await testApp()
  desk = await signedIn(app, 'labdesk', 5, 2)
  front = await signedIn(app, 'frontdesk', 5, 12)
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))
afterAll(() => app.close())
type Hop = {
  sale_id: number
  base_sale_id: number
  seller_id: number
  buyer_id: number
  net_amount: number
  status_id: number
  products: number[] | null
}
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
      s.base_sale_id,
      s.seller_id,
      s.buyer_id,
      s.net_amount,
      s.status_id,
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
const state = async (saleId: unknown) =>
  app.db.read.one<Json>(sql`
    select
      (
        select
          count(*)::int
        from
          samples
        where
          sale_id = ${saleId}
      ) as samples,
      (
        select
          count(*)::int
        from
          sample_elements e
          join samples t using (sample_id)
        where
          t.sale_id = ${saleId}
      ) as elements,
      (
        select
          count(*)::int
        from
          work_items
        where
          sale_id = ${saleId}
      ) as work,
      (
        select
          count(*)::int
        from
          sales
        where
          base_sale_id = ${saleId}
      ) as derived
  `)

test('FND-401 OPS-271 OPS-318 a walk-in sale at the lab gets its number, tubes and work; the sale is accessioned', async () => {
  const sale = await booked(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
  const answer = await desk.put('/api/accession/sales', { formId: sale['SaleId'] })
  expect([answer.status, answer.body['message']]).toEqual([200, expect.stringMatching(/^Accession NCL\d{10}$/)])
  const after = await saleOf(desk, sale['SaleId'] as number)
  expect(after).toMatchObject({
    StatusId: 95,
    AccessionNo: answer.body['AccessionNo'],
    AccessionDate: expect.stringMatching(/^20/),
  })
  expect((after['Samples'] as Json[]).map((tube) => [tube['Barcode'], tube['StatusId']])).toEqual([
    [`${after['AccessionNo']}-01`, 116],
    [`${after['AccessionNo']}-02`, 116],
  ])
  const { work, elements, derived: others } = await state(sale['SaleId'])
  expect([work, others]).toEqual([elements, 0])
  expect((after['SaleProducts'] as Json[]).map((line) => line['StatusId'])).toEqual([104, 104])
})

test('FND-403 OPS-273 POST does the same as PUT, and the key may stand in the query', async () => {
  const answers: Record<string, unknown[]> = {}
  for (const method of ['PUT', 'POST'] as const) {
    const sale = await booked(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
    const now = async () => {
      const { StatusId, NetAmount, SaleProducts } = await saleOf(desk, sale['SaleId'] as number)
      return [StatusId, NetAmount, (SaleProducts as Json[]).map((line) => line['StatusId'])]
    }
    const item = { SaleProductId: sale['SaleProducts'][1].SaleProductId as unknown }
    answers[method] = []
    for (const [path, body] of [
      [`accession/sales?formId=${String(sale['SaleId'])}`, undefined],
      ['unlock/sales', { formId: sale['SaleId'] as unknown }],
      ['cancel/saleProduct', item],
      ['cancel/sales', { formId: sale['SaleId'] as unknown }],
    ] as const)
      answers[method].push([
        path.split('?')[0],
        (await desk.call(method, `/api/${path}`, body)).status,
        ...(await now()),
      ])
  }
  expect(answers['PUT']).toEqual([
    ['accession/sales', 200, 95, 1050, [104, 104]],
    ['unlock/sales', 200, expect.any(Number), 1050, expect.any(Array)],
    ['cancel/saleProduct', 200, expect.any(Number), 350, [expect.any(Number), 100]],
    ['cancel/sales', 200, 90, 0, [100, 100]],
  ])
  expect(answers['POST']).toEqual(answers['PUT'])
  expect((await desk.put('/api/accession/sales', {})).status).toBe(400)
})

test('OPS-217 the LRN of the sale meets every mandate but that of a lab it is bought from, which is missed without refusing', async () => {
  const mandate = (value: string) =>
    app.db.transaction((tx) =>
      tx.run(sql`
        update product_labs
        set
          mandate_lrn = ${value}
        where
          product_id = ${product.antiCcp}
          and destination_lab_id = 4
      `),
    )
  const accession = async (line: Json) => {
    const sale = await booked(desk, { PatientId: patient, products: [{ ProductId: product.antiCcp, ...line }] })
    const answer = await desk.put('/api/accession/sales', { formId: sale['SaleId'] })
    expect((await saleOf(desk, sale['SaleId'] as number))['StatusId']).toBe(95)
    return [answer.status, String(answer.body['message']).replace(String(answer.body['AccessionNo']), 'N')]
  }
  for (const value of ['Sale', 'Forward', 'Report']) {
    await mandate(value)
    expect([value, await accession({})]).toEqual([value, [200, 'Accession N']])
  }
  await mandate('Purchase')
  expect(await accession({})).toEqual([200, 'Accession N. Still without the LRN of the lab they are bought from: P036'])
  expect(await accession({ LRN: '4711' })).toEqual([200, 'Accession N'])
  // the header stays required whatever a line has
  const bare = aSale({ PatientId: patient, LRN: null, products: [{ ProductId: product.antiCcp, LRN: '4711' }] })
  expect((await desk.post('/api/sales/', bare)).body['errors']).toEqual({ LRN: ['LRN is required'] })
})

test('OPS-154 accession again adds nothing twice', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [product.feverPanel, product.cbc] })
  const before = await state(sale['SaleId'])
  const again = await desk.put('/api/accession/sales', { formId: sale['SaleId'] })
  expect([again.status, again.body['message']]).toEqual([200, `Accession ${sale['AccessionNo']} is up to date`])
  expect(await state(sale['SaleId'])).toEqual(before)
  expect((await saleOf(desk, sale['SaleId'] as number))['AccessionDate']).toBe(sale['AccessionDate'])
})

test('what was cancelled before the accession gets neither tube nor work', async () => {
  const sale = await booked(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
  expect(
    (await desk.put('/api/cancel/saleProduct', { SaleProductId: sale['SaleProducts'][1].SaleProductId })).status,
  ).toBe(200)
  expect((await desk.put('/api/accession/sales', { formId: sale['SaleId'] })).status).toBe(200)
  expect(await state(sale['SaleId'])).toMatchObject({ samples: 1, elements: 20, work: 20 })
})

test('two people accession one sale at once: one set of tubes', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => desk.put('/api/accession/sales', { formId: sale['SaleId'] })),
  )
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  expect(await state(sale['SaleId'])).toMatchObject({ samples: 1, elements: 20, work: 20 })
})

test('what is bought twice is run once and shown under both products', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [product.feverPanel, product.cbc] })
  const runs = await app.db.read.rows<{ n: number }>(sql`
    select
      count(*)::int as n
    from
      work_items
    where
      sale_id = ${sale['SaleId']}
    group by
      element_id
    having
      count(*) > 1
  `)
  expect(runs).toEqual([])
  const under = await app.db.read.one<{ n: number }>(sql`
    select
      count(distinct x.sale_product_id)::int as n
    from
      sale_product_elements x
      join sample_elements e using (sample_element_id)
      join sale_products l using (sale_product_id)
    where
      l.sale_id = ${sale['SaleId']}
      and e.element_id = 1001
  `)
  expect(under.n).toBe(2)
})

test('accession numbers are unique under parallel accessions, and count on without a gap', async () => {
  const sales = await Promise.all(Array.from({ length: 8 }, () => booked(desk, { PatientId: patient })))
  const answers = await Promise.all(sales.map((sale) => desk.put('/api/accession/sales', { formId: sale['SaleId'] })))
  const numbers = answers.map((answer) => Number(String(answer.body['AccessionNo']).slice(-6))).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i))
})

test("a centre's sale makes the lab's sale to the centre, priced from the lab's own list and locked (OPS-151)", async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12, products: [product.cbc, product.lipids] })
  expect(sale['NetAmount']).toBe(1050)
  const hops = await derived(sale['SaleId'])
  expect(hops).toMatchObject([
    {
      seller_id: 2,
      buyer_id: 12,
      base_sale_id: sale['SaleId'],
      net_amount: 525,
      status_id: 95,
      products: [product.cbc, product.lipids],
    },
  ])
  const lab = await saleOf(desk, hops[0]?.sale_id ?? 0)
  expect(lab).toMatchObject({ PatientId: patient, LRN: sale['LRN'], BaseSaleId: sale['SaleId'] })
  for (const change of [
    { PatientId: await aPatient(desk, { Name: 'Other' }) },
    { LRN: '1' },
    { BuyerId: 11 },
    { SaleProducts: [{ ProductId: product.cbc }] },
  ])
    expect([change, (await desk.put(`/api/sales/${lab['SaleId']}`, change)).status]).toEqual([change, 422])
  for (const action of ['accession', 'unlock'])
    expect((await desk.put(`/api/${action}/sales`, { formId: lab['SaleId'] })).status).toBe(422)
})

test('tubes drawn at a centre wait there: work appears only where they are performed', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12 })
  expect((await state(sale['SaleId']))['work']).toBe(0)
  expect(
    await app.db.read.one(sql`
      select
        owner_id,
        performing_lab_id,
        status_id
      from
        samples
      where
        sale_id = ${sale['SaleId']}
    `),
  ).toEqual({
    owner_id: 12,
    performing_lab_id: 2,
    status_id: 116,
  })
  expect(sale['SaleProducts'][0].StatusId).toBe(102)
})

test('a product of an outside lab makes two sales: the lab sells to the centre, the outside lab to the lab', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12, products: [product.cbc, product.antiCcp] })
  const [toCentre, toLab] = await derived(sale['SaleId'])
  expect(toCentre).toMatchObject({
    seller_id: 2,
    buyer_id: 12,
    products: [product.cbc, product.antiCcp],
    net_amount: 875,
  })
  expect(toLab).toMatchObject({
    seller_id: 4,
    buyer_id: 2,
    products: [product.antiCcp],
    base_sale_id: toCentre?.sale_id,
  })
  expect(toLab?.net_amount).toBeGreaterThan(0)
  const labs = await app.db.read.rows<{ l: number }>(sql`
    select distinct
      performing_lab_id as l
    from
      samples
    where
      sale_id = ${sale['SaleId']}
    order by
      1
  `)
  expect(labs.map((row) => row.l)).toEqual([2, 4])
})

test('lines and status of all sales on the way follow the first sale', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12, products: [product.antiCcp] })
  const lines = async () => {
    const ids = [sale['SaleId'] as number, ...(await derived(sale['SaleId'])).map((hop) => hop.sale_id)]
    return app.db.read.rows(sql`
      select
        s.status_id as sale,
        l.status_id as line
      from
        sales s
        join sale_products l using (sale_id)
      where
        s.sale_id = any (${ids})
      order by
        s.sale_id
    `)
  }
  expect(await lines()).toEqual(Array.from({ length: 3 }, () => ({ sale: 95, line: 102 })))
})

test('a sale with a collection in the future has its tubes to be drawn, and work when they are collected', async () => {
  const sale = await accessioned(desk, {
    PatientId: patient,
    CollectionDate: new Date(Date.now() + 3_600_000).toISOString(),
  })
  expect((sale['Samples'] as Json[]).map((tube) => tube['StatusId'])).toEqual([115])
  expect((await state(sale['SaleId']))['work']).toBe(0)
  const SampleIds = (sale['Samples'] as Json[]).map((tube) => tube['SampleId'])
  expect(
    (
      await desk.put('/api/collect/samples', {
        SampleIds,
        CollectionDate: new Date(Date.now() + 7_200_000).toISOString(),
      })
    ).status,
  ).toBe(422)
  expect((await desk.put('/api/collect/samples', { SampleIds })).status).toBe(200)
  expect((await state(sale['SaleId']))['work']).toBe(20)
  expect((await desk.put('/api/collect/samples', { SampleIds })).status).toBe(422)
})

test('FND-399 OPS-157 OPS-269 unlocking takes the accession back: booked again, products can be changed, number and tubes stay', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12 })
  expect(
    (await front.put(`/api/sales/${sale['SaleId']}`, { SaleProducts: [{ ProductId: product.lipids }] })).status,
  ).toBe(422)
  const answer = await front.put('/api/unlock/sales', { formId: sale['SaleId'] })
  expect([answer.status, answer.body['message']]).toEqual([200, 'The accession is unlocked'])
  const open = await saleOf(front, sale['SaleId'] as number)
  expect(open).toMatchObject({ AccessionNo: sale['AccessionNo'], AccessionDate: null })
  expect(open['StatusId']).toBeLessThan(95)
  expect((await derived(sale['SaleId'])).map((hop) => [hop.status_id, hop.net_amount])).toEqual([[90, 0]])
  expect(
    (
      await front.put(`/api/sales/${sale['SaleId']}`, {
        SaleProducts: [
          { SaleProductId: open['SaleProducts'][0].SaleProductId, ProductId: product.cbc },
          { ProductId: product.lipids },
        ],
      })
    ).status,
  ).toBe(200)
  expect((await front.put('/api/accession/sales', { formId: sale['SaleId'] })).status).toBe(200)
  const again = await saleOf(front, sale['SaleId'] as number)
  expect([
    again['AccessionNo'],
    (again['Samples'] as Json[])[0]?.['Barcode'],
    (again['Samples'] as Json[]).length,
  ]).toEqual([sale['AccessionNo'], `${sale['AccessionNo']}-01`, 2])
  expect((await derived(sale['SaleId'])).filter((hop) => hop.status_id !== 90)).toMatchObject([
    { products: [product.cbc, product.lipids], net_amount: 525 },
  ])
})

test('unlocking is refused before accession, after a result, and when the lab has invoiced', async () => {
  const fresh = await booked(desk, { PatientId: patient })
  expect((await desk.put('/api/unlock/sales', { formId: fresh['SaleId'] })).body['message']).toBe(
    'The sale is not accessioned',
  )
  const entered = await accessioned(desk, { PatientId: patient })
  const technologist = await signedIn(app, 'technologist', 4, 2)
  const rows = (await technologist.get<Json[]>(`/api/testresults?SaleId=${entered['SaleId']}`)).body
  await technologist.put('/api/testresults/', {
    SaleId: entered['SaleId'],
    WorkItems: [{ WorkItemId: rows.find((row) => row['Element'] === 'Haemoglobin')?.['WorkItemId'], Result: '14' }],
  })
  expect((await desk.put('/api/unlock/sales', { formId: entered['SaleId'] })).status).toBe(422)
  const centre = await accessioned(front, { PatientId: patient, SellerId: 12 })
  await app.db.transaction((tx) =>
    tx.run(sql`
      with
        i as (
          insert into
            invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount)
          select
            'TST/26-27/000001',
            now(),
            2,
            12,
            net_amount
          from
            sales
          where
            base_sale_id = ${centre['SaleId']}
          returning
            invoice_id,
            net_amount,
            invoice_date
        ),
        l as (
          insert into
            ledger_entries (posting_id, entry_date, account, voucher_type, invoice_id, seller_id, party_id, debit, credit)
          select
            -1,
            i.invoice_date,
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
        base_sale_id = ${centre['SaleId']}
    `),
  )
  expect((await front.put('/api/unlock/sales', { formId: centre['SaleId'] })).status).toBe(422)
})

test('re-accession by another route cancels every sale that it no longer needs whole, and tubes that wait go the new way', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12, products: [product.antiCcp] })
  expect(await derived(sale['SaleId'])).toHaveLength(2)
  const route = (lab: number) =>
    app.db.transaction((tx) =>
      tx.run(sql`
        update product_labs
        set
          destination_lab_id = ${lab}
        where
          product_id = ${product.antiCcp}
          and source_lab_id = 2
      `),
    )
  const was = await app.db.read.one<{ lab: number }>(sql`
    select
      destination_lab_id as lab
    from
      product_labs
    where
      product_id = ${product.antiCcp}
      and source_lab_id = 2
  `)
  await route(2)
  try {
    expect((await front.put('/api/accession/sales', { formId: sale['SaleId'] })).status).toBe(200)
    expect(
      (await derived(sale['SaleId'])).map((hop) => [hop.seller_id, hop.status_id, hop.net_amount, hop.products]),
    ).toEqual([
      [2, 95, expect.any(Number), [product.antiCcp]],
      [was.lab, 90, 0, null],
    ])
    const tubes = await app.db.read.rows(sql`
      select
        performing_lab_id as lab,
        barcode
      from
        samples
      where
        sale_id = ${sale['SaleId']}
    `)
    expect(tubes).toEqual([{ lab: 2, barcode: (sale['Samples'] as Json[])[0]?.['Barcode'] }])
  } finally {
    await route(was.lab)
  }
})

test('accessioning is for who sells or the lab above', async () => {
  const sale = await booked(desk, { PatientId: patient, BuyerId: 12 })
  const answer = await front.put('/api/accession/sales', { formId: sale['SaleId'] })
  expect([answer.status, answer.body['message']]).toEqual([422, 'Only the seller may do this with the sale'])
  const centre = await booked(front, { PatientId: patient, SellerId: 12 })
  expect((await desk.put('/api/accession/sales', { formId: centre['SaleId'] })).status).toBe(200)
})

test('a product that is sent in a circle between labs is named, and nothing is accessioned', async () => {
  await app.db.transaction((tx) =>
    tx.run(sql`
      update product_labs
      set
        destination_lab_id = 5 - source_lab_id
      where
        product_id = 3042
    `),
  )
  const sale = await booked(desk, { PatientId: patient, products: [product.cbc, 3042] })
  const answer = await desk.put('/api/accession/sales', { formId: sale['SaleId'] })
  expect([answer.status, answer.body['message']]).toEqual([422, expect.stringContaining('PSA')])
  expect(await saleOf(desk, sale['SaleId'] as number)).toMatchObject({ StatusId: 92, AccessionNo: null, Samples: [] })
})
