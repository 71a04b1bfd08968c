// Accession makes the sales between the parties on the route: by whose route, at whose price, and for whom.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { insertOf, readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, booked, product, saleOf } from '../sales.fixture.ts'
import { legsOf, route } from './legs.fixture.ts'

const { app, desk, front } = networkForTests('desk', 'front')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))

test("a centre's sale makes the lab's sale to the centre, priced from the lab's own list and locked (OPS-151)", async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12, products: [product.cbc, product.lipids] })
  expect(sale.NetAmount).toBe(1050)
  const hops = await legsOf(app, sale.SaleId)
  expect(hops).toMatchObject([
    {
      SellerId: 2,
      BuyerId: 12,
      BaseSaleId: sale.SaleId,
      NetAmount: 525,
      StatusId: 95,
      Products: [product.cbc, product.lipids],
    },
  ])
  const lab = await saleOf(desk, hops[0]?.SaleId ?? 0)
  expect(lab).toMatchObject({ PatientId: patient, LRN: sale.LRN, BaseSaleId: sale.SaleId })
  for (const change of [
    { PatientId: await aPatient(desk, { Name: 'Other' }) },
    { LRN: '1' },
    { BuyerId: 11 },
    { SaleProducts: [{ ProductId: product.cbc }] },
  ])
    expect([change, (await desk.put(`/api/sales/${lab.SaleId}`, change)).status]).toEqual([change, 422])
  for (const action of ['accession', 'unlock'])
    expect((await desk.put(`/api/${action}/sales`, { formId: lab.SaleId })).status).toBe(422)
})

test('a product of an outside lab makes two sales: the lab sells to the centre, the outside lab to the lab', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12, products: [product.cbc, product.antiCcp] })
  const [toCentre, toLab] = await legsOf(app, sale.SaleId)
  expect(toCentre).toMatchObject({
    SellerId: 2,
    BuyerId: 12,
    Products: [product.cbc, product.antiCcp],
    NetAmount: 875,
  })
  expect(toLab).toMatchObject({
    SellerId: 4,
    BuyerId: 2,
    Products: [product.antiCcp],
    BaseSaleId: toCentre?.SaleId,
  })
  expect(toLab?.NetAmount).toBeGreaterThan(0)
  const labs = await readRows<{ L: number }>(
    app,
    'samples',
    { SaleId: sale.SaleId },
    'distinct performing_lab_id as l',
    '1',
  )
  expect(labs.map((row) => row.L)).toEqual([2, 4])
})

test('lines and status of all sales on the route follow the first sale', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12, products: [product.antiCcp] })
  const lines = async () => {
    const ids = [sale.SaleId, ...(await legsOf(app, sale.SaleId)).map((hop) => hop.SaleId)]
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
  expect(await lines()).toEqual(Array.from({ length: 3 }, () => ({ Sale: 95, Line: 102 })))
})

test('re-accession by another route cancels in full every sale that it no longer needs, and waiting tubes take the new route', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12, products: [product.antiCcp] })
  expect(await legsOf(app, sale.SaleId)).toHaveLength(2)
  const was = await readRow<{ Lab: number }>(
    app,
    'product_labs',
    { ProductId: product.antiCcp, SourceLabId: 2 },
    'destination_lab_id as lab',
  )
  await route(app, product.antiCcp, 2)
  try {
    expect((await front.put('/api/accession/sales', { formId: sale.SaleId })).status).toBe(200)
    expect(
      (await legsOf(app, sale.SaleId)).map((hop) => [hop.SellerId, hop.StatusId, hop.NetAmount, hop.Products]),
    ).toEqual([
      [2, 95, expect.any(Number), [product.antiCcp]],
      [was.Lab, 90, 0, null],
    ])
    const tubes = await readRows(app, 'samples', { SaleId: sale.SaleId }, 'performing_lab_id as lab, barcode')
    expect(tubes).toEqual([{ Lab: 2, Barcode: sale.Samples[0]?.Barcode }])
  } finally {
    await route(app, product.antiCcp, was.Lab)
  }
})

