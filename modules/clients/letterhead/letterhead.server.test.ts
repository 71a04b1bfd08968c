// Papers print what an organisation has set, and else what is set above it. An issued report keeps the paper of its
// day, picture by picture.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { readRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { printed, reported, template } from '../../testreports/testreports.fixture.ts'
import { labForTests } from '../../testresults/testresults.fixture.ts'
import { readLetterheads } from './letterhead.server.ts'

const { app, bench } = labForTests()
const [entity, lab, centre] = [1, 2, 12]
const picture = async (background: string, width = 120, height = 120): Promise<string> => {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}
const keep = async (client: number, set: Json): Promise<void> => {
  const answer = await (await signedIn(app, 'admin', 1, 1)).put(`/api/clients/${client}`, set)
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
}
const paperOf = async (sale: Read<'sales'>): Promise<Buffer> => {
  const answer = await printed(bench.desk, sale.SaleId)
  return Buffer.from((await bench.desk.get(String(answer.body.location))).bytes)
}
const textOf = async (bytes: Buffer): Promise<string> => (await pdfPages(bytes)).join(' ').replace(/\s+/g, ' ')
const pictures = (bytes: Buffer): number => bytes.toString('latin1').split('/Subtype /Image').length - 1
const billOf = async (sale: Read<'sales'>): Promise<string> =>
  (await bench.desk.post('/api/print/sales/', { templateId: template.bill, formId: sale.SaleId, device: 'screen' }))
    .text

test('report and bill carry local name, logo, foot line, and the signatory with degree and signature; an issued report keeps them', async () => {
  const before = await reported(bench)
  const plain = await paperOf(before)
  expect(pictures(plain)).toBe(0)
  await keep(lab, {
    LocalName: 'निवारा प्रयोगशाळा, पुणे',
    Logo: await picture('#0a3f63'),
    FootLine: 'Open day and night, 020 2550 0000',
    Address: '7 Hill Road, opposite the Agricultural College gate',
  })
  const admin = await signedIn(app, 'admin', 1, 1)
  const signer = { Qualification: 'MD Pathology, Reg. MMC 2004/1187', Signature: await picture('#222266', 300, 80) }
  expect((await admin.put(`/api/users/${bench.pathologist.userId}`, signer)).status).toBe(200)

  const after = await reported(bench)
  const paper = await paperOf(after)
  const text = await textOf(paper)
  for (const part of ['Open day and night, 020 2550 0000', '7 Hill Road', 'MD Pathology, Reg. MMC 2004/1187'])
    expect(text).toContain(part)
  expect(pictures(paper)).toBe(2)
  // stored once, named by its hash: no version contains the picture itself
  const [kept] = await readRows<{ Content: ReportData }>(app, 'reports', { SaleId: after.SaleId }, 'content')
  expect(kept?.Content.Letterhead.LogoImage).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(kept?.Content)).not.toContain('data:image')

  const bill = await billOf(after)
  for (const part of ['निवारा प्रयोगशाळा, पुणे', 'Open day and night, 020 2550 0000', 'class="logo"'])
    expect(bill).toContain(part)

  await keep(lab, { LocalName: null, Logo: await picture('#aa0000'), FootLine: 'Closed on Sundays' })
  await admin.put(`/api/users/${bench.pathologist.userId}`, { Qualification: null, Signature: null })
  expect((await paperOf(after)).equals(paper)).toBe(true)
  expect((await paperOf(before)).equals(plain)).toBe(true)
  expect(await textOf(await paperOf(await reported(bench)))).toContain('Closed on Sundays')
  const last = (await admin.get(`/api/actions?ModuleId=clients&FormId=${lab}`)).body[0]
  expect(last).toMatchObject({
    Changes: { FootLine: [expect.any(String), 'Closed on Sundays'], Logo: ['a picture', 'a picture'] },
  })
})

test('a centre prints with its own, else with what its lab has, else with the legal entity’s', async () => {
  const none = { Logo: null, FootLine: null, LocalName: null }
  const at = async () => (await app.db.transaction((tx) => readLetterheads(tx, [centre]))).get(centre)
  for (const client of [entity, lab, centre]) await keep(client, none)
  expect(await at()).toMatchObject({ LogoImage: null, FootLine: null, LocalName: null })
  await keep(entity, { FootLine: 'Of the entity', LocalName: 'निवारा', Logo: await picture('#111111') })
  expect(await at()).toMatchObject({ FootLine: 'Of the entity', LocalName: 'निवारा' })
  const [{ Parent }] = (await app.db.read.rows<{ Parent: number }>(sql`
    select
      parent_id as parent
    from
      clients
    where
      client_id = ${centre}
  `)) as [{ Parent: number }]
  await keep(Parent, { FootLine: 'Of the lab' })
  expect((await at())?.FootLine).toBe('Of the lab')
  await keep(centre, { FootLine: 'Of the centre' })
  expect((await at())?.FootLine).toBe('Of the centre')
})

test('a file that is no PNG or JPEG, too large or damaged is refused at its field; another type of client has no logo', async () => {
  const admin = await signedIn(app, 'admin', 1, 1)
  const refused = async (Logo: string) => (await admin.put(`/api/clients/${lab}`, { Logo })).body.errors
  const good = await picture('#0a3f63')
  const other = `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`
  expect(await refused(other)).toEqual({ Logo: ['Picture must be a PNG or JPEG picture'] })
  expect(await refused(await picture('#0a3f63', 1025, 20))).toEqual({
    Logo: ['Picture can have 1024 pixels a side at most'],
  })
  expect((await admin.put(`/api/clients/${lab}`, { Logo: await picture('#0a3f63', 1024, 20) })).status).toBe(200)
  const Signature = other
  const signer = await admin.put(`/api/users/${bench.pathologist.userId}`, { Signature })
  expect([signer.status, signer.body.errors]).toEqual([400, { Signature: ['Picture must be a PNG or JPEG picture'] }])
  await keep(101, { Logo: good })
  expect((await admin.get('/api/clients/101')).body.Logo).toBeNull()
})
