// Another patient or another collection under results: they are judged anew for them, and nothing signed for somebody
// else goes out.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { testApp, type TestApp } from '../../../server/testing/app.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, owed, product } from '../../sales/sales.fixture.ts'
import {
  approveAll,
  aReason,
  benchOf,
  enter,
  enterAll,
  releaseAll,
  rowOf,
  rowsOf,
  type Bench,
} from '../testresults.fixture.ts'

let app: TestApp
let bench: Bench
let man: number
let girl: number
beforeAll(async () => {
  app = await testApp()
  bench = await benchOf(app)
  man = await aPatient(bench.desk)
  girl = await aPatient(bench.desk, { Name: 'Mira Patil', GenderId: 2, Age: 3, MobilePhone: '9822000159' })
})
afterEach(() => expectInvariants(app.db))
afterAll(() => app.close())

/** A sale to an institution, so that its buyer has nothing to do with the patient. */
const onCredit = (products: readonly number[] = [product.cbc]): Promise<Json> =>
  accessioned(bench.desk, { PatientId: man, BuyerId: 21, products })
const change = (sale: Json, body: Json) => bench.desk.put(`/api/sales/${sale['SaleId']}`, body)
const row = (sale: Json, element: string) => rowOf(bench.pathologist, sale['SaleId'], element)

test('another patient takes approved results back to entered, with the interval, flag and formulas of that patient', async () => {
  const sale = await onCredit([product.cbc, product.creatinine])
  await enterAll(bench.technologist, sale['SaleId'], { Haemoglobin: '12.5', Creatinine: '0.9' })
  await approveAll(bench.pathologist, sale['SaleId'])
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ Flag: 'L', LowValue: 13, StatusId: 153 })
  const eGfr = 'eGFR (CKD-EPI 2021)'
  expect(await row(sale, eGfr)).toMatchObject({ StatusId: 153, NotCalculated: null })
  expect((await change(sale, { PatientId: girl })).status).toBe(200)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({
    Result: '12.5',
    Flag: 'N',
    LowValue: 11,
    StatusId: 151,
    Patient: 'Mira Patil',
    EnteredBy: 'Suresh Patil',
  })
  expect(await row(sale, eGfr)).toMatchObject({
    Result: null,
    NotCalculated: expect.stringMatching(/./),
    StatusId: 151,
  })
  expect((await rowsOf(bench.pathologist, sale['SaleId'])).some((one) => Number(one['StatusId']) > 152)).toBe(false)
  expect((await releaseAll(bench.pathologist, sale['SaleId'])).status).toBe(422)
  const entry = await app.db.read.maybe<{ changes: Json }>(sql`
    select
      changes
    from
      audit
    where
      module_id = 'testresults'
      and form_id = ${sale['SaleId']}
      and action = 'judge anew'
  `)
  expect(entry?.changes['Haemoglobin']).toEqual([
    { Result: '12.5', StatusId: 153, Flag: 'L' },
    { Result: '12.5', StatusId: 151, Flag: 'N' },
  ])
})

test('the call about a critical value is asked again for the other patient', async () => {
  const sale = await onCredit()
  await enterAll(bench.technologist, sale['SaleId'], { Haemoglobin: '6.0' })
  await approveAll(bench.pathologist, sale['SaleId'])
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ StatusId: 153, CriticalCall: { CalledTo: 'Dr Sawant' } })
  expect((await change(sale, { PatientId: girl })).status).toBe(200)
  const now = await row(sale, 'Haemoglobin')
  expect(now).toMatchObject({ Flag: 'LL', StatusId: 151, CriticalCall: null })
  await bench.pathologist.put('/api/review/testresults', { WorkItemIds: [now['WorkItemId']] })
  expect(
    (await bench.pathologist.put('/api/approve/testresults', { WorkItemIds: [now['WorkItemId']] })).body['message'],
  ).toBe('Haemoglobin: log the call about the critical value first')
})

test('the earlier results of the other patient decide the delta', async () => {
  const own = await aPatient(bench.desk, { Name: 'Delta Check', MobilePhone: '9822000160' })
  const first = await accessioned(bench.desk, {
    PatientId: own,
    BuyerId: 21,
    products: [product.electrolytes],
    CollectionDate: new Date(Date.now() - 86_400_000).toISOString(),
  })
  await enterAll(bench.technologist, first['SaleId'], { Potassium: '4.0' })
  await approveAll(bench.pathologist, first['SaleId'])
  const sale = await onCredit([product.electrolytes])
  await enter(bench.technologist, sale['SaleId'], { Potassium: '5.1' })
  expect(await row(sale, 'Potassium')).toMatchObject({ IsDelta: false })
  await change(sale, { PatientId: own })
  expect(await row(sale, 'Potassium')).toMatchObject({ IsDelta: true, PreviousResult: '4.0', StatusId: 151 })
})

