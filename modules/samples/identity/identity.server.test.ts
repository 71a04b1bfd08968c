// A tube is drawn of the patient whose bill is scanned, or who states a second identifier; how is kept with the draw.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { network } from '../../../core/network.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import { aPatient, booked } from '../../sales/sales.fixture.ts'

const { app, admin, desk } = networkForTests('admin', 'desk')
const asks = async (IdentifyAtDraw: boolean): Promise<void> => {
  expect((await admin.put('/api/settings/1', { IdentifyAtDraw })).status).toBe(200)
  await vi.waitUntil(() => network.identifyAtDraw === IdentifyAtDraw)
}
beforeAll(() => asks(true))
afterAll(() => asks(false))

const toDraw = async (): Promise<{ sale: Read<'sales'>; SampleIds: unknown[] }> => {
  const PatientId = await aPatient(desk, { BirthDate: '1980-11-02', MobilePhone: '9812345670' })
  const { SaleId } = await booked(desk, { PatientId })
  expect((await desk.put('/api/accession/sales', { formId: SaleId, DrawnHere: false })).status).toBe(200)
  const sale = (await desk.get(`/api/sales/${String(SaleId)}`)).body
  return { sale, SampleIds: sale.Samples.map((tube) => tube.SampleId) }
}
const stored = (id: unknown) => readRow(app, 'samples', { SampleId: id }, 'status_id, identified_by, collected_by_id')

test('the bill, the birth date or the phone opens the draw; how is in the row, its history and its timeline', async () => {
  const ways = [
    [(sale: Read<'sales'>) => String(sale.AccessionNo).toLowerCase(), 'bill'],
    [() => '02-11-1980', 'birth date'],
    [() => '98123 45670', 'phone'],
  ] as const
  for (const [sent, by] of ways) {
    const { sale, SampleIds } = await toDraw()
    expect((await desk.put('/api/collect/samples', { SampleIds, Identity: sent(sale) })).status).toBe(200)
    expect(await stored(SampleIds[0])).toEqual({
      StatusId: sampleStatus.Collected,
      IdentifiedBy: by,
      CollectedById: desk.userId,
    })
    const history = await desk.get(`/api/actions?ModuleId=samples&FormId=${String(SampleIds[0])}`)
    expect(history.body[0]).toMatchObject({ Changes: { IdentifiedBy: [null, by] } })
    const tube = await desk.get(`/api/samples/${String(SampleIds[0])}`)
    expect(tube.text).toContain(`Identified by ${by}`)
  }
})

test('without it, or with that of another patient, no tube is drawn', async () => {
  const { SampleIds } = await toDraw()
  const waits = { StatusId: sampleStatus.ToBeCollected, IdentifiedBy: null, CollectedById: null }
  for (const [Identity, code] of [
    [undefined, 'identity-needed'],
    ['  ', 'identity-needed'],
    ['03-11-1980', 'other-patient'],
    ['NCL2611999999', 'other-patient'],
  ]) {
    const refused = await desk.put('/api/collect/samples', { SampleIds, Identity })
    expect([refused.status, refused.body.code]).toEqual([422, code])
    expect(Object.keys(refused.body.errors)).toEqual(['Identity'])
    expect(await stored(SampleIds[0])).toEqual(waits)
  }
  const other = await toDraw()
  const both = { SampleIds: [...SampleIds, ...other.SampleIds], Identity: '02-11-1980' }
  expect((await desk.put('/api/collect/samples', both)).body.errors).toEqual({
    Identity: ['Identify one patient at a time'],
  })
  expect(await stored(other.SampleIds[0])).toEqual(waits)
})
