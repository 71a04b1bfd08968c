// The public page that verifies a report: which versions it confirms, and what the hash covers.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { pdfPages } from '../../server/testing/pdf.ts'
import type { Read } from '../../server/testing/answers.ts'
import { ask, type Json } from '../../server/testing/signed-in.ts'
import { readRow } from '../../server/testing/rows.ts'
import { amended, labForTests } from '../testresults/testresults.fixture.ts'
import { printed, reported } from './testreports.fixture.ts'

const { app, bench } = labForTests()
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await reported(bench)
}, 180_000)
const print = (person = bench.desk, more: Json = {}) => printed(person, sale.SaleId, more)
const kept = () =>
  readRow<{ ReportNo: string; Version: number; Hash: string }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    'report_no, version, hash',
    'version desc',
  )

test('the public page confirms number, version and hash that belong together, without name or result', async () => {
  const { ReportNo, Version, Hash } = await kept()
  const page = await ask(app, 'GET', `/verify/${ReportNo}/${Version}/${Hash.slice(0, 12)}`)
  expect(page.status).toBe(200)
  expect(page.text).toContain('This report was issued by us')
  // the hash may contain any three figures
  const told = page.text.replaceAll(Hash, '').replaceAll(Hash.slice(0, 12), '')
  for (const secret of ['Ramesh', 'Joshi', '131', 'Sodium']) expect(told).not.toContain(secret)
})

test('with another hash, version or number the page confirms no report, and answers the same whether the report exists or not', async () => {
  const { ReportNo, Version, Hash } = await kept()
  const wrong = [
    `${ReportNo}/${Version}/${'0'.repeat(12)}`,
    `${ReportNo}/${Version + 1}/${Hash.slice(0, 12)}`,
    `NCL0000000000/1/${Hash.slice(0, 12)}`,
    `${ReportNo}/${Version}/${Hash.slice(0, 11)}`,
    `${ReportNo}/${Version}/______%25______`,
  ]
  const pages = await Promise.all(wrong.map((path) => ask(app, 'GET', `/verify/${path}`)))
  expect(pages.map((page) => page.status)).toEqual([404, 404, 404, 404, 404])
  expect(new Set(pages.map((page) => page.text)).size).toBe(1)
  expect(pages[0]?.text).not.toContain(ReportNo)
})

test('the address in words next to the code asks for the printed numbers, and answers as the code does', async () => {
  const { ReportNo, Version, Hash } = await kept()
  const form = await ask(app, 'GET', '/verify')
  expect(form.status).toBe(200)
  for (const name of ['report', 'version', 'hash']) expect(form.text).toContain(`name="${name}"`)
  const asked = (told: string) =>
    ask(app, 'GET', `/verify?report=${ReportNo.toLowerCase()}&version=+${Version}&hash=${encodeURIComponent(told)}`)
  const printedHash = Hash.slice(0, 12).replace(/(.{4})(?=.)/g, '$1 ')
  const right = await asked(printedHash)
  expect([right.status, right.text]).toEqual([200, expect.stringContaining('This report was issued by us')])
  const wrong = await asked('0000 0000 0000')
  expect([wrong.status, wrong.text.includes(ReportNo)]).toEqual([404, false])
  expect((await ask(app, 'GET', '/verify?report=%3Cscript%3E')).text).not.toContain('<script>')
})

test('the hash covers the stored content: a changed content no longer matches it', async () => {
  const fits = async (content: ReturnType<typeof sql>) =>
    (
      await app.db.read.one<{ Fits: boolean }>(sql`
        select
          hash = encode(sha256(convert_to(${content}, 'utf8')), 'hex') as fits
        from
          reports
        where
          sale_id = ${sale.SaleId}
        order by
          version
        limit
          1
      `)
    ).Fits
  expect([await fits(sql`content::text`), await fits(sql`replace(content::text, '131', '141')`)]).toEqual([true, false])
})

test('after an amendment the new version prints, the old one prints as superseded, and its page shows that', async () => {
  const before = await kept()
  expect((await amended(bench, sale.SaleId, { Sodium: '139' })).status).toBe(200)
  const textOf = async (Version: number): Promise<string> =>
    (await pdfPages((await bench.desk.get(String((await print(bench.desk, { Version })).body.location))).bytes)).join(
      ' ',
    )
  const [old, next] = [await textOf(1), await textOf(2)]
  expect(old).toMatch(/superseded/i)
  expect(old).toContain('131')
  expect(next).toContain('139')
  expect(next).toMatch(/amended/i)
  expect((await ask(app, 'GET', `/verify/${before.ReportNo}/1/${before.Hash.slice(0, 12)}`)).text).toContain(
    'superseded by a later version',
  )
})
