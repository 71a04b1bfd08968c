// Many invoices in one file: in the requested order, inside the scope only, each recorded as printed.
import { expect, test } from 'vitest'
import { testApp } from '../../../server/testing/app.ts'
import { networkOpened } from '../../../server/testing/network.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { countRows } from '../../../server/testing/rows.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { invoicing } from '../invoices.fixture.ts'

const { app, labAdmin: admin } = networkOpened(() => testApp({ jobs: true }), 'labAdmin')
const { sold, issued } = invoicing(app, admin)
const ask = (person: Person, InvoiceIds: unknown) => person.post('/api/printmany/invoices', { InvoiceIds })

test('invoices come as one file in the requested order, each print recorded once', async () => {
  const made = [await issued(await sold()), await issued(await sold()), await issued(await sold())]
  const wanted = [...made].reverse()
  const asked = await ask(
    admin,
    wanted.map((invoice) => invoice.InvoiceId),
  )
  expect([asked.status, asked.body.message]).toEqual([202, '3 invoices to print'])
  const run = async () => (await admin.get(`/api/jobs/${asked.body.JobRunId}`)).body
  await expect.poll(async () => (await run()).State, { timeout: 30_000 }).toMatch(/done|failed/)
  expect(await run()).toMatchObject({ State: 'done', Message: '3 invoices printed', HasFile: true, Errors: [] })
  const file = await admin.post(`/api/jobs/${asked.body.JobRunId}/file`, {})
  const pages = await pdfPages(file.bytes)
  expect(pages.map((page) => made.findIndex((invoice) => page.includes(String(invoice.InvoiceNo))))).toEqual([2, 1, 0])
  for (const { InvoiceId } of made)
    expect(await countRows(app, 'access_log', { ModuleId: 'invoices', What: 'print', FormId: InvoiceId })).toBe(1)
})

test("another centre's invoice is not found; a request without the permit or without a key prints nothing", async () => {
  const { InvoiceId } = await issued(await sold())
  const otherDesk = await signedIn(app, 'frontdesk2', 5, 11)
  const nowhere = await ask(otherDesk, [2_000_000])
  const foreign = await ask(otherDesk, [InvoiceId])
  expect([foreign.status, foreign.body.message]).toEqual([nowhere.status, nowhere.body.message])
  expect((await ask(await signedIn(app, 'technologist', 4, 2), [InvoiceId])).status).toBe(403)
  for (const keys of [[], undefined, 'all', [0], [1.5], ['1']]) expect((await ask(admin, keys)).status).toBe(400)
  const many = Array.from({ length: 201 }, (_, at) => at + 1)
  expect((await ask(admin, many)).body.message).toBe('200 invoices can be printed at a time')
})
