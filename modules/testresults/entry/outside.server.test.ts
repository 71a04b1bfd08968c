// Results of an outside lab: entered by the lab that sent the tube, from its report on paper, or by its own users where
// it has any; never by others.
import { beforeAll, describe, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { addUser } from '../../../server/testing/add-user.ts'
import { aPdf, kept, removed } from '../../../server/testing/files.fixture.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read, Result, Rows } from '../../../server/testing/answers.ts'
import { Person, signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { sampleStatus, workItemReason, workItemStatus } from '../../lists/items.model.ts'
import { dispatched, party } from '../../shipments/shipments.fixture.ts'
import { outsideLab, soldForTwoLabs } from '../../testreports/chain.fixture.ts'
import { receiptOf, receive, received } from '../../shipmentreceipt/shipmentreceipt.fixture.ts'
import { template } from '../../testreports/testreports.fixture.ts'
import { labForTests, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { ReferredOut, OnHold, Entered, Approved, Released } = workItemStatus

/** The rows of a sale that the outside lab performs. */
const outsideRows = async (person: Person, sale: unknown): Promise<Rows<Result>> =>
  (await rowsOf(person, sale)).filter((row) => row.LabId === outsideLab)
const tubeOf = async (sale: unknown): Promise<number> =>
  (await readRow<{ Id: number }>(app, 'samples', { SaleId: sale, PerformingLabId: outsideLab }, 'sample_id as id')).Id
const tubeOfStatus = async (sale: unknown, status: number): Promise<number> =>
  (
    await readRow<{ Id: number }>(
      app,
      'samples',
      { SaleId: sale, PerformingLabId: outsideLab, StatusId: status },
      'sample_id as id',
    )
  ).Id
const send = async (sale: unknown): Promise<Read<'shipments'>> =>
  dispatched(bench.technologist, { from: party.central, to: outsideLab, samples: [await tubeOf(sale)] })
const type = async (person: Person, sale: unknown, Result: string) => {
  const [row] = await outsideRows(bench.technologist, sale)
  return person.put('/api/testresults/', {
    SaleId: sale,
    WorkItems: [{ WorkItemId: row?.WorkItemId, Result }],
  })
}
const keep = (sale: unknown, person: Person = bench.technologist) =>
  kept(person, `testresults/${String(sale)}`, aPdf(), { Kind: 'outside', Name: 'reference.pdf' })

describe('without users of its own', () => {
  let sale: unknown
  let shipment: Read<'shipments'>
  beforeAll(async () => {
    sale = (await soldForTwoLabs(bench.desk)).SaleId
  })

  test('no work is expected before the tube is dispatched, then it is referred out, on the list of the lab that sent it', async () => {
    expect(await outsideRows(bench.technologist, sale)).toEqual([])
    shipment = await send(sale)
    expect(await outsideRows(bench.technologist, sale)).toMatchObject([
      { StatusId: ReferredOut, KeeperId: party.central, OutsideLab: expect.any(String), Instrument: null },
    ])
    const list = (await bench.technologist.get('/api/getdata/1004')).body
    expect(list.filter((row) => row.SaleId === sale && row.LabId === outsideLab)).toHaveLength(1)
    // another lab of the network does not see it
    const satellite = await signedIn(app, 'nashik', role.Technologist, party.satellite)
    expect((await satellite.get(`/api/testresults?SaleId=${String(sale)}`)).status).toBe(404)
    expect((await type(satellite, sale, '12')).status).toBe(404)
  })

  test('undoing the dispatch undoes the referral, and the next dispatch refers it out again', async () => {
    const undo = await bench.technologist.put(`/api/undispatch/shipments/${String(shipment.ShipmentId)}`)
    expect(undo.status).toBe(200)
    expect(await outsideRows(bench.technologist, sale)).toEqual([])
    expect(await readRows(app, 'worksheets', { LabId: outsideLab }, 'work_sheet_id', '1')).toEqual([])
    const again = await bench.technologist.put(`/api/dispatchshipment/${String(shipment.ShipmentId)}`)
    expect(again.status).toBe(200)
    expect(await outsideRows(bench.technologist, sale)).toMatchObject([{ StatusId: ReferredOut }])
  })

  test('undoing the dispatch holds work with an earlier run until its tube leaves again', async () => {
    const mine = (await soldForTwoLabs(bench.desk)).SaleId
    const sent = await send(mine)
    await keep(mine)
    expect((await type(bench.technologist, mine, '12')).status).toBe(200)
    const [row] = await outsideRows(bench.pathologist, mine)
    const ReasonId = workItemReason.QuantityNotSufficient
    const repeated = { WorkItemIds: [row?.WorkItemId], ReasonId, Remarks: 'Measured again' }
    expect((await bench.pathologist.put('/api/repeat/testresults', repeated)).status).toBe(200)
    const trip = async (way: 'dispatchshipment' | 'undispatch/shipments') => {
      const answer = await bench.technologist.put(`/api/${way}/${String(sent.ShipmentId)}`)
      expect(answer.status).toBe(200)
      const [now] = await outsideRows(bench.technologist, mine)
      return [now?.StatusId, now?.ReasonId, now?.Runs.length]
    }
    expect(await trip('undispatch/shipments')).toEqual([OnHold, ReasonId, 1])
    expect(await trip('dispatchshipment')).toEqual([ReferredOut, ReasonId, 1])
    expect(await trip('undispatch/shipments')).toEqual([OnHold, ReasonId, 1])
    await expectInvariants(app.db)
  })

  test('its value is entered only with its report, which only users of the bench add, and belongs to the outside lab', async () => {
    const [row] = await outsideRows(bench.technologist, sale)
    const early = await type(bench.technologist, sale, '12')
    expect([early.status, early.body.message, early.body.code]).toEqual([
      422,
      `${row?.Element}: add the report of ${row?.OutsideLab} as a file first`,
      'no-paper',
    ])
    expect((await keep(sale, bench.desk)).status).toBe(403)
    const other = { Kind: 'other', Name: 'note.pdf' }
    expect((await kept(bench.technologist, `testresults/${String(sale)}`, aPdf(), other)).status).toBe(201)
    expect((await type(bench.technologist, sale, '12')).body.code).toBe('no-paper')
    expect((await keep(sale)).status).toBe(201)
    expect((await type(bench.technologist, sale, '12')).status).toBe(200)
    expect(await outsideRows(bench.technologist, sale)).toMatchObject([
      { Result: '12', StatusId: Entered, Source: 'outside lab', LabInstrumentId: null, Instrument: null },
    ])
  })

  test('another user of the lab that sent it approves it; the report names the performing lab', async () => {
    const other = (await soldForTwoLabs(bench.desk)).SaleId
    await send(other)
    await keep(other, bench.pathologist)
    expect((await type(bench.pathologist, other, '12')).status).toBe(200)
    const [own] = await outsideRows(bench.pathologist, other)
    const WorkItemIds = [own?.WorkItemId]
    const alone = await bench.pathologist.put('/api/approve/testresults', { WorkItemIds })
    expect([alone.status, alone.body.message]).toEqual([
      422,
      `${own?.Element}: entered by you; another signatory must approve it`,
    ])
    expect((await bench.other.put('/api/approve/testresults', { WorkItemIds })).status).toBe(200)
    expect(await outsideRows(bench.other, other)).toMatchObject([{ StatusId: Approved }])
    expect((await bench.other.put('/api/release/testresults', { WorkItemIds })).status).toBe(200)
    expect(await outsideRows(bench.other, other)).toMatchObject([{ StatusId: Released }])
    type Section = { PerformedBy: string | null; Signatories: { Qualification: string }[] }
    const report = await readRow<{ Content: { Departments: Section[] } }>(app, 'reports', { SaleId: other }, 'content')
    const [section] = report.Content.Departments
    expect(section?.PerformedBy).toContain(String(own?.OutsideLab))
    // the signatory belongs to the lab that sent it
    expect(section?.Signatories[0]?.Qualification).not.toContain(String(own?.OutsideLab))
  })

  test('the paper that a released result rests on is not removed: it is withdrawn with a reason, and opens no other result', async () => {
    const mine = (await soldForTwoLabs(bench.desk)).SaleId
    await send(mine)
    const paper = (await keep(mine)).body.KeptFileId
    const at = `testresults/${String(mine)}`
    expect((await type(bench.technologist, mine, '12')).status).toBe(200)
    const [own] = await outsideRows(bench.pathologist, mine)
    const WorkItemIds = [own?.WorkItemId]
    for (const act of ['approve', 'release'])
      expect((await bench.pathologist.put(`/api/${act}/testresults`, { WorkItemIds })).status).toBe(200)
    const refused = await removed(bench.technologist, at, paper)
    expect([refused.status, refused.body.code]).toEqual([422, 'rests'])
    expect(refused.body.message).toContain('it can only be withdrawn, with a reason')
    const gone = await bench.technologist.call('DELETE', `/api/${at}/files/${paper}?Reason=Of%20another%20patient`)
    expect([gone.status, gone.body.message]).toEqual([200, 'reference.pdf was withdrawn'])
    const files = await bench.technologist.get<Json[]>(`/api/${at}/files`)
    expect(files.body).toMatchObject([{ WithdrawnFor: 'Of another patient', WithdrawnOn: expect.any(String) }])
    expect((await bench.technologist.get(`/api/${at}/files/${paper}`)).status).toBe(200)
    expect(await outsideRows(bench.pathologist, mine)).toMatchObject([{ HasPaper: false }])
    // before anything is released it is simply removed
    const other = (await soldForTwoLabs(bench.desk)).SaleId
    await send(other)
    const unused = (await keep(other)).body.KeptFileId
    expect((await removed(bench.technologist, `testresults/${String(other)}`, unused)).status).toBe(200)
  })

  test('work sent earlier remains with its sender when the lab gets users: no one else finds or enters it', async () => {
    const before = (await soldForTwoLabs(bench.desk)).SaleId
    const sent = await send(before)
    const late = { user: 'outsidelate', name: 'Outside late', role: role.Technologist, entity: outsideLab }
    await app.db.transaction((tx) => addUser(tx, late))
    const person = new Person(app)
    await person.signIn(late.user, late.role, outsideLab)
    const isTheirs = async (who: Person): Promise<boolean[]> => [
      (await who.get(`/api/testresults?SaleId=${String(before)}`)).status === 200,
      (await who.get('/api/getdata/1004')).body.some((row) => row.SaleId === before),
      (await type(who, before, '12')).status === 200,
    ]
    await received(person, sent)
    expect(await isTheirs(person)).toEqual([false, false, false])
    const [row] = await outsideRows(bench.technologist, before)
    expect(row).toMatchObject({ StatusId: ReferredOut, KeeperId: party.central })
    const sheet = `/api/worksheets/${String(row?.WorkSheetId)}` as const
    expect([(await person.get(sheet)).status, (await bench.technologist.get(sheet)).status]).toEqual([404, 200])
    await keep(before)
    expect(await isTheirs(bench.technologist)).toEqual([true, true, true])
    // a recollected tube belongs to the outside lab, which has received it and has users
    const again = (await soldForTwoLabs(bench.desk)).SaleId
    await setRows(app, 'users', { UserName: late.user }, { IsActive: false })
    const first = await send(again)
    await setRows(app, 'users', { UserName: late.user }, { IsActive: true })
    const [line] = (await receiptOf(person, first.ShipmentId)).ShipmentSamples
    const broken = [[line?.ShipmentSampleId, sampleStatus.Rejected, workItemReason.QuantityNotSufficient]] as const
    expect((await receive(person, first.ShipmentId, broken)).status).toBe(200)
    const next = await tubeOfStatus(again, sampleStatus.ToBeCollected)
    expect((await bench.desk.put('/api/collect/samples', { SampleIds: [next] })).status).toBe(200)
    const way = { from: party.central, to: outsideLab, samples: [next] }
    await received(person, await dispatched(bench.technologist, way))
    expect(await outsideRows(bench.technologist, again)).toEqual([])
    expect(await outsideRows(person, again)).toMatchObject([{ StatusId: workItemStatus.Pending, KeeperId: null }])
    expect((await person.post('/api/generate/worksheets')).status).toBe(200)
    const [own] = await outsideRows(person, again)
    const typed = { SaleId: again, WorkItems: [{ WorkItemId: own?.WorkItemId, Result: '12' }] }
    expect((await person.put('/api/testresults/', typed)).status).toBe(200)
    await setRows(app, 'users', { UserName: late.user }, { IsActive: false })
  })
})

describe('with users of its own', () => {
  let sale: unknown
  let types: Person
  let signs: Person
  beforeAll(async () => {
    sale = (await soldForTwoLabs(bench.desk)).SaleId
    const at = async (user: string, roleId: number): Promise<Person> => {
      await app.db.transaction((tx) => addUser(tx, { user, name: `Outside ${user}`, role: roleId, entity: outsideLab }))
      const person = new Person(app)
      await person.signIn(user, roleId, outsideLab)
      return person
    }
    types = await at('outsidetypes', role.Technologist)
    signs = await at('outsidesigns', role.Pathologist)
  })

  test('the work is theirs: not visible before their receipt, nor to the lab that sent it', async () => {
    const shipment = await send(sale)
    expect((await types.get(`/api/testresults?SaleId=${String(sale)}`)).status).toBe(404)
    await received(types, shipment)
    expect(await outsideRows(bench.technologist, sale)).toEqual([])
    const rows = await rowsOf(types, sale)
    expect(rows.map((row) => [row.LabId, row.KeeperId])).toEqual([[outsideLab, null]])
    const own = await rowsOf(bench.technologist, sale)
    const foreign = { SaleId: sale, WorkItems: [{ WorkItemId: own[0]?.WorkItemId, Result: '140' }] }
    expect((await types.put('/api/testresults/', foreign)).status).toBe(404)
  })

  test('they enter and sign without paper, and see no money, no other labs and no history of those', async () => {
    const [row] = await rowsOf(types, sale)
    expect(row).toMatchObject({ History: [], PreviousResult: null, DoctorPhone: null })
    expect(row?.Sale).toMatchObject({ Outstanding: 0, BuyerIsPatient: false })
    const WorkItemIds = [row?.WorkItemId]
    const typed = { SaleId: sale, WorkItems: [{ WorkItemId: row?.WorkItemId, Result: '12' }] }
    expect((await types.put('/api/testresults/', typed)).status).toBe(200)
    expect((await rowsOf(signs, sale))[0]).toMatchObject({ Source: 'outside lab', StatusId: Entered })
    expect((await signs.put('/api/approve/testresults', { WorkItemIds })).status).toBe(200)
    await bench.technologist.put('/api/testresults/', {
      SaleId: sale,
      WorkItems: [{ WorkItemId: (await rowsOf(bench.technologist, sale))[0]?.WorkItemId, Result: '140' }],
    })
    const history = await signs.get(`/api/actions?ModuleId=testresults&FormId=${String(sale)}`)
    expect(history.body.map((one) => one.Action)).toEqual(['approve', 'enter'])
    const correct = await signs.put('/api/correctpatient/sales', {
      SaleId: sale,
      PatientId: row?.PatientId,
      ReasonId: 160,
      Remarks: 'Mine now',
    })
    // the patient is unknown to them
    expect(correct.status).toBe(404)
  })

  test('they do not see a report with results of other labs; they see one that they measure wholly', async () => {
    const WorkItemIds = [(await rowsOf(signs, sale))[0]?.WorkItemId]
    expect((await signs.put('/api/release/testresults', { WorkItemIds })).status).toBe(200)
    const print = (person: Person) =>
      person.post('/api/print/testreports/', { templateId: template.report, formId: sale, device: 'screen' })
    const reads = async (person: Person) => [
      (await person.get('/api/getdata/1005')).body.length,
      (await person.get(`/api/testreports/${String(sale)}`)).status,
      (await person.get(`/api/trends/testreports?SaleId=${String(sale)}`)).status,
      (await print(person)).status,
    ]
    expect(await reads(signs)).toEqual([0, 404, 404, 404])
    expect((await print(bench.technologist)).status).toBe(200)
    await setRows(app, 'samples', { SaleId: sale }, { PerformingLabId: outsideLab })
    expect(await reads(signs)).toEqual([1, 200, 200, 200])
    await setRows(app, 'samples', { SaleId: sale, OwnerId: party.central }, { PerformingLabId: party.central })
  })
})
