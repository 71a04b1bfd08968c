// One client becomes another: records that named it name the other, in one transaction, and it cannot be opened again.
import { expect, test } from 'vitest'
import { sql, type Sql } from '../../../server/db/db.ts'
import { aPdf, kept } from '../../../server/testing/files.fixture.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { listed } from '../../../server/testing/listed.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { gender } from '../../lists/items.model.ts'
import { accessioned, aPatient, booked, mode } from '../../sales/sales.fixture.ts'

const { app, admin, manager, desk, front } = networkForTests('admin', 'manager', 'desk', 'front')
const born = { GenderId: gender.Female, BirthDate: '1980-04-05' }
const merge = (sourceId: number, targetId: number, person = manager) =>
  person.put('/api/merge/clients', { sourceId, targetId })
const nameOf = async (id: number) => (await admin.get(`/api/clients/${id}`)).body.Name

test('MDA-184 MDA-186 MDA-330 MDA-332 a patient is merged into another: sales, dues and receipts are the target’s, the source says where it went and cannot be opened, changed or brought back', async () => {
  const source = await aPatient(desk, { Name: 'Meena Kulkarni Twice', ...born })
  const target = await aPatient(desk, { Name: 'Meena Kulkarni', ...born })
  const receipts = [{ PaymentModeId: mode.cash, Amount: 100 }]
  const sale = await accessioned(desk, { PatientId: source, receipts })
  const preview = await manager.get(`/api/merge/clients?sourceId=${source}&targetId=${target}`)
  expect(preview.body).toEqual(
    expect.arrayContaining([
      { What: 'sales', Count: 1 },
      { What: 'receipts and payments', Count: 1 },
    ]),
  )
  const answer = await merge(source, target)
  expect([answer.status, answer.body.message]).toEqual([200, `Merged into ${target}: Meena Kulkarni`])
  const after = (await desk.get(`/api/sales/${sale.SaleId}`)).body
  expect([after.PatientId, after.Patient.Name]).toEqual([target, 'Meena Kulkarni'])
  const found = await listed(desk, 1001, { Patient: 'Meena Kulkarni' })
  expect(found.rows.map((row) => row.Patient)).toEqual(['Meena Kulkarni'])
  const given = await readRows<{ Id: number }>(app, 'transactions', { GiverId: target }, 'giver_id as id')
  expect(given).toHaveLength(1)
  for (const [method, body] of [
    ['get', undefined],
    ['put', { IsActive: true }],
  ] as const) {
    const gone =
      method === 'get' ? await admin.get(`/api/clients/${source}`) : await admin.put(`/api/clients/${source}`, body)
    expect([gone.status, gone.body.message]).toEqual([404, `Merged into ${target}: Meena Kulkarni`])
  }
  expect((await listed(admin, 1009, { Name: 'Twice' })).total).toBe(0)
  // nor is it merged a second time, or anything into it
  expect([(await merge(source, target)).status, (await merge(target, source)).status]).toEqual([404, 404])
  for (const [module, id] of [
    ['clients', target],
    ['sales', sale.SaleId],
  ] as const) {
    const history = await manager.get(`/api/actions?ModuleId=${module}&FormId=${String(id)}`)
    expect(history.body[0]?.Changes).toEqual({ MergedIntoId: [source, target] })
  }
  await expectInvariants(app.db)
})

test('a patient with results cannot be merged into one of another sex or birth date', async () => {
  const source = await aPatient(desk, { Name: 'Measured Person', ...born })
  await accessioned(desk, { PatientId: source, receipts: [{ PaymentModeId: mode.cash, Amount: 100 }] })
  for (const other of [{ GenderId: gender.Male }, { BirthDate: '1981-04-05' }]) {
    const target = await aPatient(desk, { Name: 'Other Person', ...born, ...other })
    const answer = await merge(source, target)
    expect([other, answer.status, answer.body.message]).toEqual([
      other,
      422,
      expect.stringContaining('were judged by a gender, birth date or time of birth'),
    ])
  }
})

test('sales, users and schemes of a doctor move with the merge, and so does what the doctor’s own user sees', async () => {
  const [source, target] = [101, 102]
  const sale = await booked(desk, { PatientId: await aPatient(desk), ReferringDoctorId: source })
  const name = await nameOf(target)
  const doctor = await signedIn(app, 'doctor', 12, source)
  expect((await merge(source, target)).status).toBe(200)
  const after = (await desk.get(`/api/sales/${sale.SaleId}`)).body
  expect([after.ReferringDoctorId, after.Doctor.Name]).toEqual([target, name])
  const user = await readRow<{ Id: number; DefaultEntityId: number }>(
    app,
    'users',
    { UserName: 'doctor' },
    'user_id as id, default_entity_id',
  )
  expect(user.DefaultEntityId).toBe(target)
  const entities = await readRows<{ ClientId: number }>(app, 'user_entities', { UserId: user.Id }, 'client_id')
  expect(entities).toEqual([{ ClientId: target }])
  // the client of the session’s entity no longer exists
  expect((await doctor.get('/api/sales/1')).status).not.toBe(200)
})

