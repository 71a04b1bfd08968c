// A catalogue and users from csv files: each record is saved as by hand, good ones are stored, the others reported word
// for word.
import { expect, test } from 'vitest'
import { csvCell } from '../../../core/files/csv.ts'
import { sql } from '../../db/db.ts'
import { queueRun } from '../../jobs/add.ts'
import { serverModules } from '../../modules.ts'
import { testApp } from '../../testing/app.ts'
import { networkOpened } from '../../testing/network.ts'
import { countRows, readRows, setRows, valueOf } from '../../testing/rows.ts'
import type { Read } from '../../testing/answers.ts'
import { csvSent } from '../../testing/files.fixture.ts'
import type { Modules } from '../../testing/records.ts'
import { signedIn, type Person } from '../../testing/signed-in.ts'

const { app, labAdmin: admin } = networkOpened(() => testApp({ jobs: true }), 'labAdmin')

const send = (module: string, csv: string, person: Person = admin) =>
  csvSent(person, `/api/importrecords/${module}`, csv)
const imported = async (module: string, ...lines: string[]) => {
  const answer = await send(module, lines.join('\r\n'))
  expect([answer.status, answer.body.message]).toEqual([202, 'The file is being imported'])
  const run = async () => (await admin.get(`/api/jobs/${answer.body.JobRunId}`)).body
  await expect.poll(async () => (await run()).State, { timeout: 20_000, interval: 50 }).toMatch(/done|failed/)
  return run()
}
const recordOf = async <M extends keyof Modules>(module: M, table: string, key: string, name: string) => {
  const id = await valueOf<number>(app, table, { Name: name }, key)
  return (await admin.call<Read<M>>('GET', `/api/${module}/${id}`)).body
}

test('a department, specimen, instrument, element with ranges, test, product and price are imported', async () => {
  expect((await imported('departments', 'Name,Parent Department', 'Toxicology,', 'Drugs,Toxicology')).Message).toBe(
    'Imported 2 departments',
  )
  const drugs = await recordOf('departments', 'departments', 'department_id', 'Drugs')
  expect(drugs.ParentDepartment).toMatchObject({ Name: 'Toxicology' })
  await imported('specimens', 'Name,Unit Of Measure', 'Saliva,mL')
  await imported('instruments', 'Name,Department', 'Reader nine,Drugs')
  const elements = await imported(
    'elements',
    'Name,Department,Unit Of Measure,Result Type,Decimal Places,Specimens,Reference Ranges / Gender,Reference Ranges / Low,Reference Ranges / High',
    'Cotinine,Drugs,ng/mL,Numeric,1,Saliva; Serum,Male,0,10',
    ',,,,,,Female,0,8',
    'Nothing,Drugs,ng/mL,Numeric,1,Ink,,,',
  )
  expect([elements.Message, elements.Errors]).toEqual([
    'Imported 1 elements, 1 could not be',
    ['Specimens "ink" not found: Nothing,Drugs,ng/mL,Numeric,1,Ink,,,'],
  ])
  const cotinine = await recordOf('elements', 'elements', 'element_id', 'Cotinine')
  expect(cotinine).toMatchObject({ UnitOfMeasure: 'ng/mL', DecimalPlaces: 1, ResultTypeId: 30, IsActive: true })
  expect(cotinine.ElementSpecimens.map((row) => row.Specimen.Name)).toEqual(['Saliva', 'Serum'])
  expect(cotinine.ElementMeasurements.map((row) => [row.GenderId, row.LowValue, row.HighValue])).toEqual([
    [1, 0, 10],
    [2, 0, 8],
  ])
  expect((await imported('tests', 'Name,Department,Elements', 'Cotinine in saliva,Drugs,Cotinine')).Errors).toEqual([])
  expect(
    (await imported('products', 'Code,Name,Owner,MRP,Tests', 'COT1,Cotinine,NCL,450.50,Cotinine in saliva')).Errors,
  ).toEqual([])
  const product = await recordOf('products', 'products', 'product_id', 'Cotinine')
  expect(product).toMatchObject({ Code: 'COT1', Mrp: 450.5 })
  expect(product.Tests.map((row) => row.Name)).toEqual(['Cotinine in saliva'])
})

