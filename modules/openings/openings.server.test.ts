// A sensitive result is opened with a reason, at one's own work, or by its reader outside; each opening is in the log.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { readRow, readRows, setRows } from '../../server/testing/rows.ts'
import { aPdf, kept } from '../../server/testing/files.fixture.ts'
import { listed } from '../../server/testing/listed.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { enterAll, labForTests, letGo, paidSale, rowOf } from '../testresults/testresults.fixture.ts'
import { printed } from '../testreports/testreports.fixture.ts'

const { app, bench } = labForTests()
const { desk, technologist, pathologist, other } = bench
let sale: Read<'sales'>
let quality: Person
beforeAll(async () => {
  quality = await signedIn(app, 'quality', 10, 2)
  await setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive: true })
})
beforeEach(async () => {
  sale = await paidSale(desk, await aPatient(desk))
})
const openedBy = (person: Person): Promise<{ What: string; Why: string; Reason: string | null }[]> =>
  readRows(app, 'sensitive_openings', { SaleId: sale.SaleId, UserId: person.userId }, 'what, why, reason', 'opening_id')
const say = (person: Person, Reason: unknown = 'The doctor asks by telephone', SaleId = sale.SaleId) =>
  person.post('/api/reason/openings', { SaleId, Reason })
const history = (person: Person) => person.get(`/api/actions?ModuleId=testresults&FormId=${String(sale.SaleId)}`)
const potassium = (person: Person) => rowOf(person, sale.SaleId, 'Potassium')

test('open work is shown to who works on it, and noted as work', async () => {
  await enterAll(technologist, sale.SaleId, { Potassium: '4.1' })
  expect(await openedBy(technologist)).toEqual([])
  expect((await potassium(pathologist)).Result).toBe('4.1')
  expect(await openedBy(pathologist)).toEqual([{ What: 'sheet', Why: 'work', Reason: null }])
  // who reads the laboratory without working in it
  const row = await potassium(quality)
  expect(row).toMatchObject({ Result: null, Flag: null, IsClosed: true, Runs: [] })
  expect(JSON.stringify(row)).not.toContain('"4.1"')
  expect(await openedBy(quality)).toEqual([])
})

test('a released one is shown on sheet, paper and history once a reason is given, to that user alone', async () => {
  await letGo(bench, sale.SaleId, { Potassium: '4.1', Sodium: '140' })
  const before = (await openedBy(pathologist)).length
  expect(await potassium(pathologist)).toMatchObject({ Result: null, IsClosed: true, Actions: {} })
  expect((await rowOf(pathologist, sale.SaleId, 'Sodium')).Result).toBe('140')
  for (const refused of [await printed(pathologist, sale.SaleId), await history(pathologist)])
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
      422,
      'sensitive',
      ['Reason'],
    ])
  expect(await openedBy(pathologist)).toHaveLength(before)
  expect((await say(pathologist)).status).toBe(201)
  expect((await potassium(pathologist)).Result).toBe('4.1')
  expect((await printed(pathologist, sale.SaleId)).status).toBe(200)
  expect((await history(pathologist)).status).toBe(200)
  const reason = 'The doctor asks by telephone'
  expect((await openedBy(pathologist)).slice(before)).toEqual(
    ['reason', 'sheet', 'print', 'history'].map((What) => ({ What, Why: 'reason', Reason: reason })),
  )
  expect(await potassium(other)).toMatchObject({ Result: null, IsClosed: true })
  expect((await printed(desk, sale.SaleId)).status).toBe(422)
})

test('a reason counts for twelve hours; what was read with it makes it no younger', async () => {
  await letGo(bench, sale.SaleId, { Potassium: '4.1' })
  const given = (hoursAgo: number, what: string) =>
    app.db.transaction((tx) =>
      tx.run(sql`
        insert into
          sensitive_openings (sale_id, user_id, what, why, reason, at)
        values
          (
            ${sale.SaleId},
            ${other.userId},
            ${what},
            'reason',
            'Asked',
            now() - make_interval(mins => ${hoursAgo * 60})
          )
      `),
    )
  await given(12.1, 'reason')
  await given(1, 'sheet')
  expect(await potassium(other)).toMatchObject({ Result: null, IsClosed: true })
  expect((await printed(other, sale.SaleId)).status).toBe(422)
  await given(11.9, 'reason')
  expect((await potassium(other)).Result).toBe('4.1')
})

