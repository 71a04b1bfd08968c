// What goes to a buyer by e-mail after the invoice: its credit notes and cancellation, statements, reminders.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, formatDate } from '../../../core/dates.ts'
import { sql } from '../../../server/db/db.ts'
import { mailServer } from '../../../server/jobs/mail.ts'
import { systemAuthor } from '../../../server/session/system.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { postOffice } from '../../../server/testing/post-office.ts'
import { countRows, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { BuyerId, invoicing, SellerId } from '../invoices.fixture.ts'
import { sendWaiting } from './send.server.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { sold, issued, pay, cancel, credit } = invoicing(app, admin)
const today = (): string => dayOf(new Date())
const wants = (EmailStatements: boolean, email: string | null) =>
  setRows(app, 'clients', { ClientId: BuyerId }, { EmailStatements, Email: email })
const delivered = async (): Promise<string[]> => {
  const office = await postOffice()
  const server = mailServer(office.address, { confidential: true })
  await sendWaiting(app.db, server, systemAuthor('send-invoices'))
  office.server.close()
  return office.letters
}
const subjects = (letters: readonly string[]) => letters.map((letter) => /^Subject: (.*?)\r?$/m.exec(letter)?.[1])
const to = (letters: readonly string[]) => letters.map((letter) => /^To: (.*?)\r?$/m.exec(letter)?.[1])
const late = (invoice: Read<'invoices'>, days: number) =>
  setRows(app, 'invoices', { InvoiceId: invoice.InvoiceId }, { DueDate: addDays(today(), -days) })
const remind = (BuyerIds: unknown, person = admin, seller: unknown = SellerId) =>
  person.post('/api/remind/invoices', { SellerId: seller, BuyerIds })

beforeAll(() => wants(true, 'accounts@sunrise.example'))
afterEach(() => expectInvariants(app.db))

test('a credit note and a cancellation go where the invoice went, also when the buyer has moved since', async () => {
  const sales = [await sold(), await sold()]
  const [partly, gone] = [await issued(...sales), await issued(await sold())]
  expect(await delivered()).toHaveLength(2)
  await wants(false, 'new@sunrise.example')
  const no = String((await credit(partly, sales.slice(1))).body.CreditNoteNo)
  expect((await cancel(gone)).status).toBe(200)
  const letters = await delivered()
  expect(subjects(letters)).toEqual([`Credit note ${no}`, `Invoice ${String(gone.InvoiceNo)} is cancelled`])
  expect(to(letters)).toEqual(['accounts@sunrise.example', 'accounts@sunrise.example'])
  for (const letter of letters) expect(letter).toContain('application/pdf')
  expect(await delivered()).toEqual([])
  await wants(true, 'accounts@sunrise.example')
})

test('what was never mailed is not corrected by mail', async () => {
  await wants(false, 'accounts@sunrise.example')
  const unsent = await issued(await sold())
  await wants(true, 'accounts@sunrise.example')
  await cancel(unsent)
  const waiting = await issued(await sold())
  await cancel(waiting)
  expect(await delivered()).toEqual([])
  const states = await readRows<Json>(
    app,
    'invoice_letters',
    { InvoiceId: waiting.InvoiceId, Kind: 'cancellation' },
    'state, reason',
  )
  expect(states).toEqual([{ State: 'dropped', Reason: 'The invoice was not mailed' }])
})

test('a statement of a period is mailed to the buyer by the seller', async () => {
  const invoice = await issued(await sold())
  await delivered()
  const send = (more: Json, person = admin) =>
    person.put('/api/sendstatement/invoices', { formId: invoice.InvoiceId, From: today(), To: today(), ...more })
  const answer = await send({})
  const day = formatDate(today())
  expect([answer.status, answer.body.message]).toEqual([
    200,
    `The statement from ${day} to ${day} goes to accounts@sunrise.example`,
  ])
  expect(subjects(await delivered())).toEqual(['Statement of account, Nivara Central Laboratory, Pune'])
  expect((await send({ From: null })).body.errors).toEqual({ From: ['From is required'] })
  expect((await send({ From: addDays(today(), -1), To: addDays(today(), -2) })).status).toBe(400)
  const institution = await signedIn(app, 'institution', 13, 21)
  expect((await send({}, institution)).body.code).toBe('not-seller')
  await wants(true, null)
  expect((await send({})).body.message).toContain('has no e-mail address. Enter it under Clients')
  await wants(true, 'accounts@sunrise.example')
})

test('an overdue buyer is reminded once in seven days, also by two at once', async () => {
  const invoice = await issued(await sold())
  await delivered()
  expect((await remind([BuyerId])).body.message).toContain('has no overdue invoice')
  await late(invoice, 3)
  const list = await admin.get(`/api/getdata/115?SellerId=${SellerId}`)
  expect(list.body).toEqual([
    expect.objectContaining({ BuyerId, Invoices: 1, DueDate: addDays(today(), -3), RemindedAt: null }),
  ])
  const answers = await Promise.all([remind([BuyerId]), remind([BuyerId]), remind([BuyerId, BuyerId])])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect(await countRows(app, 'invoice_letters', { Kind: 'reminder', BuyerId })).toBe(1)
  const refusal = answers.find(({ status }) => status === 422)?.body.message
  expect(refusal).toContain(`was reminded on ${formatDate(today())}, and can be reminded again from`)
  const letters = await delivered()
  expect(subjects(letters)).toEqual(['Payment reminder, Nivara Central Laboratory, Pune'])
  const history = (await admin.get(`/api/actions?ModuleId=clients&FormId=${BuyerId}`)).body
  expect(history.filter((entry) => entry.Action === 'remind').map((entry) => entry.Remarks)).toEqual([
    expect.stringContaining('overdue, to accounts@sunrise.example'),
  ])
  await setRows(app, 'invoice_letters', { Kind: 'reminder' }, { createdAt: addDays(today(), -7) })
  expect((await remind([BuyerId])).status).toBe(200)
  await pay(invoice, Number(invoice.NetAmount))
  expect(await delivered()).toEqual([])
})

const reminderPrint = async () => {
  const templates = (await admin.get('/api/getdata/41?Module=invoices')).body
  const templateId: unknown = templates.find((one) => one.Layout === 'reminder')?.TemplateId
  return (invoice: Read<'invoices'>) =>
    admin.post('/api/print/invoices/', { templateId, formId: invoice.InvoiceId, device: 'screen' })
}
const noneSent = 'The buyer was sent no reminder since this invoice was issued'

test('the reminder that a buyer was sent is printed again as it was, a duplicate', async () => {
  await delivered()
  await setRows(app, 'invoice_letters', { Kind: 'reminder' }, { createdAt: addDays(today(), -7) })
  const [first, second] = [await issued(await sold()), await issued(await sold())]
  await late(first, 3)
  const print = await reminderPrint()
  const early = await print(second)
  expect([early.status, early.body.message]).toEqual([422, noneSent])
  expect((await remind([BuyerId])).status).toBe(200)
  await delivered()
  await pay(first, Number(first.NetAmount))
  const kept = await countRows(app, 'issued_papers', { Kind: 'reminder' })
  const again = await print(second)
  const pages = await pdfPages((await admin.get(String(again.body.location))).bytes)
  const text = pages.join(' ')
  for (const part of ['PAYMENT REMINDER', 'DUPLICATE', String(first.InvoiceNo)]) expect(text).toContain(part)
  expect(await countRows(app, 'issued_papers', { Kind: 'reminder' })).toBe(kept)
})

test('a reminder is asked of a seller of one’s own, for its own buyers, with the permit to change invoices', async () => {
  expect((await remind([])).body.errors).toEqual({ BuyerIds: ['Choose at least one buyer'] })
  expect((await remind('all')).status).toBe(400)
  expect((await remind([BuyerId], admin, null)).body.errors).toEqual({ SellerId: ['Seller is required'] })
  expect((await remind([BuyerId], await signedIn(app, 'admin', 1, 3))).status).toBe(404)
  expect((await remind([22, 999_999])).status).toBe(404)
  expect((await remind([BuyerId], await signedIn(app, 'frontdesk', 5, 12))).status).toBe(403)
})

test('a reminder is printed again once its mail went, by the moment of issue, also when its buyer is merged', async () => {
  const print = await reminderPrint()
  const said = async (invoice: Read<'invoices'>): Promise<unknown[]> => {
    const { status, body } = await print(invoice)
    return [status, body.message]
  }
  await setRows(app, 'invoice_letters', { Kind: 'reminder' }, { createdAt: sql`created_at - interval '7 days'` })
  const invoice = await issued(await sold())
  await delivered()
  await late(invoice, 3)
  expect((await remind([BuyerId])).status).toBe(200)
  const kept = await countRows(app, 'issued_papers', { Kind: 'reminder' })
  const away = () => Promise.reject(new Error('The mail server is away'))
  await expect(sendWaiting(app.db, away, systemAuthor('send-invoices'))).rejects.toThrow('away')
  expect(await countRows(app, 'issued_papers', { Kind: 'reminder' })).toBe(kept + 1)
  expect(await said(invoice)).toEqual([422, noneSent])
  await setRows(app, 'invoice_letters', { State: 'waiting' }, { NextAt: new Date().toISOString() })
  expect(subjects(await delivered())).toEqual(['Payment reminder, Nivara Central Laboratory, Pune'])
  expect(await said(invoice)).toEqual([200, undefined])
  // of an earlier day, and issued after it was sent
  const later = await issued(await sold())
  await setRows(app, 'invoices', { InvoiceId: later.InvoiceId }, { InvoiceDate: addDays(today(), -3) })
  expect(await said(later)).toEqual([422, noneSent])
  const head = await signedIn(app, 'admin', 1, 1)
  expect((await head.put('/api/merge/clients', { sourceId: BuyerId, targetId: 22 })).status).toBe(200)
  expect(await said(invoice)).toEqual([200, undefined])
})
