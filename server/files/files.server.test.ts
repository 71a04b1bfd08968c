// Files stored with a record: who reads and adds them, which bytes are accepted, and that no partial file is stored.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { sql } from '../db/db.ts'
import { servedApp, type TestApp } from '../testing/app.ts'
import { aPdf, kept, removed, sent } from '../testing/files.fixture.ts'
import type { Rows } from '../testing/answers.ts'
import type { KeptFile } from '../../core/answer/questions.ts'
import { signedIn, type Person } from '../testing/signed-in.ts'

let app: TestApp & { address: string }
let desk: Person
let manager: Person
let sale: number
let patient: number
beforeAll(async () => {
  app = await servedApp()
  desk = await signedIn(app, 'labdesk', 5, 2)
  manager = await signedIn(app, 'manager', 2, 2)
  patient = await aPatient(desk)
  sale = (await booked(desk, { PatientId: patient })).SaleId
})
afterAll(() => app.close())

const picture = (format: 'png' | 'jpeg', side = 8) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'white' } })
    .toFormat(format)
    .toBuffer()
const filesOf = async (person: Person, at: string) => (await person.get<Rows<KeptFile>>(`/api/${at}/files`)).body
const count = async (): Promise<number> =>
  (
    await app.db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        kept_files
    `)
  ).N

test('a PDF, a PNG and a JPEG are stored, listed and fetched byte for byte; the history names each', async () => {
  const large = Buffer.concat([aPdf('%PDF-1.7\n'), randomBytes(900_000), aPdf('')])
  for (const [name, bytes, media] of [
    ['Überweisung (1).pdf', large, 'application/pdf'],
    ['C:\\scans\\form.png', await picture('png'), 'image/png'],
    ['letter', await picture('jpeg'), 'image/jpeg'],
  ] as const) {
    const answer = await kept(desk, `sales/${sale}`, bytes, { Name: name, Kind: 'referral' })
    expect(answer.status).toBe(201)
    const file = await desk.get(`/api/sales/${sale}/files/${String(answer.body.KeptFileId)}`)
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-length')]).toEqual([
      200,
      media,
      String(bytes.length),
    ])
    expect(file.bytes.equals(bytes)).toBe(true)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  }
  const files = await filesOf(desk, `sales/${sale}`)
  expect(files.map((file) => [file.Name, file.Kind, file.UserId])).toEqual([
    ['Überweisung (1).pdf', 'referral', desk.userId],
    ['form.png', 'referral', desk.userId],
    ['letter.jpg', 'referral', desk.userId],
  ])
  const [last] = (await desk.get(`/api/actions?ModuleId=sales&FormId=${sale}`)).body
  expect(last).toMatchObject({
    Action: 'add file',
    Changes: {
      File: [null, 'Referral letter: letter.jpg (1 KB)'],
      Sha256: [null, expect.stringMatching(/^[0-9a-f]{64}$/)],
    },
  })
})

test('a file of another content, cut off or too large is refused with a reason and not stored', async () => {
  const before = await count()
  const pdf = aPdf()
  const png = await picture('png', 64)
  for (const [bytes, status, message] of [
    [Buffer.from('<script>alert(1)</script>'), 400, 'Choose a PDF, PNG or JPEG file'],
    [Buffer.from('GIF89a'), 400, 'Choose a PDF, PNG or JPEG file'],
    [Buffer.concat([Buffer.from(' '), pdf]), 400, 'Choose a PDF, PNG or JPEG file'],
    [Buffer.alloc(0), 400, 'Choose a PDF, PNG or JPEG file'],
    [pdf.subarray(0, pdf.length - 8), 400, 'The file is damaged'],
    [png.subarray(0, png.length - 20), 400, 'The file is damaged'],
    [
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(90), Buffer.from('ffd9', 'hex')]),
      400,
      'The file is damaged',
    ],
    [Buffer.concat([pdf, Buffer.alloc(5_000_000)]), 413, 'A file can have 5 MB at most'],
  ] as const) {
    const answer = await kept(desk, `sales/${sale}`, bytes, { Name: 'looks-fine.pdf' })
    expect([answer.status, answer.body.errors]).toEqual([status, { File: [message] }])
  }
  expect((await kept(desk, `sales/${sale}`, pdf, { Kind: 'will' })).body.errors).toHaveProperty('Kind')
  expect((await desk.post(`/api/sales/${sale}/files?Kind=other&Name=x.pdf`, {})).status).toBe(400)
  expect((await sent(desk, `/api/sales/`, pdf)).status).toBe(415)
  expect(await count()).toBe(before)
})

test('a user who does not see the record finds none of its files, a user who may only read it adds and removes none', async () => {
  const id = (await filesOf(desk, `sales/${sale}`))[0]?.KeptFileId
  const centre = await signedIn(app, 'frontdesk', 5, 12)
  for (const answer of [
    await centre.get(`/api/sales/${sale}/files`),
    await centre.get(`/api/sales/${sale}/files/${id}`),
    await kept(centre, `sales/${sale}`, aPdf()),
    await removed(centre, `sales/${sale}`, id),
  ])
    expect(answer.status).toBe(404)
  const phlebotomist = await signedIn(app, 'technologist', 4, 2)
  expect((await phlebotomist.get(`/api/sales/${sale}/files/${id}`)).status).toBe(200)
  expect((await kept(phlebotomist, `sales/${sale}`, aPdf())).status).toBe(403)
  expect((await removed(phlebotomist, `sales/${sale}`, id)).status).toBe(403)
  // only managers change an organisation, and its files
  const atLab = await kept(desk, 'clients/2', aPdf())
  expect([atLab.status, atLab.body.message]).toEqual([422, 'Your role may add and change patients and doctors only'])
  expect((await kept(manager, 'clients/2', aPdf())).status).toBe(201)
  // outside users see the sale but not its files
  const doctor = await signedIn(app, 'doctor', 12, 101)
  const own = (await booked(desk, { PatientId: patient, ReferringDoctorId: 101 })).SaleId
  const letter = (await kept(desk, `sales/${own}`, aPdf())).body.KeptFileId
  expect((await doctor.get(`/api/sales/${own}`)).status).toBe(200)
  expect((await doctor.get(`/api/sales/${own}/files`)).status).toBe(403)
  expect((await doctor.get(`/api/sales/${own}/files/${letter}`)).status).toBe(403)
  // a file is found only at its own record
  expect((await desk.get(`/api/sales/${sale}/files/${letter}`)).status).toBe(404)
  expect((await desk.get(`/api/clients/${sale}/files/${letter}`)).status).toBe(404)
  expect((await removed(desk, `sales/${sale}`, letter)).status).toBe(404)
  expect((await desk.get('/api/departments/1/files')).status).toBe(404)
})

test('each reading of a file is in the access log', async () => {
  const id = (await filesOf(desk, `sales/${sale}`))[0]?.KeptFileId
  await desk.get(`/api/sales/${sale}/files/${id}`)
  const seen = await app.db.read.rows(sql`
    select
      module_id,
      form_id
    from
      access_log
    where
      what = 'file'
      and user_id = ${desk.userId}
    order by
      at desc
    limit
      1
  `)
  expect(seen).toEqual([{ ModuleId: 'sales', FormId: sale }])
})

test('its author or a manager removes a file, a colleague cannot; the history names it', async () => {
  const at = `clients/${patient}`
  const add = async (Name: string) => (await kept(desk, at, aPdf(), { Name, Kind: 'identity' })).body.KeptFileId
  const [mine, theirs] = [await add('mine.pdf'), await add('theirs.pdf')]
  const colleague = await signedIn(app, 'frontdesk', 5, 12)
  const refused = await removed(colleague, at, mine)
  expect([refused.status, refused.body.code]).toEqual([422, 'of-another'])
  expect((await removed(desk, at, mine)).body.message).toBe('mine.pdf was removed')
  expect((await removed(manager, at, theirs)).status).toBe(200)
  expect(await filesOf(desk, at)).toEqual([])
  const history = (await desk.get(`/api/actions?ModuleId=clients&FormId=${patient}`)).body
  expect(history.slice(0, 2).map((entry) => [entry.Action, entry.Changes])).toEqual([
    ['remove file', { File: ['Proof of identity: theirs.pdf (1 KB)', null] }],
    ['remove file', { File: ['Proof of identity: mine.pdf (1 KB)', null] }],
  ])
})

test('a file sent twice with one key is stored once', async () => {
  const before = await count()
  const once = () => kept(desk, `sales/${sale}`, aPdf(), {}, { 'idempotency-key': 'one file' })
  const [one, two] = [await once(), await once()]
  expect(two.body).toEqual(one.body)
  expect(await count()).toBe(before + 1)
})

test('a record has a limited number of files', async () => {
  const id = await aPatient(desk)
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        kept_files (module_id, form_id, kind, name, media_type, size, sha256, content, user_id)
      select
        'clients',
        ${id},
        'other',
        'x.pdf',
        'application/pdf',
        1,
        '',
        'x',
        ${desk.userId}
      from
        generate_series(1, 49)
    `),
  )
  expect((await kept(desk, `clients/${id}`, aPdf())).status).toBe(201)
  const refused = await kept(desk, `clients/${id}`, aPdf())
  expect([refused.status, refused.body.message]).toEqual([422, 'There can be 50 files at most'])
})

