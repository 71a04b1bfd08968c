// Who draws the tubes of an accession: its user there and then, or somebody later, who is named with the time.
import { afterEach, expect, test, vi } from 'vitest'
import { network } from '../../../core/network.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import { booked } from '../sales.fixture.ts'

const { app, admin, desk } = networkForTests('admin', 'desk')
const deskDraws = async (DeskDraws: boolean): Promise<void> => {
  expect((await admin.put('/api/settings/1', { DeskDraws })).status).toBe(200)
  await vi.waitUntil(() => network.deskDraws === DeskDraws)
}
afterEach(() => deskDraws(true))

type Tube = { SampleId: number; StatusId: number; CollectedById: number | null; CollectionDate: Date | null }
const tubesOf = async (saleId: unknown): Promise<Tube[]> =>
  readRows<Tube>(app, 'samples', { SaleId: saleId }, 'sample_id, status_id, collected_by_id, collection_date')
const accessioned = async (sent: Json = {}): Promise<{ sale: Read<'sales'>; tubes: Tube[] }> => {
  const sale = await booked(desk)
  expect((await desk.put('/api/accession/sales', { formId: sale.SaleId, ...sent })).status).toBe(200)
  return { sale, tubes: await tubesOf(sale.SaleId) }
}
const workOf = (saleId: unknown) => readRows(app, 'work_items', { SaleId: saleId }, 'work_item_id')
const drawn = { StatusId: sampleStatus.Collected, CollectedById: expect.any(Number) as unknown }
const waiting = { StatusId: sampleStatus.ToBeCollected, CollectedById: null, CollectionDate: null }

test('where the desk draws, an accession says so, and the user may say that the tubes are drawn later', async () => {
  const here = await accessioned()
  for (const tube of here.tubes) expect(tube).toMatchObject({ ...drawn, CollectedById: desk.userId })
  const later = await accessioned({ DrawnHere: false })
  for (const tube of later.tubes) expect(tube).toMatchObject(waiting)
  expect(await workOf(later.sale.SaleId)).toEqual([])
})

test('where it does not, the tubes wait to be drawn, unless the user says that they are drawn there', async () => {
  await deskDraws(false)
  const { sale, tubes } = await accessioned()
  expect(tubes.length).toBeGreaterThan(0)
  for (const tube of tubes) expect(tube).toMatchObject(waiting)
  expect(await workOf(sale.SaleId)).toEqual([])
  const asked = await desk.put('/api/collect/samples', { SampleIds: tubes.map((tube) => tube.SampleId) })
  expect(asked.status).toBe(200)
  for (const tube of await tubesOf(sale.SaleId)) expect(tube).toMatchObject({ ...drawn, CollectedById: desk.userId })
  expect((await workOf(sale.SaleId)).length).toBeGreaterThan(0)
  for (const tube of (await accessioned({ DrawnHere: true })).tubes) expect(tube).toMatchObject(drawn)
})