test('a price list, an organisation and a user are imported; the user signs in once a password is set', async () => {
  const lists = await imported(
    'pricelists',
    'Effective From,Seller,Products / Product,Products / Price,Products / Discount',
    '01-Apr-2033,NCL,P001,250,10',
    ',,P002,99.50,',
  )
  expect([lists.Message, lists.Errors]).toEqual(['Imported 1 price lists', []])
  const clients = await imported(
    'clients',
    'Client Type,Name,Code,Bill Prefix,Parent,Legal Entity,Area,City,State,Payment Type,Bill Cycle',
    'Collection centre,Wakad Centre,WKD,WKD,NCL,Nivara Diagnostics Pvt Ltd (DEMO),Wakad,Pune,Maharashtra,Cash (pay at booking),Monthly',
  )
  expect([clients.Message, clients.Errors]).toEqual(['Imported 1 clients', []])
  const users = await imported(
    'users',
    'User Name,Full Name,Email,Employer,Roles,Entities,Default Entity',
    'sana,Sana Shaikh,sana@example.org,Nivara Diagnostics Pvt Ltd (DEMO),Front desk; Technologist,Wakad Centre,Wakad Centre',
    'sana,Sana Again,sana@example.org,Nivara Diagnostics Pvt Ltd (DEMO),Front desk,Wakad Centre,Wakad Centre',
    'no name!,X,,Nivara Diagnostics Pvt Ltd (DEMO),Front desk,Wakad Centre,Wakad Centre',
  )
  expect([users.Message, users.Errors]).toEqual([
    'Imported 1 users, 2 could not be',
    [
      expect.stringMatching(/^User already exists: sana,Sana Again/),
      expect.stringMatching(/^Letters, digits, dot, dash and underscore only: no name!/),
    ],
  ])
  const sana = await valueOf<number>(app, 'users', { UserName: 'sana' }, 'user_id')
  const { TemporaryPassword } = (await admin.put(`/api/reset/users/${sana}`, {})).body
  await signedIn(app, 'sana', undefined, undefined, TemporaryPassword)
  const audited = await countRows(app, 'audit', { ModuleId: 'users', FormId: sana, Action: 'create' })
  expect(audited).toBe(1)
})

test('a file imported twice creates no duplicates; each error has its line', async () => {
  const lines = ['Name,Description', 'Bench one,First', 'Bench two,"Second, large"', ',nameless']
  expect((await imported('departments', ...lines)).Errors).toEqual(['Name is required: ,nameless'])
  const again = await imported('departments', ...lines)
  expect([again.Message, again.Errors]).toEqual([
    'Imported 0 departments, 3 could not be',
    [
      'Department already exists: Bench one,First',
      'Department already exists: Bench two,"Second, large"',
      'Name is required: ,nameless',
    ],
  ])
  expect(await countRows(app, 'departments', { Name: 'Bench one' })).toBe(1)
  const odd = await imported('departments', 'Name,Colour', 'Bench three,red')
  expect([odd.State, odd.Message]).toEqual(['failed', 'Departments have no column "Colour"'])
  const wide = await imported('departments', 'Name', 'Bench four,and more')
  expect(wide.Errors).toEqual(['Error reading: Bench four,and more'])
})

test('a restarted job creates no duplicates, and gives the same report', async () => {
  const lists = () => countRows(app, 'price_lists', { EffectiveFromDate: '2035-04-01' })
  const csv = [
    'Effective From,Seller,Products / Product,Products / Price',
    '01-Apr-2035,NCL,P001,250',
    '01-Apr-2035,NCL,NOPE,1',
  ]
  const first = await imported('pricelists', ...csv)
  expect([first.Message, await lists()]).toEqual(['Imported 1 price lists, 1 could not be', 1])
  const id = first.JobRunId
  // a job's payload is deleted at its end: this is its payload while it ran
  const [kept] = await readRows<{ Key: string }>(app, 'idempotency', { UserId: admin.userId }, 'key', 'created_at desc')
  const payload = JSON.stringify({ Csv: csv.join('\r\n'), Key: String(kept?.Key).replace(/:\d+$/, '') })
  await setRows(app, 'job_runs', { JobRunId: id }, { State: 'queued', EndedAt: null, Message: '', Payload: payload })
  await app.db.transaction((tx) => queueRun(tx, 'records-pricelists', id))
  const run = async () => (await admin.get(`/api/jobs/${id}`)).body
  await expect.poll(async () => (await run()).State, { timeout: 20_000, interval: 50 }).toBe('done')
  expect([(await run()).Message, await lists()]).toEqual([first.Message, 1])
})