test('a connection that breaks midway stores no file', async () => {
  const entries = async (): Promise<number> =>
    (
      await app.db.read.one<{ N: number }>(sql`
        select
          count(*)::int as n
        from
          audit
        where
          action = 'add file'
      `)
    ).N
  const before = [await count(), await entries()]
  const { port } = new URL(app.address)
  const head = [
    `POST /api/sales/${sale}/files?Kind=other&Name=half.pdf HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${desk.token}`,
    'Content-Type: application/octet-stream',
    'Content-Length: 1000000',
    '',
    '',
  ].join('\r\n')
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(head)
      socket.write(Buffer.concat([aPdf(), Buffer.alloc(500_000)]), () => socket.destroy())
    })
    socket.on('close', () => resolve())
  })
  // another file is stored meanwhile
  expect((await kept(desk, `sales/${sale}`, aPdf())).status).toBe(201)
  await expect.poll(async () => [await count(), await entries()]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1])
})

test('a PDF that runs a program, or is also an archive or a page, is refused; a stored file cannot run', async () => {
  const inside = (text: string): Buffer => aPdf(`%PDF-1.4\n2 0 obj<<${text}>>endobj\n`)
  for (const bytes of [
    inside('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'),
    inside('/OpenAction<</S/Java#53cript/JS(app.alert(1))>>'),
    inside('/AA<</O<</S/Launch/F(cmd.exe)>>>>'),
    aPdf('%PDF-1.4\n<html><script>alert(1)</script>\n'),
    Buffer.concat([aPdf(), Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]),
  ]) {
    const answer = await kept(desk, `sales/${sale}`, bytes)
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { File: ['This PDF runs a program or hides another file. Print it to a new PDF, and add that one'] },
    ])
  }
  const id = (await kept(desk, `sales/${sale}`, aPdf())).body.KeptFileId
  const { headers } = await desk.get(`/api/sales/${sale}/files/${String(id)}`)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename=/)
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
})

