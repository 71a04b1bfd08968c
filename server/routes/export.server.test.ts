// Export of a list as CSV: its users, its content, and harmless formulas.
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutIn } from '../../core/files/csv.ts'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { csvHead, csvLines } from '../read/csv.ts'
import { sql } from '../db/db.ts'
import { servedApp, type TestApp } from '../testing/app.ts'
import { signedIn, type Person } from '../testing/signed-in.ts'
import { countRows } from '../testing/rows.ts'

let app: TestApp & { address: string }
let desk: Person
let manager: Person
beforeAll(async () => {
  app = await servedApp()
  desk = await signedIn(app, 'labdesk', 5, 2)
  manager = await signedIn(app, 'manager', 2, 2)
  for (const Name of ['=1+1', '+cmd', '-2+3', '@sum', 'Comma, "Quote"'])
    await booked(desk, { PatientId: await aPatient(desk, { Name }) })
  await booked(desk, { PatientId: await aPatient(desk, { Name: 'Plain Name' }), products: [3093] })
})
afterAll(() => app.close())
const csv = (person: Person, filter = {}) =>
  person.get(`/api/getdata/1001?format=csv&filterCriteria=${encodeURIComponent(JSON.stringify(filter))}`)

test('FND-122 FND-123 role ids 1 and 2 export, others are refused', async () => {
  expect((await csv(desk)).status).toBe(403)
  expect((await csv(await signedIn(app, 'pathologist', 3, 2))).status).toBe(403)
  expect((await csv(await signedIn(app, 'admin', 1, 2))).status).toBe(200)
  const answer = await csv(manager)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="sales-\d{4}-\d\d-\d\d\.csv"$/)
})

test('FND-123 an export has all found rows, with a byte order mark and titles, without key columns', async () => {
  const { text } = await csv(manager)
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const lines = text.slice(1).trimEnd().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines[0]).toContain('Patient')
  expect(lines[0]).not.toMatch(/Buyer Id|Patient Id|Seller Id/)
  expect((await csv(manager, { Patient: 'plain' })).text.trimEnd().split('\r\n')).toHaveLength(2)
})

test('an export of selected rows has only these, inside filter and scope; an invalid key is refused', async () => {
  const all = (await manager.get('/api/getdata/1001?filterCriteria=%7B%7D')).body
  const [one, two] = all.map((row) => row.SaleId)
  const of = async (person: Person, rows: string, filter = {}) =>
    person.get(`/api/getdata/1001?format=csv&rows=${rows}&filterCriteria=${encodeURIComponent(JSON.stringify(filter))}`)
  const lines = (text: string) => text.trimEnd().split('\r\n').slice(1)
  const two2 = lines((await of(manager, `${one},${two}`)).text)
  expect(two2.map((line) => Number(line.split(',')[0])).sort()).toEqual([one, two].sort())
  expect(lines((await of(manager, String(one), { Patient: 'nobody at all' })).text)).toEqual([])
  const other = await signedIn(app, 'manager', 2, 3)
  expect(lines((await of(other, String(one))).text)).toEqual([])
  for (const rows of ['', 'x', '1/2', '1,,2', '1;drop', Array.from({ length: 1001 }, () => '1').join(',')])
    expect((await of(manager, rows)).status).toBe(400)
  // a row with two keys
  expect((await manager.get('/api/getdata/1004?format=csv&rows=1/2&filterCriteria=%7B%7D')).status).toBe(200)
  expect((await manager.get('/api/getdata/1004?format=csv&rows=12&filterCriteria=%7B%7D')).status).toBe(400)
})

test('a formula is exported as text, and commas and quotes do not leave their cell', async () => {
  const { text } = await csv(manager)
  for (const cell of ["'=1+1", "'+cmd", "'-2+3", "'@sum"]) expect(text).toContain(`,${cell},`)
  expect(text).not.toMatch(/,[=@]/)
  expect(text).toContain(',"Comma, ""Quote""",')
})

test('a formula after blanks and invisible characters is text as well; a negative number is still a number', () => {
  const rows = [{ Name: ' =1+1' }, { Name: '\u200B=1+1' }, { Name: '\u00A0\uFEFF@sum' }, { Name: -5 }, { Name: 'a =1' }]
  expect(csvLines(rows, ['Name']).split('\r\n')).toEqual([
    "' =1+1",
    "'\u200B=1+1",
    "'\u00A0\uFEFF@sum",
    '-5',
    'a =1',
    '',
  ])
})

