// A wrong merge of two patients is undone: what moved goes back, what came after it stays, reports say the right name.
import { expect, test } from 'vitest'
import { addUser } from '../../../server/testing/add-user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, readRows, setRows, valueOf } from '../../../server/testing/rows.ts'
import { sql } from '../../../server/db/db.ts'
import { role } from '../../../core/user.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { aPdf, kept } from '../../../server/testing/files.fixture.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { accessioned, booked, product } from '../../sales/sales.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { enter, letGo, paidSale, reportsOf, rowOf } from '../testresults.fixture.ts'
import { mergesBy } from './undo-merge.fixture.ts'

const { app, ...people } = networkForTests('manager', 'desk', 'technologist', 'pathologist', 'other')
const { manager, desk } = people
const { twoOf, merge, undo } = mergesBy(people)
const patientsOf = async (...sales: readonly unknown[]) => {
  const read = await Promise.all(sales.map((id) => desk.get(`/api/sales/${String(id)}`)))
  return read.map(({ body }) => [body.PatientId, body.Patient.Name])
}
const cash = (Amount: number) => ({ PaymentModeId: paymentMode.Cash, Amount })

test('sales, money, documents and the own user go back, sales made since stay, and the books of both add up', async () => {
  const [source, target] = await twoOf('Meena Rao')
  await app.db.transaction((tx) => addUser(tx, { user: 'meenarao', name: 'Meena', role: role.Patient, entity: source }))
  const sale = await accessioned(desk, { PatientId: source, receipts: [cash(100)] })
  const own = await booked(desk, { PatientId: target, receipts: [cash(50)] })
  expect((await kept(desk, `clients/${source}`, aPdf(), { Kind: 'other', Name: 'Consent.pdf' })).status).toBe(201)
  await merge(source, target)
  const since = await booked(desk, { PatientId: target, receipts: [cash(70)] })
  // money for a sale that had moved belongs with the sale
  const paid = { Invoice: { Transactions: [cash(30)] } }
  expect((await desk.put(`/api/sales/${String(sale.SaleId)}`, paid)).status).toBe(200)
  expect((await manager.get(`/api/unmerge/clients?targetId=${target}`)).body).toMatchObject([
    { SourceId: source, Source: 'Meena Rao Twice', MergedBy: expect.any(String) },
  ])
  const undone = await undo(source)
  expect([undone.status, undone.body.message, undone.body.Stay]).toEqual([
    200,
    `The merge is undone: 1 sale is again of ${source}: Meena Rao Twice. ` +
      `Made since, and still of ${target}: Meena Rao: sale ${String(since.SaleId)}`,
    [since.SaleId],
  ])
  expect(await patientsOf(sale.SaleId, own.SaleId, since.SaleId)).toEqual([
    [source, 'Meena Rao Twice'],
    [target, 'Meena Rao'],
    [target, 'Meena Rao'],
  ])
  const given = await readRows<{ Amount: number }>(app, 'transactions', { GiverId: source }, 'amount::float8', 'amount')
  expect(given.map(({ Amount }) => Amount)).toEqual([30, 100])
  const files = (await manager.get(`/api/clients/${source}/files`)).body
  expect(files.map((one) => one.Name)).toEqual(['Consent.pdf'])
  expect(await valueOf(app, 'users', { UserName: 'meenarao' }, 'default_entity_id')).toBe(source)
  expect((await signedIn(app, 'meenarao', role.Patient, source)).userId).toEqual(expect.any(Number))
  expect((await desk.get(`/api/clients/${source}`)).body).toMatchObject({ IsActive: true, MergedIntoId: null })
  const history = await manager.get(`/api/actions?ModuleId=clients&FormId=${source}`)
  expect(history.body[0]).toMatchObject({
    Remarks: 'Two persons of one name',
    Changes: { MergedIntoId: [target, null] },
  })
  await expectInvariants(app.db)
  // once, and then merged again
  expect((await undo(source)).body.message).toMatch(/^This merge was undone on .* already$/)
  await merge(source, target)
  expect((await undo(source)).status).toBe(200)
  await expectInvariants(app.db)
})