test('a user who sends two files waits with the third, others continue; a file that comes too slowly is refused', async () => {
  const { port } = new URL(app.address)
  const begin = (): { answer: Promise<string>; socket: Socket } => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        [
          `POST /api/sales/${sale}/files?Kind=other&Name=slow.pdf HTTP/1.1`,
          'Host: 127.0.0.1',
          `Authorization: Bearer ${desk.token}`,
          'Content-Type: application/octet-stream',
          'Content-Length: 100000',
          '',
          '%PDF-1.4\n',
        ].join('\r\n'),
      ),
    )
    const answer = new Promise<string>((resolve) => {
      socket.once('data', (data: Buffer) => resolve(data.toString('latin1').split('\r\n')[0] ?? ''))
    })
    return { answer, socket }
  }
  const slow = [begin(), begin()]
  await expect.poll(async () => (await kept(desk, `sales/${sale}`, aPdf())).status, { timeout: 8000 }).toBe(503)
  expect((await kept(manager, `sales/${sale}`, aPdf())).status).toBe(201)
  expect(await Promise.all(slow.map(({ answer }) => answer))).toEqual(Array(2).fill(expect.stringContaining('408')))
  expect((await kept(desk, `sales/${sale}`, aPdf())).status).toBe(201)
  for (const { socket } of slow) socket.destroy()
}, 30_000)
