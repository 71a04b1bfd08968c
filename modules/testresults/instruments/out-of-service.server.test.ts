// What an instrument measured waits where it is put out of service before the value goes out.
import { expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import type { Read, Result } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { workItemReason } from '../../lists/items.model.ts'
import { aPatient, product } from '../../sales/sales.fixture.ts'
import {
  amend,
  enter,
  enterAll,
  itemsOf,
  labForTests,
  letGo,
  paidSale,
  releaseAll,
  rowOf,
  waiting,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const [cobas, architect] = ['Roche cobas e 601', 'Abbott ARCHITECT i1000SR']

const thyroid = async (): Promise<Read<'sales'>> =>
  paidSale(bench.desk, await aPatient(bench.desk), [product.thyroid], 0.01)
const named = (row: Result, name: string): number =>
  Number(row.InService.find((one) => one.Name === name)?.LabInstrumentId)
const measureOn = (person: Person, rows: readonly Result[], LabInstrumentId: number) =>
  person.put('/api/measureon/testresults', { WorkItemIds: rows.map((row) => row.WorkItemId), LabInstrumentId })
/** Changes how the lab has an instrument. */
const change = async (labInstrument: number, changes: Json): Promise<void> => {
  const admin = await signedIn(app, 'admin', role.Administrator, 1)
  const path = `/api/labinstruments/${labInstrument}` as const
  const { body } = await admin.get(path)
  expect((await admin.put(path, { ...changes, RowVersion: body.RowVersion })).status).toBe(200)
}

test('what an instrument measured before it went out of service is kept with a reason, repeated, or waits for it', async () => {
  const sale = await thyroid()
  await enterAll(bench.technologist, sale.SaleId)
  const tsh = await rowOf(bench.pathologist, sale.SaleId, 'TSH')
  const own = named(tsh, cobas)
  const sign = async (name: string, element: string, more: Json = {}): Promise<unknown[]> => {
    const { WorkItemId } = await rowOf(bench.pathologist, sale.SaleId, element)
    const { status, body } = await bench.pathologist.put(`/api/${name}/testresults`, {
      WorkItemIds: [WorkItemId],
      ...more,
    })
    return [status, body.message]
  }
  expect((await sign('approve', 'T4, total'))[0]).toBe(200)
  await change(own, { OutOfService: 'Calibration failed, and drifting' })
  try {
    const because = `measured on ${cobas}, since out of service: Calibration failed, and drifting`
    const held = (element: string) => [
      422,
      `${element}: ${because}; repeat it on another one, or keep it with a reason`,
    ]
    expect(await sign('approve', 'TSH')).toEqual(held('TSH'))
    // it was not measured elsewhere by being said so
    const moved = await measureOn(bench.technologist, [tsh], named(tsh, architect))
    expect([moved.status, moved.body.message]).toEqual(held('TSH'))
    expect(await sign('keep', 'TSH', { Remarks: 'Controls were right at noon' })).toEqual([200, '1 value is kept'])
    expect((await sign('approve', 'TSH'))[0]).toBe(200)
    expect((await rowOf(bench.pathologist, sale.SaleId, 'TSH')).Comments).toBe(
      `M${because.slice(1)}. Reported because: Controls were right at noon`,
    )
    // another breakdown is decided for itself
    await change(own, { OutOfService: 'Lamp broken' })
    expect((await rowOf(bench.pathologist, sale.SaleId, 'TSH')).TubeFaults).toHaveLength(1)
    await change(own, { OutOfService: 'Calibration failed, and drifting' })
    // repeated on the other one
    expect((await sign('repeat', 'T3, total', { ReasonId: workItemReason.QuantityNotSufficient }))[0]).toBe(200)
    const t3 = await rowOf(bench.technologist, sale.SaleId, 'T3, total')
    expect((await measureOn(bench.technologist, [t3], named(t3, architect))).status).toBe(200)
    await enter(bench.technologist, sale.SaleId, { 'T3, total': '1.1' })
    expect((await sign('approve', 'T3, total'))[0]).toBe(200)
    // what was approved before does not go out either
    const release = await releaseAll(bench.pathologist, sale.SaleId, 'Paid later')
    expect([release.status, release.body.message]).toEqual([422, expect.stringContaining(`T4, total: ${because}`)])
  } finally {
    await change(own, { OutOfService: null })
  }
  expect((await releaseAll(bench.pathologist, sale.SaleId, 'Paid later')).status).toBe(200)
})

test('what an instrument measured before it was retired is amended without a question', async () => {
  const sale = await paidSale(bench.desk, await aPatient(bench.desk))
  await letGo(bench, sale.SaleId, { Sodium: '138' })
  const own = Number((await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).LabInstrumentId)
  await change(own, { IsActive: false })
  try {
    expect((await amend(bench.pathologist, sale.SaleId, { Sodium: '139' })).status).toBe(200)
    expect((await rowOf(bench.other, sale.SaleId, 'Sodium')).TubeFaults).toEqual([])
    const WorkItemIds = itemsOf(await waiting(bench.other, sale.SaleId))
    expect((await bench.other.put('/api/approve/testresults', { WorkItemIds })).status).toBe(200)
    // one that broke down before it was retired is another matter
    await change(own, { OutOfService: 'Lamp broken' })
    expect((await amend(bench.pathologist, sale.SaleId, { Sodium: '137' })).status).toBe(200)
    expect((await rowOf(bench.other, sale.SaleId, 'Sodium')).TubeFaults).toHaveLength(1)
  } finally {
    await change(own, { OutOfService: null, IsActive: true })
  }
})

/** A released sodium whose instrument is out of service since, and what is done about it. */
const brokenSodium = async () => {
  const sale = await paidSale(bench.desk, await aPatient(bench.desk))
  await letGo(bench, sale.SaleId, { Sodium: '138' })
  const { WorkItemId, LabInstrumentId } = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
  const own = Number(LabInstrumentId)
  await change(own, { OutOfService: 'Lamp broken' })
  return {
    sale,
    row: () => rowOf(bench.other, sale.SaleId, 'Sodium'),
    sign: async (name: string, more: Json = {}): Promise<number> =>
      (await bench.other.put(`/api/${name}/testresults`, { WorkItemIds: [WorkItemId], ...more })).status,
    note: async (Comments: string): Promise<number> =>
      (
        await bench.pathologist.put('/api/amend/testresults', {
          WorkItems: [{ WorkItemId, Comments }],
          ReasonId: workItemReason.QuantityNotSufficient,
          Remarks: 'Comment was left out',
        })
      ).status,
    mend: () => change(own, { OutOfService: null }),
  }
}

test('an amended value that was kept goes out with its printed reason: without it, it is decided again', async () => {
  const { sale, row, sign, note, mend } = await brokenSodium()
  try {
    expect((await amend(bench.pathologist, sale.SaleId, { Sodium: '139' })).status).toBe(200)
    expect(await sign('keep', { Remarks: 'Controls were right' })).toBe(200)
    const reason = String((await row()).Amendment.Comments)
    expect(reason).toContain('Reported because: Controls were right')
    // a comment that holds the reason asks no more
    expect(await note(`Repeated twice\n${reason}`)).toBe(200)
    expect((await row()).TubeFaults).toEqual([])
    expect(await note('Repeated twice')).toBe(200)
    expect((await row()).TubeFaults).toHaveLength(1)
    expect(await sign('approve')).toBe(422)
    expect(await sign('keep', { Remarks: 'Controls were right' })).toBe(200)
    expect(await sign('approve')).toBe(200)
    expect((await row()).Comments).toBe(`Repeated twice\n${reason}`)
  } finally {
    await mend()
  }
})

test('once it is out, an amendment that writes over its reason is decided again; another reason beside it is not', async () => {
  const { sale, row, sign, note, mend } = await brokenSodium()
  try {
    expect((await amend(bench.pathologist, sale.SaleId, { Sodium: '139' })).status).toBe(200)
    expect(await sign('keep', { Remarks: 'Clear' })).toBe(200)
    expect(await sign('approve')).toBe(200)
    // the bare word of the reason is not the sentence
    expect(await note('Clear serum')).toBe(200)
    expect((await row()).TubeFaults).toHaveLength(1)
    expect(await sign('approve')).toBe(422)
    expect(await sign('keep', { Remarks: 'Controls were right' })).toBe(200)
    expect(await sign('approve')).toBe(200)
    const said = String((await row()).Comments)
    expect(said).toContain('Reported because: Controls were right')
    // what is printed now says it; the reason of before need not come back
    expect(await note(`${said}\nRepeated twice`)).toBe(200)
    expect((await row()).TubeFaults).toEqual([])
    expect(await sign('approve')).toBe(200)
  } finally {
    await mend()
  }
})