test('work that moves to another lab is dropped at the first, its line waits only for the new tube, and the work resumes on the first route', async () => {
  const { Lab: outside } = await readRow<{ Lab: number }>(
    app,
    'product_labs',
    { ProductId: product.antiCcp, SourceLabId: 2 },
    'destination_lab_id as lab',
  )
  const waitsFor = (sale: Read<'sales'>) =>
    app.db.read.rows<{ Lab: number; Work: number | null }>(sql`
      select distinct
        t.performing_lab_id as lab,
        w.status_id as work
      from
        sale_products l
        join sale_product_elements x using (sale_product_id)
        join sale_product_samples s using (sale_product_id)
        join sample_elements e using (sample_element_id)
        join samples t on t.sample_id = e.sample_id
        and t.sample_id = s.sample_id
        left join work_items w using (sample_element_id)
      where
        l.sale_id = ${sale.SaleId}
      order by
        t.performing_lab_id
    `)
  try {
    await route(app, product.antiCcp, 2)
    const sale = await accessioned(desk, { PatientId: patient, SellerId: 2, products: [product.antiCcp] })
    const again = async () => (await desk.put('/api/accession/sales', { formId: sale.SaleId })).status
    expect(await waitsFor(sale)).toEqual([{ Lab: 2, Work: 150 }])
    await route(app, product.antiCcp, outside)
    expect(await again()).toBe(200)
    expect(await waitsFor(sale)).toEqual([{ Lab: outside, Work: null }])
    const dropped = await readRows(app, 'work_items', { SaleId: sale.SaleId }, 'lab_id, status_id')
    expect(dropped).toEqual([{ LabId: 2, StatusId: 157 }])
    await route(app, product.antiCcp, 2)
    expect(await again()).toBe(200)
    expect(await waitsFor(sale)).toEqual([{ Lab: 2, Work: 150 }])
  } finally {
    await route(app, product.antiCcp, outside)
  }
})

test('a tube that takes another route leaves out the elements that a tube there already has', async () => {
  const { Lab: outside } = await readRow<{ Lab: number }>(
    app,
    'product_labs',
    { ProductId: product.antiCcp, SourceLabId: 2 },
    'destination_lab_id as lab',
  )
  const both = async (lab: number): Promise<void> => {
    for (const id of [product.antiCcp, product.creatinine]) await route(app, id, lab)
  }
  const isNew = (await route(app, product.creatinine, 2)) === 0
  if (isNew)
    await app.db.transaction((tx) =>
      tx.run(
        insertOf('product_labs', {
          ProductId: product.creatinine,
          SourceLabId: 2,
          DestinationLabId: 2,
          SequenceNumber: 1,
        }),
      ),
    )
  try {
    await both(2)
    const sale = await accessioned(desk, { PatientId: patient, SellerId: 2, products: [product.antiCcp] })
    const id = Number(sale.SaleId)
    const again = async () => expect((await desk.put('/api/accession/sales', { formId: id })).status).toBe(200)
    await both(outside)
    await desk.put('/api/unlock/sales', { formId: id })
    const [line] = (await saleOf(desk, id)).SaleProducts
    const SaleProducts = [
      { SaleProductId: line?.SaleProductId, ProductId: product.antiCcp },
      { ProductId: product.creatinine },
    ]
    expect((await desk.put(`/api/sales/${id}`, { SaleProducts })).status).toBe(200)
    await again()
    const tubes = () =>
      app.db.read.rows(sql`
        select
          t.performing_lab_id as lab,
          count(e.element_id)::int as elements,
          count(w.work_item_id) filter (
            where
              w.status_id = 150
          )::int as pending
        from
          samples t
          left join sample_elements e using (sample_id)
          left join work_items w using (sample_element_id)
        where
          t.sale_id = ${id}
        group by
          t.sample_id
        order by
          t.sample_id
      `)
    expect(await tubes()).toEqual([
      { Lab: 2, Elements: 1, Pending: 0 },
      { Lab: outside, Elements: 3, Pending: 0 },
    ])
    await both(2)
    await again()
    // creatinine, and the element calculated from it: their tube was asked for by the second accession, and not drawn yet
    expect(await tubes()).toEqual([
      { Lab: 2, Elements: 1, Pending: 1 },
      { Lab: 2, Elements: 2, Pending: 0 },
    ])
    const later = (await saleOf(desk, id)).Samples[1]
    expect((await desk.put('/api/collect/samples', { SampleIds: [later?.SampleId] })).status).toBe(200)
    expect(await tubes()).toEqual([
      { Lab: 2, Elements: 1, Pending: 1 },
      { Lab: 2, Elements: 2, Pending: 2 },
    ])
  } finally {
    await both(2)
    await route(app, product.antiCcp, outside)
  }
})

test('only the seller or the lab above accessions', async () => {
  const sale = await booked(desk, { PatientId: patient, BuyerId: 12 })
  const answer = await front.put('/api/accession/sales', { formId: sale.SaleId })
  expect([answer.status, answer.body.message]).toEqual([422, 'Only the seller may do this with the sale'])
  const centre = await booked(front, { PatientId: patient, SellerId: 12 })
  expect((await desk.put('/api/accession/sales', { formId: centre.SaleId })).status).toBe(200)
})

test('a product that is sent in a circle between labs is named, and the sale is not accessioned', async () => {
  await setRows(app, 'product_labs', { ProductId: 3042 }, { DestinationLabId: sql`5 - source_lab_id` })
  const sale = await booked(desk, { PatientId: patient, products: [product.cbc, 3042] })
  const answer = await desk.put('/api/accession/sales', { formId: sale.SaleId })
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('PSA')])
  expect(await saleOf(desk, sale.SaleId)).toMatchObject({ StatusId: 92, AccessionNo: null, Samples: [] })
})
