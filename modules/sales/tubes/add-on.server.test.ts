// A product added after accession uses an existing tube, by its volume and its age; else a further tube is requested.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import { sql } from '../../../server/db/db.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Answered } from '../../../server/testing/signed-in.ts'
import { accessioned, product, saleOf } from '../sales.fixture.ts'

const { app, desk } = networkForTests('desk')
const drawn = (sampleId: unknown, hours: number): Promise<number> =>
  setRows(app, 'samples', { SampleId: sampleId }, { CollectionDate: sql`now() - make_interval(hours => ${hours})` })
const first = (sale: Read<'sales'>): Read<'sales'>['Samples'][0] => sale.Samples[0] ?? {}

/** Sold with one product, unlocked, and accessioned again with another of the same specimen. */
const addedTo = async (
  sale: Read<'sales'>,
  added: number,
): Promise<{ answer: Answered; tubes: Read<'sales'>['Samples'] }> => {
  const formId = sale.SaleId
  await desk.put('/api/unlock/sales', { formId })
  const { SaleProducts } = await saleOf(desk, formId)
  const saved = await desk.put(`/api/sales/${formId}`, {
    SaleProducts: [...SaleProducts, { ProductId: added }],
  })
  expect(saved.text).toContain('"SaleId"')
  const answer = await desk.put('/api/accession/sales', { formId })
  expect(answer.status).toBe(200)
  return { answer, tubes: (await saleOf(desk, formId)).Samples }
}
const elementsOf = (sampleId: unknown) => readRows(app, 'sample_elements', { SampleId: sampleId }, 'element_id')

test('an added product is measured in the existing tube', async () => {
  const sale = await accessioned(desk, { products: [product.creatinine] })
  const { SampleId } = first(sale)
  const before = (await elementsOf(SampleId)).length
  const { tubes } = await addedTo(sale, product.bilirubin)
  expect([tubes.length, (await elementsOf(SampleId)).length > before]).toEqual([1, true])
  const { body } = await desk.get(`/api/samples/${String(SampleId)}`)
  expect(body.Events.map((event) => event.What)).toContain('Added to')
})

test('when its tube is too old a further tube is requested, to be collected, with the reason', async () => {
  await setRows(app, 'element_specimens', { SpecimenId: 1 }, { StableHours: 24 })
  const sale = await accessioned(desk, { products: [product.creatinine] })
  const { SampleId, Barcode } = first(sale)
  await drawn(SampleId, 30)
  const { answer, tubes } = await addedTo(sale, product.bilirubin)
  const why = `${String(Barcode)} was collected 30 h ago and is stable for 24 h`
  expect(answer.body.message).toContain(`Collect a further tube: ${why}`)
  expect(tubes.map((tube) => tube.StatusId)).toEqual([116, 115])
  expect(await readRow(app, 'sample_events', { SampleId: tubes[1]?.SampleId }, 'what, remarks')).toEqual({
    What: 'Asked for',
    Remarks: why,
  })
  await setRows(app, 'element_specimens', { SpecimenId: 1 }, { StableHours: null })
})

test('when too little is left in it a further tube is requested, with the volumes', async () => {
  const sale = await accessioned(desk, { products: [product.creatinine] })
  const { SampleId, Barcode } = first(sale)
  await setRows(app, 'specimens', { SpecimenId: 1 }, { ContainerVolume: 1 })
  const { answer, tubes } = await addedTo(sale, product.antiCcp)
  await setRows(app, 'specimens', { SpecimenId: 1 }, { ContainerVolume: 4 })
  const ofLab = tubes.filter((tube) => tube.PerformingLab === first(sale).PerformingLab)
  // anti-CCP goes to another laboratory: a tube of its own, collected with the others
  expect([ofLab.length, answer.body.message]).toEqual([1, expect.not.stringContaining(String(Barcode))])
  const other = await accessioned(desk, { products: [product.creatinine] })
  await setRows(app, 'specimens', { SpecimenId: 1 }, { ContainerVolume: 1 })
  const more = await addedTo(other, product.thyroid)
  await setRows(app, 'specimens', { SpecimenId: 1 }, { ContainerVolume: 4 })
  expect(more.answer.body.message).toMatch(/has .* left and .* is needed/)
  expect(more.tubes.at(-1)?.StatusId).toBe(115)
  expect(SampleId).toBeDefined()
})