test('a formula after a semicolon or with a full-width sign is text, too', () => {
  const rows = [{ Name: 'a;=1+1' }, { Name: '\uFF1D1+1' }, { Name: 'plain' }]
  expect(csvHead(['Name']) + csvLines(rows, ['Name'])).toBe('\uFEFFName\r\n"a;=1+1"\r\n\'\uFF1D1+1\r\nplain\r\n')
})

const exported = async (): Promise<number> =>
  await countRows(app, 'access_log', { What: 'export', UserId: manager.userId })

test('an export is in the access log, without its values', async () => {
  const before = await exported()
  await csv(manager)
  expect(await exported()).toBe(before + 1)
})

describe('a list longer than any page', () => {
  const many = 60_000
  beforeAll(() =>
    app.db.transaction((tx) =>
      tx.run(sql`
        insert into
          clients (client_type_id, name, parent_id, is_active)
        select
          12,
          'Copied Patient ' || n,
          1,
          true
        from
          generate_series(1, ${many}) n
      `),
    ),
  )
  const begin = (query = '', signal?: AbortSignal) =>
    fetch(`${app.address}/api/getdata/1006?format=csv${query}`, {
      headers: { authorization: `Bearer ${manager.token}` },
      ...(signal && { signal }),
    })

  const readOne = async (): Promise<number> => {
    const answer = await begin()
    await answer.text()
    return answer.status
  }

  test('is exported to its last row', async () => {
    const lines = (await (await begin()).text()).trimEnd().split('\r\n')
    const { N } = await app.db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        clients
      where
        client_type_id = 12
        and merged_into_id is null
    `)
    expect(N).toBeGreaterThan(many)
    expect(lines).toHaveLength(N + 1)
    expect(new Set(lines).size).toBe(N + 1)
  })

  test('an export that the database cannot finish is reported in its last line and in the access log', async () => {
    const spoilt = (birth: string | null) =>
      app.db.transaction((tx) =>
        tx.run(sql`
          update clients
          set
            birth_date = ${birth}::date
          where
            name = ${`Copied Patient ${many - 1}`}
        `),
      )
    // an age that cannot be computed, after more rows than are read at a time
    const owner = new pg.Client({ connectionString: app.ownerUrl })
    await owner.connect()
    await owner.query(`
      create or replace function age_short(birth date, at timestamptz) returns text
      language plpgsql as $$
      begin
        if birth = '1900-02-01' then raise exception 'no age'; end if;
        return '';
      end $$
    `)
    await owner.end()
    await spoilt('1900-02-01')
    const text = await (await begin('&sort=Name')).text()
    expect(cutIn(text)).toMatch(
      /^THIS FILE IS NOT COMPLETE: \d+000 rows are here, then reading failed: export it again$/,
    )
    const told = () =>
      app.db.read.rows(sql`
        select
          1
        from
          access_log
        where
          what = 'export cut'
          and user_id = ${manager.userId}
      `)
    await expect.poll(async () => (await told()).length, { timeout: 5000 }).toBe(1)
    await spoilt(null)
    expect(cutIn(await (await begin()).text())).toBeUndefined()
  })

  test('a caller who leaves before the first row frees the place every time', async () => {
    const { port } = new URL(app.address)
    const request = [
      `GET /api/getdata/1006?format=csv HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${manager.token}`,
      '',
      '',
    ]
    const before = await exported()
    const leave = () =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(request.join('\r\n'), () => socket.destroy()),
        )
        socket.on('close', () => resolve())
      })
    for (let time = 1; time <= 4; time += 1) {
      await leave()
      // the next caller leaves once the server has begun the export
      await expect.poll(async () => (await exported()) - before, { timeout: 20_000 }).toBe(time)
    }
    await expect.poll(readOne, { timeout: 20_000 }).toBe(200)
  })

  test('of ten requests at once only a few are served', async () => {
    const leave = new AbortController()
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin('', leave.signal)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
    leave.abort()
    await expect.poll(readOne, { timeout: 20_000 }).toBe(200)
  })

  test('a few exports run at a time; a caller who leaves early frees the place', async () => {
    const leave = new AbortController()
    // the callers do not read on, so each export stops midway
    const started = await Promise.all([1, 2, 3].map(() => begin('', leave.signal)))
    expect(started.map((answer) => answer.status)).toEqual([200, 200, 200])
    const fourth = await begin()
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([503, '10'])
    leave.abort()
    await expect.poll(readOne, { timeout: 20_000 }).toBe(200)
  })
})
