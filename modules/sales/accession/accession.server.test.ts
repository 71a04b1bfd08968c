// Accession: tubes with barcodes, and work where it is run; a second accession adds no duplicates.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, aSale, booked, product, saleOf } from '../sales.fixture.ts'
import { stateOf } from './accession.fixture.ts'

const { app, desk, front } = networkForTests('desk', 'front')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))

test('FND-401 OPS-271 OPS-318 a walk-in sale at the lab gets its number, tubes and work; the sale is accessioned', async () => {
  const sale = await booked(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
  const answer = await desk.put('/api/accession/sales', { formId: sale.SaleId })
  expect([answer.status, answer.body.message]).toEqual([200, expect.stringMatching(/^Accession NCL\d{10}$/)])
  const after = await saleOf(desk, sale.SaleId)
  expect(after).toMatchObject({
    StatusId: 95,
    AccessionNo: answer.body.AccessionNo,
    AccessionDate: expect.stringMatching(/^20/),
  })
  expect(after.Samples.map((tube) => [tube.Barcode, tube.StatusId])).toEqual([
    [`${after.AccessionNo}-01`, 116],
    [`${after.AccessionNo}-02`, 116],
  ])
  const { Work, Elements, Derived: others } = await stateOf(app, sale.SaleId)
  expect([Work, others]).toEqual([Elements, 0])
  expect(after.SaleProducts.map((line) => line.StatusId)).toEqual([104, 104])
})

test('FND-403 OPS-273 POST does the same as PUT, and the key may be in the query', async () => {
  const answers: Record<'PUT' | 'POST', unknown[]> = { PUT: [], POST: [] }
  for (const method of ['PUT', 'POST'] as const) {
    const sale = await booked(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
    const now = async () => {
      const { StatusId, NetAmount, SaleProducts } = await saleOf(desk, sale.SaleId)
      return [StatusId, NetAmount, SaleProducts.map((line) => line.StatusId)]
    }
    const item = { SaleProductId: sale.SaleProducts[1].SaleProductId }
    for (const [path, body] of [
      [`accession/sales?formId=${String(sale.SaleId)}`, undefined],
      ['unlock/sales', { formId: sale.SaleId }],
      ['cancel/saleProduct', item],
      ['cancel/sales', { formId: sale.SaleId }],
    ] as const)
      answers[method].push([
        path.split('?')[0],
        (await desk.call(method, `/api/${path}`, body)).status,
        ...(await now()),
      ])
  }
  expect(answers.PUT).toEqual([
    ['accession/sales', 200, 95, 1050, [104, 104]],
    ['unlock/sales', 200, expect.any(Number), 1050, expect.any(Array)],
    ['cancel/saleProduct', 200, expect.any(Number), 350, [expect.any(Number), 100]],
    ['cancel/sales', 200, 90, 0, [100, 100]],
  ])
  expect(answers.POST).toEqual(answers.PUT)
  expect((await desk.put('/api/accession/sales', {})).status).toBe(400)
})

test('OPS-217 the LRN of the sale meets every mandate but that of a lab it is bought from, whose absence is reported without a refusal', async () => {
  const mandate = (value: string) =>
    setRows(app, 'product_labs', { ProductId: product.antiCcp, DestinationLabId: 4 }, { MandateLRN: value })
  const accession = async (line: Json) => {
    const sale = await booked(desk, { PatientId: patient, products: [{ ProductId: product.antiCcp, ...line }] })
    const answer = await desk.put('/api/accession/sales', { formId: sale.SaleId })
    expect((await saleOf(desk, sale.SaleId)).StatusId).toBe(95)
    return [answer.status, String(answer.body.message).replace(String(answer.body.AccessionNo), 'N')]
  }
  for (const value of ['Sale', 'Forward', 'Report']) {
    await mandate(value)
    for (const line of [{}, { LRN: '4711' }])
      expect([value, line, await accession(line)]).toEqual([value, line, [200, 'Accession N']])
  }
  await mandate('Purchase')
  expect(await accession({})).toEqual([200, 'Accession N. Still without the LRN of the lab they are bought from: P036'])
  expect(await accession({ LRN: '4711' })).toEqual([200, 'Accession N'])
  // the header needs it whatever a line has, with a mandate and without; either has digits only
  for (const [LRN, one, errors] of [
    [null, { ProductId: product.antiCcp, LRN: '4711' }, { LRN: ['LRN is required'] }],
    [null, { ProductId: product.cbc }, { LRN: ['LRN is required'] }],
    ['A1', { ProductId: product.cbc }, { LRN: [expect.stringMatching(/digits/)] }],
    ['1', { ProductId: product.cbc, LRN: 'A1' }, { 'SaleProducts.0.LRN': [expect.stringMatching(/digits/)] }],
  ] as const) {
    const answer = await desk.post('/api/sales/', aSale({ PatientId: patient, LRN, products: [one] }))
    expect([answer.status, answer.body.errors]).toEqual([400, errors])
  }
})

test('OPS-154 a second accession adds no duplicates', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [product.feverPanel, product.cbc] })
  const before = await stateOf(app, sale.SaleId)
  const again = await desk.put('/api/accession/sales', { formId: sale.SaleId })
  expect([again.status, again.body.message]).toEqual([200, `Accession ${sale.AccessionNo} is up to date`])
  expect(await stateOf(app, sale.SaleId)).toEqual(before)
  expect((await saleOf(desk, sale.SaleId)).AccessionDate).toBe(sale.AccessionDate)
})