test('another collection date takes approved results back to entered; a remark does not', async () => {
  const sale = await onCredit()
  await enterAll(bench.technologist, sale['SaleId'], { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, sale['SaleId'])
  expect((await change(sale, { Remarks: 'fasting' })).status).toBe(200)
  expect((await row(sale, 'Haemoglobin'))['StatusId']).toBe(153)
  expect((await change(sale, { CollectionDate: new Date(Date.now() - 3_600_000).toISOString() })).status).toBe(200)
  expect((await row(sale, 'Haemoglobin'))['StatusId']).toBe(151)
})

test('once a report is out, also a partial one, the patient of the sale does not change', async () => {
  const sale = await onCredit([product.cbc, product.creatinine])
  await enterAll(bench.technologist, sale['SaleId'], { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, sale['SaleId'])
  const creatinine = await row(sale, 'Creatinine')
  expect(
    (await bench.pathologist.put('/api/release/testresults', { WorkItemIds: [creatinine['WorkItemId']] })).status,
  ).toBe(200)
  expect((await change(sale, { PatientId: girl })).status).toBe(422)
  expect((await change(sale, { CollectionDate: new Date(Date.now() - 3_600_000).toISOString() })).status).toBe(422)
  expect((await row(sale, 'Haemoglobin'))['Patient']).toBe('Ramesh Kumar Joshi')
})

const reported = async (more: Json, products: readonly number[] = [product.cbc]): Promise<Json> => {
  const sale = await accessioned(bench.desk, { PatientId: man, products, ...more })
  await enterAll(bench.technologist, sale['SaleId'], { Haemoglobin: '12.5' })
  await approveAll(bench.pathologist, sale['SaleId'])
  expect((await releaseAll(bench.pathologist, sale['SaleId'], 'Pays later')).status).toBe(200)
  return sale
}
const correct = async (sale: Json, more: Json = {}, person = bench.pathologist) =>
  person.put('/api/correctpatient/sales', {
    SaleId: sale['SaleId'],
    PatientId: girl,
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Requisitions were exchanged',
    ...more,
  })
const lastReport = (sale: Json) =>
  app.db.read.one<{ version: number; state: string; patient: Json; amendment: Json }>(sql`
    select
      version,
      state,
      content -> 'Patient' as patient,
      content -> 'Amendment' as amendment
    from
      reports
    where
      sale_id = ${sale['SaleId']}
    order by
      version desc
    limit
      1
  `)

test('Correct patient judges what is out for the right patient, amends the report, and says so on it', async () => {
  const sale = await reported({ BuyerId: 21 })
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ StatusId: 154, Flag: 'L' })
  const answer = await correct(sale)
  expect([answer.status, answer.body['message']]).toEqual([200, 'The patient is corrected, the report is amended'])
  expect(await row(sale, 'Haemoglobin')).toMatchObject({
    Result: '12.5',
    Flag: 'N',
    LowValue: 11,
    StatusId: 159,
    Patient: 'Mira Patil',
  })
  expect(await lastReport(sale)).toMatchObject({
    version: 2,
    state: 'AMENDED',
    patient: { Name: 'Mira Patil' },
    amendment: {
      Reason: 'Requisitions were exchanged',
      By: 'Dr Vidya Rao',
      Changes: [{ What: 'Patient', Was: 'issued in another name', Is: 'Mira Patil' }],
    },
  })
  const old = await app.db.read.one(sql`
    select
      superseded_at is not null as replaced
    from
      reports
    where
      sale_id = ${sale['SaleId']}
      and version = 1
  `)
  expect(old).toEqual({ replaced: true })
  const history = await app.db.read.rows<{ module_id: string; changes: Json }>(sql`
    select
      module_id,
      changes
    from
      audit
    where
      form_id = ${sale['SaleId']}
      and action = 'correct patient'
    order by
      module_id
  `)
  expect(history).toMatchObject([
    { module_id: 'sales', changes: { PatientId: [man, girl] } },
    { module_id: 'testresults', changes: { PatientId: [man, girl] } },
  ])
})