test('a user without the permit to create cannot import; the head is answered, 5 MB and one byte are too much', async () => {
  const desk = await signedIn(app, 'labdesk', 5, 2)
  expect((await send('departments', 'Name\nMine', desk)).status).toBe(403)
  expect((await desk.get('/api/importrecords/departments')).status).toBe(403)
  const head = await admin.get('/api/importrecords/departments')
  expect(head.text).toBe('\uFEFFName,Code,Description,Parent Department,Active\r\n')
  expect((await send('departments', `Name\n${'\n'.repeat(4_999_996)}`)).status).toBe(413)
  expect((await send('departments', 'a\0b')).body.message).toBe('This is not a csv file')
  // another lab's organisations are not found
  const nashik = await signedIn(app, 'admin', 1, 3)
  const answer = await send('pricelists', 'Effective From,Seller\n01-Apr-2034,NCL', nashik)
  const run = async () => (await nashik.get(`/api/jobs/${answer.body.JobRunId}`)).body
  await expect.poll(async () => (await run()).State, { timeout: 20_000, interval: 50 }).toMatch(/done|failed/)
  expect((await run()).Message).toBe('Imported 0 price lists, 1 could not be')
})

test('a file sent twice does not duplicate records without a name', async () => {
  const csv = [
    'Effective From,Seller,Buyer Type,Products / Product,Products / Price',
    '01-Apr-2036,NCL,,P001,250',
    '01-Apr-2036,NCL,Collection centre,P001,240',
    '01-Apr-2036,NCL,,P002,100',
  ]
  const duplicate = 'Price List already exists: '
  const first = await imported('pricelists', ...csv)
  expect([first.Message, first.Errors]).toEqual(['Imported 2 price lists, 1 could not be', [`${duplicate}${csv[3]}`]])
  const again = await imported('pricelists', ...csv)
  expect(again.Errors).toEqual(csv.slice(1).map((line) => `${duplicate}${line}`))
  expect(await countRows(app, 'price_lists', { EffectiveFromDate: '2036-04-01' })).toBe(2)
  const lab = ['Lab,Instrument', 'NCL,Reader nine']
  expect((await imported('labinstruments', ...lab)).Message).toBe('Imported 1 lab instruments')
  expect((await imported('labinstruments', ...lab)).Errors).toEqual(['Lab Instrument already exists: NCL,Reader nine'])
  await imported('instruments', 'Name,Department', 'Reader ten,Drugs')
  const methods = ['Lab,Instrument,Elements / Element,Elements / Method', 'NCL,Reader ten,Cotinine,ELISA']
  expect((await imported('labinstruments', ...methods)).Errors).toEqual([])
  expect(await countRows(app, 'lab_instrument_elements', { Method: 'ELISA' })).toBe(1)
  // a module with imports identifies its records by name or by other fields
  const unnamed = serverModules
    .map(({ model }) => model)
    .filter(
      ({ imports, fields, distinctBy }) => imports && !('Name' in fields) && !('UserName' in fields) && !distinctBy,
    )
  expect(unnamed.map(({ id }) => id)).toEqual([])
})

test('a guarded text of an export is imported without the guard, and a file of line ends is refused', async () => {
  const names = ['=Bench', '+Bench', '-Bench', '@Bench']
  const brought = await imported('departments', 'Name', ...names.map(csvCell))
  expect([brought.Message, brought.Errors]).toEqual(['Imported 4 departments', []])
  expect(await Promise.all(names.map((name) => countRows(app, 'departments', { Name: name })))).toEqual([1, 1, 1, 1])
  expect(await imported('departments', 'Name', '\n'.repeat(4_700_000))).toMatchObject({
    State: 'failed',
    Message: 'A file can have 5000 lines at most',
  })
})

