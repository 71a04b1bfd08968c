// Correct patient: a signatory has released results judged for the right patient, and the report amended.
import { expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { addUser } from '../../../server/testing/add-user.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { readRow, readRows } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import {
  approveAll,
  aReason,
  enterAll,
  labForTests,
  manAndGirl,
  letGo,
  paidSale,
  releaseAll,
  rowOf,
} from '../testresults.fixture.ts'
import { correctPatient, reported } from './correct.fixture.ts'

const { app, bench } = labForTests()
const people = manAndGirl(bench)

/** A sale to an institution, so that its buyer does not depend on the patient. */
const onCredit = (products: readonly number[] = [product.cbc]): Promise<Read<'sales'>> =>
  accessioned(bench.desk, { PatientId: people.man, BuyerId: 21, products })
const row = (sale: Read<'sales'>, element: string) => rowOf(bench.pathologist, sale.SaleId, element)
const correct = (sale: Read<'sales'>, more: Json = {}, person = bench.pathologist) =>
  correctPatient(person, sale, people.girl, more)
const lastReport = (sale: Read<'sales'>) =>
  readRow<{ Version: number; State: string; Patient: Json; Amendment: Json }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    "version, state, content -> 'Patient' as patient, content -> 'Amendment' as amendment",
    'version desc',
  )

test('Correct patient judges released results for the right patient and amends the report, which states the change', async () => {
  const sale = await reported(bench, people.man, { BuyerId: 21 })
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ StatusId: 154, Flag: 'L' })
  const answer = await correct(sale)
  expect([answer.status, answer.body.message]).toEqual([
    200,
    expect.stringMatching(/^The patient is corrected, the report is amended/),
  ])
  expect(await row(sale, 'Haemoglobin')).toMatchObject({
    Result: '12.5',
    Flag: 'N',
    LowValue: 11,
    StatusId: 159,
    Patient: 'Mira Patil',
  })
  expect(await lastReport(sale)).toMatchObject({
    Version: 2,
    State: 'AMENDED',
    Patient: { Name: 'Mira Patil' },
    Amendment: {
      Reason: 'Requisitions were exchanged',
      By: 'Dr Vidya Rao',
      Changes: [{ What: 'Patient', Was: 'issued in another name', Is: 'Mira Patil' }],
    },
  })
  const old = await readRow(
    app,
    'reports',
    { SaleId: sale.SaleId, Version: 1 },
    'superseded_at is not null as replaced',
  )
  expect(old).toEqual({ Replaced: true })
  const history = await readRows<{ ModuleId: string; Changes: Json }>(
    app,
    'audit',
    { FormId: sale.SaleId, Action: 'correct patient' },
    'module_id, changes',
    'module_id',
  )
  expect(history).toMatchObject([
    { ModuleId: 'sales', Changes: { PatientId: [people.man, people.girl] } },
    { ModuleId: 'testresults', Changes: { PatientId: [people.man, people.girl] } },
  ])
})

test('Correct patient needs a signatory, a reason and remarks, and a released report', async () => {
  const sale = await reported(bench, people.man, { BuyerId: 21 })
  expect((await correct(sale, {}, bench.desk)).status).toBe(403)
  expect((await correct(sale, {}, bench.technologist)).status).toBe(403)
  expect((await correct(sale, { ReasonId: 40 })).status).toBe(400)
  expect((await correct(sale, { Remarks: ' ' })).status).toBe(400)
  expect((await correct(sale, { PatientId: 12 })).status).toBe(400)
  expect((await correct(sale, { SaleId: 999_999 })).status).toBe(404)
  expect((await correct(sale, { PatientId: people.man })).body.message).toBe(
    'The sale is in the name of this patient already',
  )
  const open = await onCredit()
  await enterAll(bench.technologist, open.SaleId)
  expect((await correct(open)).body.message).toBe('No report is out; change the patient in the sale')
})

test('unreleased results wait for approval again when the patient is corrected', async () => {
  const sale = await onCredit([product.cbc, product.creatinine])
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '12.5' })
  await approveAll(bench.pathologist, sale.SaleId)
  await bench.pathologist.put('/api/release/testresults', {
    WorkItemIds: [(await row(sale, 'Creatinine')).WorkItemId],
  })
  expect((await correct(sale)).status).toBe(200)
  expect([(await row(sale, 'Creatinine')).StatusId, (await row(sale, 'Haemoglobin')).StatusId]).toEqual([159, 151])
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ Flag: 'N', LowValue: 11 })
})