test('refused: without the permit or a reason, after 30 days, while the kept one is merged on, and of before it was kept', async () => {
  const [source, target] = await twoOf('Asha Rane')
  const [, third] = await twoOf('Asha Rane')
  const said = async () => {
    const answer = await undo(source)
    return [answer.status, answer.body.message]
  }
  expect(await said()).toEqual([422, 'This client is not merged'])
  await merge(source, target)
  expect([(await undo(source, desk)).status, (await undo(source, manager, '')).body.errors]).toEqual([
    403,
    { reason: ['Please enter why the merge is undone'] },
  ])
  await merge(target, third)
  expect(await said()).toEqual([422, `${target}: Asha Rane was merged into ${third} since: undo that merge first`])
  expect((await undo(target)).status).toBe(200)
  const days = (count: number) =>
    setRows(app, 'client_merges', { SourceId: source }, { MergedAt: sql`now() - make_interval(days => ${count}::int)` })
  await days(30)
  expect(await said()).toEqual([
    422,
    expect.stringMatching(/^A merge is undone within 30 days, .*: correct the patient of each sale$/),
  ])
  await days(29)
  expect((await undo(source)).status).toBe(200)
  const [old, kept2] = await twoOf('Old Merge')
  await setRows(app, 'clients', { ClientId: old }, { MergedIntoId: kept2, IsActive: false })
  expect((await undo(old)).body.message).toBe(
    'It was not kept what this merge moved, so it cannot be undone: correct the patient of each sale',
  )
  await expectInvariants(app.db)
})

test('a report issued in the other name meanwhile gets its next version, keeps who signed it, and is called about again', async () => {
  const [source, target] = await twoOf('Lata Pawar')
  const [before, between] = [await paidSale(desk, source), await paidSale(desk, source)]
  await letGo(people, before.SaleId)
  await merge(source, target)
  await letGo(people, between.SaleId, { Sodium: '110' })
  expect((await rowOf(people.pathologist, between.SaleId, 'Sodium')).CriticalCall).not.toBeNull()
  expect((await undo(source)).status).toBe(200)
  expect((await reportsOf(app, before.SaleId)).map(({ Version }) => Version)).toEqual([1])
  const versions = await reportsOf(app, between.SaleId)
  expect(versions.map(({ Version, Replaced }) => [Version, Replaced])).toEqual([
    [1, true],
    [2, false],
  ])
  const { Content } = await readRow<{ Content: ReportData }>(
    app,
    'reports',
    { SaleId: between.SaleId, Version: 2 },
    'content',
  )
  expect(Content.Patient).toMatchObject({ PatientId: String(source), Name: 'Lata Pawar Twice' })
  const row = await rowOf(people.pathologist, between.SaleId, 'Sodium')
  // the call was about another person: the value waits for its own one
  expect(row.Amendment).toMatchObject({ Flag: 'LL', CriticalCall: null })
  const { WorkItemId } = await rowOf(people.pathologist, between.SaleId, 'Potassium')
  const signed = await readRow<{ By: number }>(app, 'results', { WorkItemId, Version: 2 }, 'approved_by_id as by')
  expect(signed.By).toBe(people.pathologist.userId)
  await expectInvariants(app.db)
})

test('what is not released is judged again by the age of the one whose it is', async () => {
  const [source, target] = await twoOf('Usha Mane')
  const sale = await accessioned(desk, { PatientId: source, products: [product.cbc], receipts: [cash(350)] })
  await merge(source, target)
  // corrected at the kept one: a girl of three, for whom other intervals hold
  const girl = { BirthDate: `${new Date().getUTCFullYear() - 3}-01-01` }
  expect((await desk.put(`/api/clients/${target}`, girl)).status).toBe(200)
  await enter(people.technologist, sale.SaleId, { Haemoglobin: '11.8' })
  const low = async () => (await rowOf(people.pathologist, sale.SaleId, 'Haemoglobin')).LowValue
  const asGirl = await low()
  expect((await undo(source)).status).toBe(200)
  const asWoman = await low()
  expect([asGirl, asWoman]).toEqual([expect.any(Number), expect.any(Number)])
  expect(asWoman).not.toBe(asGirl)
  await expectInvariants(app.db)
})

test('where money of the one pays a bill of the other since, that is undone first', async () => {
  const [source, target] = await twoOf('Rekha Jadhav')
  const sale = await accessioned(desk, { PatientId: source, receipts: [cash(100)] })
  await merge(source, target)
  const free = { GiverId: target, ReceiverId: 2, Date: new Date().toISOString(), ...cash(250) }
  // it pays the oldest bill, which is of the other one
  const receipt = await desk.post('/api/transactions/', free)
  expect(receipt.status).toBe(201)
  const refused = await undo(source)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringMatching(/^Money of one of the two pays for the other since the merge: undo allocation \d+ first$/),
  ])
  expect(await patientsOf(sale.SaleId)).toEqual([[target, 'Rekha Jadhav']])
  const AllocationId = Number(/undo allocation (\d+)/.exec(String(refused.body.message))?.[1])
  const apart = await manager.put('/api/unallocate/transactions', {
    formId: receipt.body.TransactionId,
    AllocationId,
    reason: 'Of another person',
  })
  expect([apart.status, apart.text]).toEqual([200, apart.text])
  expect((await undo(source)).status).toBe(200)
  await expectInvariants(app.db)
})