test('refused: into itself, into another type, a lab, and a patient whose results were judged by another sex or birth date', async () => {
  const patient = await aPatient(desk, { Name: 'Asha Rane', ...born })
  const other = await aPatient(desk, { Name: 'Asha Rane', ...born, BirthDate: '1980-04-06' })
  const said = async (sourceId: number, targetId: number) => {
    const answer = await merge(sourceId, targetId, admin)
    return [answer.status, answer.body.message]
  }
  expect(await said(patient, patient)).toEqual([422, 'Nothing to do !'])
  expect(await said(patient, 103)).toEqual([422, `${await nameOf(103)} is a client of another type`])
  expect(await said(3, 2)).toEqual([422, 'Legal entities and labs cannot be merged'])
  await accessioned(desk, { PatientId: patient })
  expect(await said(patient, other)).toEqual([
    422,
    'Results of Asha Rane were judged by a gender, birth date or time of birth that Asha Rane does not have: correct one of the two first',
  ])
  // a patient without work has no results to move
  expect((await merge(other, patient)).status).toBe(200)
})

test('a merge does not open the results of an employer’s people to a hospital: two persons agree to that', async () => {
  const [employer, hospital] = [22, 21]
  await setRows(app, 'clients', { ClientId: hospital }, { GivesCare: true })
  await setRows(app, 'clients', { ClientId: employer }, { GivesCare: false })
  const answer = await merge(employer, hospital, admin)
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('change one of the two first')])
  expect((await admin.get(`/api/clients/${employer}`)).status).toBe(200)
})

test('without the permit merge, and for a client out of scope, a merge is refused', async () => {
  const [source, target] = [await aPatient(desk, born), await aPatient(desk, born)]
  expect((await merge(source, target, desk)).status).toBe(403)
  expect((await desk.get(`/api/merge/clients?sourceId=${source}&targetId=${target}`)).status).toBe(403)
  expect((await merge(source, 99_999_999)).status).toBe(404)
  expect((await admin.get(`/api/clients/${source}`)).status).toBe(200)
})

test('documents move too, and the preview names them', async () => {
  const [source, target] = [await aPatient(desk, born), await aPatient(desk, born)]
  const file = await kept(desk, `clients/${source}`, aPdf(), { Kind: 'other', Name: 'Consent.pdf' })
  expect(file.status).toBe(201)
  const preview = await manager.get(`/api/merge/clients?sourceId=${source}&targetId=${target}`)
  expect(preview.body).toContainEqual({ What: 'documents', Count: 1 })
  expect((await merge(source, target)).status).toBe(200)
  const files = (await manager.get(`/api/clients/${target}/files`)).body
  expect(files.map((one) => one.Name)).toEqual(['Consent.pdf'])
})

test('the tubes of a centre keep their route when it is merged', async () => {
  const sale = await accessioned(front, { SellerId: 12 })
  const tubes = sale.Samples.map((tube) => tube.SampleId)
  const box = {
    ConsignorId: 12,
    ConsigneeId: 2,
    CourierId: 151,
    ShipmentSamples: tubes.map((SampleId) => ({ SampleId })),
  }
  expect((await front.post('/api/shipments/', box)).status).toBe(201)
  expect((await merge(12, 13)).status).toBe(200)
  await expectInvariants(app.db)
})

test('a merge knows every column that names a client: it moves with the client, or remains as history', async () => {
  const found = async (text: Sql): Promise<string[]> =>
    (await app.db.read.rows<{ Name: string }>(text)).map(({ Name }) => Name)
  // the merge must handle a new column, or it is listed here as history
  expect(
    await found(sql`
      select
        c.conrelid::regclass || '.' || a.attname as name
      from
        pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid
        and a.attnum = any (c.conkey)
      where
        c.contype = 'f'
        and c.confrelid = 'clients'::regclass
        and (
          cardinality(c.conkey) > 1
          or not has_column_privilege(c.conrelid, a.attname, 'UPDATE')
        )
      order by
        1
    `),
  ).toEqual([
    // who had the paper
    'account_statements.buyer_id',
    'account_statements.seller_id',
    'invoice_supplies.party_id',
    'invoice_supplies.seller_id',
    'ledger_entries.party_id',
    'ledger_entries.seller_id',
  ])
  expect(
    await found(sql`
      select
        table_name || '.' || column_name as name
      from
        information_schema.columns
      where
        table_schema = 'public'
        and (
          column_name in ('form_id', 'record_id')
          or data_type = 'ARRAY'
          and udt_name in ('_int4', '_int8')
        )
      order by
        1
    `),
  ).toEqual([
    'access_log.form_id',
    'audit.form_id',
    'job_runs.form_id',
    // tests that a paper is of
    'kept_files.about',
    'kept_files.form_id',
    'locks.form_id',
    'place_sums.product_ids',
    'place_sums.quantities',
    // what is asked of the merged one ends, since its record has another version
    'requests.form_id',
    'requests.role_ids',
    'samples.route',
    'tube_facts.route',
  ])
})