test('a paper beside the results is open to the bench that works on them, to others with a reason', async () => {
  const at = `testresults/${String(sale.SaleId)}`
  const file = (await kept(technologist, at, aPdf())).body.KeptFileId
  const read = async (person: Person) => (await person.get(`/api/${at}/files/${String(file)}`)).status
  expect([await read(pathologist), await read(quality)]).toEqual([200, 422])
  expect(await openedBy(pathologist)).toEqual([{ What: 'file', Why: 'work', Reason: null }])
  await say(quality)
  expect(await read(quality)).toBe(200)
})

test('a paper is opened as work only while work on what it is of is open', async () => {
  const at = `testresults/${String(sale.SaleId)}`
  const file = (await kept(technologist, at, aPdf())).body.KeptFileId
  const { Id: ofAnother } = await app.db.transaction((tx) =>
    tx.one<{ Id: number }>(sql`
      insert into
        kept_files (module_id, form_id, kind, name, media_type, size, sha256, content, user_id, about)
      select
        module_id,
        form_id,
        kind,
        name,
        media_type,
        size,
        sha256,
        content,
        user_id,
        '{2000000}'
      from
        kept_files
      where
        kept_file_id = ${file}
      returning
        kept_file_id as id
    `),
  )
  const read = async (id: unknown = file) => (await pathologist.get(`/api/${at}/files/${String(id)}`)).status
  expect([await read(), await read(ofAnother)]).toEqual([200, 422])
  const WorkItemId = (await potassium(technologist)).WorkItemId
  const turn = (StatusId: number) => setRows(app, 'work_items', { WorkItemId }, { StatusId })
  await turn(workItemStatus.NotPerformed)
  expect(await read()).toBe(422)
  await turn(workItemStatus.Pending)
  expect(await read()).toBe(200)
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { AccessionDate: null })
  expect(await read()).toBe(422)
})

test('a reason is needed in words, for a sale that there is for the user and that has something sensitive', async () => {
  const empty = await say(desk, '   ')
  expect([empty.status, empty.body.errors]).toEqual([400, { Reason: ['Please enter why you open it'] }])
  const elsewhere = await signedIn(app, 'frontdesk2', 5, 11)
  expect((await say(elsewhere)).status).toBe(404)
  await setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive: false })
  const plain = await say(desk)
  await setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive: true })
  expect([plain.status, plain.body.message]).toEqual([422, 'Nothing of this sale is sensitive'])
  expect(await openedBy(desk)).toEqual([])
})

test('the ordering doctor is not asked, and is in the log', async () => {
  sale = await paidSale(desk, await aPatient(desk))
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { ReferringDoctorId: 101 })
  await letGo(bench, sale.SaleId, { Potassium: '4.1' })
  const doctor = await signedIn(app, 'doctor', 12, 101)
  expect((await printed(doctor, sale.SaleId)).status).toBe(200)
  expect(await openedBy(doctor)).toEqual([{ What: 'print', Why: 'portal', Reason: null }])
})

test('an institution that treats patients reads what it bought, an employer does not, and no reason opens it', async () => {
  await setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive: true })
  await letGo(bench, sale.SaleId, { Potassium: '4.1' })
  const institution = await signedIn(app, 'institution', 13, 21)
  const turn = (columns: Json) => setRows(app, 'sales', { SaleId: sale.SaleId }, columns)
  const { BuyerId, SellerId } = await readRow<{ BuyerId: number; SellerId: number }>(
    app,
    'sales',
    { SaleId: sale.SaleId },
    'buyer_id, seller_id',
  )
  await turn({ SellerId: 21 })
  const closed = 'A result of this sale is sensitive: only the patient and the ordering doctor read it here'
  for (const refused of [await printed(institution, sale.SaleId), await say(institution)])
    expect([refused.status, refused.body.message, refused.body.code]).toEqual([422, closed, undefined])
  expect(await openedBy(institution)).toEqual([])
  await turn({ SellerId, BuyerId: 21 })
  // an employer that bought it does not treat the patient
  await setRows(app, 'clients', { ClientId: 21 }, { GivesCare: false })
  expect((await printed(institution, sale.SaleId)).status).toBe(422)
  await setRows(app, 'clients', { ClientId: 21 }, { GivesCare: true })
  expect((await printed(institution, sale.SaleId)).status).toBe(200)
  expect(await openedBy(institution)).toEqual([{ What: 'print', Why: 'portal', Reason: null }])
  await turn({ BuyerId })
})