test('the right patient cannot read the version that was issued in another name', async () => {
  const sale = await reported(bench, people.man, { BuyerId: 21 })
  await correct(sale)
  await app.db.transaction((tx) => addUser(tx, { user: 'mira', name: 'Mira', role: 15, entity: people.girl }))
  const mira = await signedIn(app, 'mira', 15, people.girl)
  const template = await readRow<{ Id: number }>(
    app,
    'print_templates',
    { ModuleId: 'testreports' },
    'template_id as id',
  )
  const print = async (Version?: number) =>
    (
      await mira.post('/api/print/testreports/', {
        templateId: template.Id,
        formId: sale.SaleId,
        device: 'screen',
        Version,
      })
    ).status
  expect([await print(), await print(2), await print(1)]).toEqual([200, 200, 404])
})

test('a later version in another name says that the report was amended before, and not in whose name it was', async () => {
  const sale = await reported(bench, people.man, { BuyerId: 21 })
  expect((await correct(sale)).status).toBe(200)
  expect((await correct(sale, { PatientId: people.man, Remarks: 'They were not exchanged' })).status).toBe(200)
  const { Content } = await readRow<{ Content: ReportData }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    'content',
    'version desc',
  )
  expect(Content.EarlierAmendments).toMatchObject([{ Changes: [], Reason: 'Requisitions were exchanged' }])
  expect(JSON.stringify(Content)).not.toContain('Mira Patil')
})

test('the user who entered a released result does not correct its patient where another signs; the other signatory does', async () => {
  const sale = await onCredit()
  await enterAll(bench.pathologist, sale.SaleId, { Haemoglobin: '12.5' })
  await approveAll(bench.other, sale.SaleId)
  expect((await releaseAll(bench.other, sale.SaleId)).status).toBe(200)
  const own = await correct(sale)
  expect([own.status, own.body.message]).toEqual([
    422,
    expect.stringMatching(/: entered by you; another signatory must correct the patient$/),
  ])
  expect((await correct(sale, {}, bench.other)).status).toBe(200)
})

test('a report cannot be moved to a patient of another network, and no details of that patient are revealed', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, people.man)
  await letGo(bench, saleId)
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const stranger = await app.db.transaction((tx) =>
    tx.one<{ ClientId: number }>(sql`
      with
        entity as (
          insert into
            clients (client_type_id, name, is_active)
          values
            (9, 'Rival Diagnostics', true)
          returning
            client_id
        )
      insert into
        clients (client_type_id, name, parent_id, gender_id, birth_date, is_active)
      select
        12,
        'Secret Patient',
        client_id,
        2,
        ${later}::date,
        true
      from
        entity
      returning
        client_id
    `),
  )
  const correct = async (PatientId: number) =>
    bench.other.put('/api/correctpatient/sales', {
      SaleId: saleId,
      PatientId,
      ReasonId: await aReason(bench.other),
      Remarks: 'Exchanged',
    })
  const [known, nobody] = [await correct(stranger.ClientId), await correct(9_999_999)]
  expect([known.status, known.body.errors]).toEqual([404, { PatientId: ['Patient does not exist'] }])
  expect([nobody.status, nobody.body.errors]).toEqual([404, { PatientId: ['Patient does not exist'] }])
})

test('a later report of the one whose sale it was prints no value of it as the previous result any more', async () => {
  const patient = await aPatient(bench.desk)
  const earlier = await reported(bench, patient, { BuyerId: 21 })
  const later = await reported(bench, patient, { BuyerId: 21 })
  const previous = async () => {
    const { Content } = await readRow<{ Content: ReportData }>(
      app,
      'reports',
      { SaleId: later.SaleId },
      'content',
      'version desc',
    )
    const rows = Content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows))
    return rows.find(({ Element }) => Element === 'Haemoglobin')?.PreviousResult
  }
  expect(await previous()).toBe('12.5')
  expect((await correct(earlier)).status).toBe(200)
  expect(await previous()).toBeNull()
  expect(await lastReport(later)).toMatchObject({
    Version: 2,
    State: 'AMENDED',
    Amendment: {
      Reason: 'Requisitions were exchanged',
      Changes: expect.arrayContaining([
        { What: 'Haemoglobin, previous result', Was: 'of another patient', Is: 'none' },
      ]),
    },
  })
})