test('Correct patient is for a signatory, with reason and remarks, once a report is out', async () => {
  const sale = await reported({ BuyerId: 21 })
  expect((await correct(sale, {}, bench.desk)).status).toBe(403)
  expect((await correct(sale, {}, bench.technologist)).status).toBe(403)
  expect((await correct(sale, { ReasonId: 40 })).status).toBe(400)
  expect((await correct(sale, { Remarks: ' ' })).status).toBe(400)
  expect((await correct(sale, { PatientId: 12 })).status).toBe(404)
  expect((await correct(sale, { SaleId: 999_999 })).status).toBe(404)
  expect((await correct(sale, { PatientId: man })).body['message']).toBe(
    'The sale is in the name of this patient already',
  )
  const open = await onCredit()
  await enterAll(bench.technologist, open['SaleId'])
  expect((await correct(open)).body['message']).toBe('No report is out; change the patient in the sale')
})

test('Correct patient of a walk-in sale puts bill, receipts and ledger in the right name, without moving money between batches', async () => {
  const sale = await reported({ receipts: [{ PaymentModeId: 40, Amount: 350 }] })
  const [oldBefore, newBefore] = [await owed(bench.desk, man), await owed(bench.desk, girl)]
  const money = () =>
    app.db.read.rows<Json>(sql`
      select
        t.giver_id,
        t.batch_id,
        t.date,
        t.amount,
        t.created_by
      from
        transactions t
        join sales s on s.invoice_id = t.invoice_id
      where
        s.sale_id = ${sale['SaleId']}
    `)
  const [before] = await money()
  expect((await correct(sale)).status).toBe(200)
  expect([(await owed(bench.desk, man)) - oldBefore, (await owed(bench.desk, girl)) - newBefore]).toEqual([0, 0])
  expect(await money()).toEqual([{ ...before, giver_id: girl }])
  expect(
    await app.db.read.one(sql`
      select
        buyer_id,
        patient_id
      from
        sales
      where
        sale_id = ${sale['SaleId']}
    `),
  ).toEqual({
    buyer_id: girl,
    patient_id: girl,
  })
})

test('values that are critical for the right patient are told with the answer, and their calls can be logged', async () => {
  const sale = await accessioned(bench.desk, { PatientId: man, BuyerId: 21, products: [product.cbc] })
  await enterAll(bench.technologist, sale['SaleId'], { Haemoglobin: '6.5' })
  await approveAll(bench.pathologist, sale['SaleId'])
  await releaseAll(bench.pathologist, sale['SaleId'])
  const answer = await correct(sale)
  const { WorkItemId } = await row(sale, 'Haemoglobin')
  expect(answer.body['CallsToMake']).toEqual([{ WorkItemId, Element: 'Haemoglobin', Result: '6.5' }])
  expect((await row(sale, 'Haemoglobin'))['CriticalCall']).toBeNull()
  expect(
    (await bench.pathologist.post('/api/criticalcalls/', { WorkItemId, CalledTo: 'Dr Sawant', ReadBack: true })).status,
  ).toBe(201)
})

test('what is not out when the patient is corrected waits to be approved again', async () => {
  const sale = await onCredit([product.cbc, product.creatinine])
  await enterAll(bench.technologist, sale['SaleId'], { Haemoglobin: '12.5' })
  await approveAll(bench.pathologist, sale['SaleId'])
  await bench.pathologist.put('/api/release/testresults', {
    WorkItemIds: [(await row(sale, 'Creatinine'))['WorkItemId']],
  })
  expect((await correct(sale)).status).toBe(200)
  expect([(await row(sale, 'Creatinine'))['StatusId'], (await row(sale, 'Haemoglobin'))['StatusId']]).toEqual([
    159, 151,
  ])
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ Flag: 'N', LowValue: 11 })
})