test('a sheet that is read again and again is noted once an hour', async () => {
  await enterAll(technologist, sale.SaleId, { Potassium: '4.1' })
  for (let count = 0; count < 3; count += 1) await potassium(pathologist)
  expect(await openedBy(pathologist)).toHaveLength(1)
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        sensitive_openings (sale_id, user_id, what, why, at)
      values
        (
          ${sale.SaleId},
          ${other.userId},
          'sheet',
          'work',
          now() - interval '61 minutes'
        )
    `),
  )
  await potassium(other)
  await potassium(other)
  expect(await openedBy(other)).toHaveLength(2)
  // a reason is an act: each is kept
  await say(other)
  await say(other)
  expect(await openedBy(other)).toHaveLength(4)
})

test('quality managers and administrators read the log, the desk and the bench do not; nobody changes it', async () => {
  await letGo(bench, sale.SaleId, { Potassium: '4.1' })
  await say(desk)
  const filter = { AccessionNo: sale.AccessionNo }
  for (const person of [quality, await signedIn(app, 'admin', 1, 1)]) {
    const { rows } = await listed(person, 1081, { ...filter, Why: 'reason' })
    expect(rows).toMatchObject([
      { What: 'reason', Why: 'reason', Reason: 'The doctor asks by telephone', SaleId: sale.SaleId },
    ])
  }
  for (const person of [desk, pathologist]) expect((await person.get('/api/getdata/1081')).status).toBe(403)
  await expect(setRows(app, 'sensitive_openings', { SaleId: sale.SaleId }, { Reason: 'x' })).rejects.toThrow()
})

test('an earlier sensitive value is on no sheet of a later sale', async () => {
  const patient = sale.PatientId
  await letGo(bench, sale.SaleId, { Potassium: '4.1', Sodium: '140' })
  sale = await paidSale(desk, patient)
  await enterAll(technologist, sale.SaleId, { Potassium: '9.9', Sodium: '140' })
  // the check of the tube is made, and says no value
  const row = await potassium(technologist)
  expect(row).toMatchObject({ PreviousResult: null, History: [], Neighbours: [], IsDelta: true })
  expect(JSON.stringify(row)).not.toContain('"4.1"')
  expect((await rowOf(technologist, sale.SaleId, 'Sodium')).PreviousResult).toBe('140')
})

test('a critical one is notified and listed without its value, its flag and its name', async () => {
  await enterAll(technologist, sale.SaleId, { Potassium: '7.77', Sodium: '111' })
  const AccessionNo = sale.AccessionNo
  const notices = await app.db.read.rows<{ Content: string; Subject: string }>(sql`
    select distinct
      content,
      subject
    from
      notifications
    where
      content like ${`%${String(AccessionNo)}%`}
    order by
      content
  `)
  expect(notices.map((one) => one.Content)).toEqual([
    `A sensitive test on ${String(AccessionNo)}`,
    `Sodium 111 mmol/L on ${String(AccessionNo)}`,
  ])
  expect(notices.map((one) => one.Subject)).toEqual(['A sensitive test', 'Sodium'].map((of) => `Critical value: ${of}`))
  const tile = await pathologist.get('/api/getdata/2105?Days=7')
  const ofSale = tile.body.filter((row) => row.SaleId === sale.SaleId)
  expect(ofSale.map((row) => [row.Element, row.Result, row.Flag]).sort()).toEqual([
    ['A sensitive test', null, null],
    ['Sodium', '111', 'LL'],
  ])
})