test('a cancelled import reports how many records it saved and which lines it could not read', async () => {
  const lines = Array.from({ length: 1500 }, (_, at) => (at === 1 ? ',no name' : `Cancelled ${at},x`))
  const { JobRunId } = (await send('departments', ['Name,Description', ...lines].join('\n'))).body
  const run = async () => (await admin.get(`/api/jobs/${JobRunId}`)).body
  const count = () =>
    app.db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        departments
      where
        name like 'Cancelled %'
    `)
  await expect.poll(async () => (await count()).N, { timeout: 20_000, interval: 50 }).toBeGreaterThan(1)
  expect((await admin.put(`/api/jobs/${JobRunId}/cancel`)).status).toBe(200)
  await expect.poll(async () => (await run()).Errors, { timeout: 20_000, interval: 50 }).toHaveLength(1)
  const { N } = await count()
  expect(N).toBeLessThan(1500)
  expect(await run()).toMatchObject({
    State: 'cancelled',
    Message: `Cancelled. Imported ${N} departments, 1 could not be`,
    Errors: ['Name is required: ,no name'],
    Total: 1500,
  })
})

test('ranges by week of pregnancy are imported as they are read; weeks twice, left out or out of bounds are refused', async () => {
  const head = 'Name,Department,Unit Of Measure,Result Type,Decimal Places,Specimens'
  const grid = ['Pregnancy', 'Min Weeks', 'Max Weeks', 'Low', 'High'].map((name) => `Reference Ranges / ${name}`)
  const template = await admin.get('/api/importrecords/elements')
  expect(grid.filter((title) => !template.text.includes(title))).toEqual([])
  const lines = (name: string, ...ranges: string[]): string[] =>
    ranges.map((range, at) => `${at === 0 ? `${name},Hormones by week,mIU/L,Numeric,2,Serum` : ',,,,,'},${range}`)
  await imported('departments', 'Name', 'Hormones by week')
  const byWeek = ['Not pregnant,,,0.4,4', 'Pregnant,,13,0.1,2.5', 'pregnant,14,27,0.2,3', 'yes,28,,0.3,3.5']
  const brought = await imported(
    'elements',
    [head, ...grid].join(','),
    ...lines('TSH by week', ...byWeek),
    ...lines('Gap', 'Pregnant,,12,0.1,2.5', 'Pregnant,14,,0.2,3'),
    ...lines('Twice', 'Pregnant,,14,0.1,2.5', 'Pregnant,14,,0.2,3'),
    ...lines('Late', 'Pregnant,,46,0.1,2.5'),
    ...lines('None', 'Pregnant,0,,0.1,2.5'),
    ...lines('Words', 'Pregnant,first,,0.1,2.5'),
    ...lines('Turned', 'Pregnant,20,10,0.1,2.5'),
    ...lines('Of nobody', 'Not pregnant,1,13,0.1,2.5'),
  )
  expect(brought.Message).toBe('Imported 1 elements, 7 could not be')
  const bounds = 'Weeks of pregnancy must be between 1 and 45'
  expect(brought.Errors.map((text) => text.split(',Hormones')[0])).toEqual([
    'No range holds in week 13: add one for the same people, or leave this empty: Gap',
    'There is a range for the same people in week 14 already: Twice',
    `${bounds}: Late`,
    `${bounds}: None`,
    expect.stringMatching(/^Min Weeks.*: Words$/),
    'Max Weeks is below Min Weeks: Turned',
    'Weeks are of pregnant patients: choose Pregnant, or leave the weeks empty: Of nobody',
  ])
  const kept = async (name: string) =>
    (await recordOf('elements', 'elements', 'element_id', name)).ElementMeasurements.map((row) =>
      (['Pregnancy', 'MinWeeks', 'MaxWeeks', 'LowValue', 'HighValue'] as const).map((field) => row[field]),
    )
  const ranges = await kept('TSH by week')
  expect(ranges).toEqual([
    ['no', null, null, 0.4, 4],
    ['yes', null, 13, 0.1, 2.5],
    ['yes', 14, 27, 0.2, 3],
    ['yes', 28, null, 0.3, 3.5],
  ])
  // what is read is written again as it is
  const again = ranges.map((row) => row.map((one) => one ?? '').join(','))
  await imported('elements', [head, ...grid].join(','), ...lines('TSH by week again', ...again))
  expect(await kept('TSH by week again')).toEqual(ranges)
})