test('a line cancelled before the accession gets neither tube nor work', async () => {
  const sale = await booked(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
  expect(
    (await desk.put('/api/cancel/saleProduct', { SaleProductId: sale.SaleProducts[1].SaleProductId })).status,
  ).toBe(200)
  expect((await desk.put('/api/accession/sales', { formId: sale.SaleId })).status).toBe(200)
  expect(await stateOf(app, sale.SaleId)).toMatchObject({ Samples: 1, Elements: 20, Work: 20 })
})

test('two people accession one sale at once: one set of tubes', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => desk.put('/api/accession/sales', { formId: sale.SaleId })),
  )
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  expect(await stateOf(app, sale.SaleId)).toMatchObject({ Samples: 1, Elements: 20, Work: 20 })
})

test('an element bought twice is run once and shown under both products', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [product.feverPanel, product.cbc] })
  const runs = await app.db.read.rows<{ N: number }>(sql`
    select
      count(*)::int as n
    from
      work_items
    where
      sale_id = ${sale.SaleId}
    group by
      element_id
    having
      count(*) > 1
  `)
  expect(runs).toEqual([])
  const under = await app.db.read.one<{ N: number }>(sql`
    select
      count(distinct x.sale_product_id)::int as n
    from
      sale_product_elements x
      join sample_elements e using (sample_element_id)
      join sale_products l using (sale_product_id)
    where
      l.sale_id = ${sale.SaleId}
      and e.element_id = 1001
  `)
  expect(under.N).toBe(2)
})

test('accession numbers are unique under parallel accessions, and continue without a gap', async () => {
  const sales = await Promise.all(Array.from({ length: 8 }, () => booked(desk, { PatientId: patient })))
  const answers = await Promise.all(sales.map((sale) => desk.put('/api/accession/sales', { formId: sale.SaleId })))
  const numbers = answers.map((answer) => Number(String(answer.body.AccessionNo).slice(-6))).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i))
})

test('tubes collected at a centre wait there: work appears only where they are performed', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12 })
  expect((await stateOf(app, sale.SaleId)).Work).toBe(0)
  expect(await readRow(app, 'samples', { SaleId: sale.SaleId }, 'owner_id, performing_lab_id, status_id')).toEqual({
    OwnerId: 12,
    PerformingLabId: 2,
    StatusId: 116,
  })
  expect(sale.SaleProducts[0].StatusId).toBe(102)
})

test('a sale with a collection in the future has tubes to collect, and work once they are collected', async () => {
  const sale = await accessioned(desk, {
    PatientId: patient,
    CollectionDate: new Date(Date.now() + 3_600_000).toISOString(),
  })
  expect(sale.Samples.map((tube) => tube.StatusId)).toEqual([115])
  expect((await stateOf(app, sale.SaleId)).Work).toBe(0)
  const SampleIds = sale.Samples.map((tube) => tube.SampleId)
  expect(
    (
      await desk.put('/api/collect/samples', {
        SampleIds,
        CollectionDate: new Date(Date.now() + 7_200_000).toISOString(),
      })
    ).status,
  ).toBe(422)
  expect((await desk.put('/api/collect/samples', { SampleIds })).status).toBe(200)
  expect((await stateOf(app, sale.SaleId)).Work).toBe(20)
  expect((await desk.put('/api/collect/samples', { SampleIds })).status).toBe(422)
})