test("the version that went out in another name is not the right patient's to read", async () => {
  const sale = await reported({ BuyerId: 21 })
  await correct(sale)
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into
        users (user_name, full_name, employer_id, default_entity_id, client_id, password_hash)
      select
        'mira',
        name,
        1,
        client_id,
        client_id,
        (
          select
            password_hash
          from
            users
          where
            user_name = 'manager'
        )
      from
        clients
      where
        client_id = ${girl}
    `)
    await tx.run(sql`
      insert into
        user_roles (user_id, role_id)
      select
        user_id,
        15
      from
        users
      where
        user_name = 'mira'
    `)
    await tx.run(sql`
      insert into
        user_entities (user_id, client_id)
      select
        user_id,
        client_id
      from
        users
      where
        user_name = 'mira'
    `)
  })
  const mira = await signedIn(app, 'mira', 15, girl)
  const template = await app.db.read.one<{ id: number }>(sql`
    select
      template_id as id
    from
      print_templates
    where
      module_id = 'testreports'
    limit
      1
  `)
  const print = async (Version?: number) =>
    (
      await mira.post('/api/print/testreports/', {
        templateId: template.id,
        formId: sale['SaleId'],
        device: 'screen',
        Version,
      })
    ).status
  expect([await print(), await print(2), await print(1)]).toEqual([200, 200, 404])
})

test('Correct patient is in the way of each tube: its label is to be printed again', async () => {
  const sale = await reported({ BuyerId: 21 })
  expect((await correct(sale)).status).toBe(200)
  const words = await app.db.read.rows<{ what: string }>(sql`
    select
      (
        select
          e.what
        from
          sample_events e
        where
          e.sample_id = t.sample_id
        order by
          e.sample_event_id desc
        limit
          1
      ) as what
    from
      samples t
    where
      t.sale_id = ${sale['SaleId']}
  `)
  expect(new Set(words.map((one) => one.what))).toEqual(new Set(['Patient corrected: print the label again']))
})

test('Correct patient keeps prices and referrer as they were sold, also when the lists have changed since', async () => {
  const sale = await reported({})
  const read = () =>
    app.db.read.one<Json>(sql`
      select
        s.net_amount,
        s.referrer_id,
        i.net_amount as invoiced,
        i.buyer_id,
        i.paid
      from
        sales s
        join invoices i on i.invoice_id = s.invoice_id
      where
        s.sale_id = ${sale['SaleId']}
    `)
  const before = await read()
  await app.db.transaction((tx) =>
    tx.run(sql`
      update price_list_products
      set
        price = price + 100
      where
        product_id = ${product.cbc}
    `),
  )
  expect((await correct(sale)).status).toBe(200)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update price_list_products
      set
        price = price - 100
      where
        product_id = ${product.cbc}
    `),
  )
  expect(await read()).toEqual({ ...before, buyer_id: girl })
})

test('Correct patient is refused for somebody who was born after the tube was drawn, and on an invoice of several sales', async () => {
  const sale = await reported({ BuyerId: 21, CollectionDate: new Date(Date.now() - 2 * 86_400_000).toISOString() })
  const newborn = await aPatient(bench.desk, {
    Name: 'Baby Patil',
    Age: undefined,
    BirthDate: new Date(Date.now() - 86_400_000 / 2).toISOString().slice(0, 10),
  })
  const early = await correct(sale, { PatientId: newborn })
  expect([early.status, early.body['message']]).toEqual([422, expect.stringMatching(/before the patient was born/)])
  await app.db.transaction(async (tx) => {
    const { invoice_id } = await tx.one<{ invoice_id: number }>(sql`
      insert into
        invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount)
      select
        'TSF/24-25/000001',
        now(),
        seller_id,
        buyer_id,
        net_amount
      from
        sales
      where
        sale_id = ${sale['SaleId']}
      returning
        invoice_id
    `)
    await tx.run(sql`
      update sales
      set
        invoice_id = ${invoice_id}
      where
        sale_id = ${sale['SaleId']}
    `)
    await tx.run(sql`
      insert into
        ledger_entries (posting_id, entry_date, account, voucher_type, invoice_id, seller_id, party_id, debit, credit)
      select
        - ${invoice_id}::int,
        now(),
        x.account,
        'Invoice',
        i.invoice_id,
        i.seller_id,
        i.buyer_id,
        case x.account
          when 'party' then i.net_amount
          else 0
        end,
        case x.account
          when 'sales' then i.net_amount
          else 0
        end
      from
        invoices i,
        (
          values
            ('party'),
            ('sales')
        ) x (account)
      where
        i.invoice_id = ${invoice_id}
    `)
  })
  expect((await correct(sale)).body['message']).toBe(
    'Patient can not be changed: The sale is on invoice TSF/24-25/000001; cancel that invoice first',
  )
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ StatusId: 154, Patient: 'Ramesh Kumar Joshi' })
})

test('who entered what is out does not correct its patient where another signs; the other signatory does', async () => {
  const sale = await onCredit()
  await enterAll(bench.pathologist, sale['SaleId'], { Haemoglobin: '12.5' })
  await approveAll(bench.other, sale['SaleId'])
  expect((await releaseAll(bench.other, sale['SaleId'])).status).toBe(200)
  const own = await correct(sale)
  expect([own.status, own.body['message']]).toEqual([
    422,
    expect.stringMatching(/: entered by you, another signatory corrects the patient$/),
  ])
  expect((await correct(sale, {}, bench.other)).status).toBe(200)
})
