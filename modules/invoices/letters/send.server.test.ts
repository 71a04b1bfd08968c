// Invoices by e-mail, through a mail server: once, to buyers who want them so, and no cancelled ones.
import { expect, test } from 'vitest'
import { mailServer } from '../../../server/jobs/mail.ts'
import { systemAuthor } from '../../../server/session/system.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { postOffice } from '../../../server/testing/post-office.ts'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { BuyerId, invoicing } from '../invoices.fixture.ts'
import { sendWaiting } from './send.server.ts'

const { app, labAdmin: admin, accounts } = networkForTests('labAdmin', 'accounts')
const { sold, issued, cancel } = invoicing(app, admin)
const wants = (EmailStatements: boolean, email: string | null) =>
  setRows(app, 'clients', { ClientId: BuyerId }, { EmailStatements, Email: email })
const send = (address: string) =>
  sendWaiting(app.db, mailServer(address, { confidential: true }), systemAuthor('send-invoices'))
const delivered = async (): Promise<string[]> => {
  const office = await postOffice()
  await send(office.address)
  office.server.close()
  return office.letters
}
const stateOf = async (invoice: Read<'invoices'>) =>
  (
    await readRows<{ State: string; Reason: string | null }>(
      app,
      'invoice_letters',
      { InvoiceId: invoice.InvoiceId },
      'state, reason',
    )
  )[0]

test('an invoice goes to a buyer who wants statements by e-mail, with its PDF, once', async () => {
  await wants(true, 'accounts@sunrise.example')
  const invoice = await issued(await sold())
  const letters = await delivered()
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatch(/^To: accounts@sunrise\.example/m)
  expect(letters[0]).toContain(`Subject: Invoice ${String(invoice.InvoiceNo)}`)
  expect(letters[0]).toContain('application/pdf')
  // the envelope names no patient
  expect(letters[0]?.split('Content-Type: application/pdf')[0]).not.toContain(String(invoice.Sales[0]?.Patient))
  expect(await delivered()).toEqual([])
  expect(await stateOf(invoice)).toEqual({ State: 'sent', Reason: null })
})

test('letters of the same number from two networks are two letters in a mailbox', async () => {
  await wants(true, 'accounts@sunrise.example')
  const idOf = async (createdAt: string): Promise<string | undefined> => {
    const invoice = await issued(await sold())
    const key = { InvoiceId: invoice.InvoiceId }
    await setRows(app, 'invoice_letters', key, { createdAt })
    const [letter = ''] = await delivered()
    const [row] = await readRows<{ Id: number }>(app, 'invoice_letters', key, 'invoice_letter_id as id')
    return /^Message-ID: <invoice-(.*)@aliquot>\r?$/m.exec(letter)?.[1]?.replace(`${String(row?.Id)}.`, '')
  }
  const [one, other] = [await idOf('2026-01-02T03:04:05.000006Z'), await idOf('2026-01-02T03:04:05.000007Z')]
  expect([one, other]).toEqual(['1767323045000006', '1767323045000007'])
})

test('a buyer who does not want it, has no address, or whose invoice was cancelled meanwhile gets none', async () => {
  for (const [isWanted, email] of [
    [false, 'accounts@sunrise.example'],
    [true, null],
    [true, ''],
  ] as const) {
    await wants(isWanted, email)
    expect(await stateOf(await issued(await sold()))).toBeUndefined()
  }
  await wants(true, 'accounts@sunrise.example')
  const [gone, changed] = [await issued(await sold()), await issued(await sold())]
  await cancel(gone)
  expect((await delivered()).length).toBe(1)
  expect(await stateOf(gone)).toEqual({ State: 'dropped', Reason: 'The invoice is cancelled' })
  expect((await stateOf(changed))?.State).toBe('sent')
  const late = await issued(await sold())
  await wants(false, 'accounts@sunrise.example')
  expect(await delivered()).toEqual([])
  expect((await stateOf(late))?.Reason).toBe('The buyer no longer wants statements by e-mail')
})

test('while the mail server is away a letter waits and is sent later; one that a crashed server was sending is not sent again', async () => {
  await wants(true, 'accounts@sunrise.example')
  const invoice = await issued(await sold())
  await expect(send('smtp://127.0.0.1:1')).rejects.toThrow()
  expect(await stateOf(invoice)).toEqual({
    State: 'waiting',
    Reason: 'The mail server did not accept it; it will be tried again',
  })
  expect(await delivered()).toEqual([])
  const at = { InvoiceId: invoice.InvoiceId }
  await setRows(app, 'invoice_letters', at, { NextAt: new Date(Date.now() - 1000).toISOString() })
  expect(await delivered()).toHaveLength(1)
  const lost = await issued(await sold())
  await setRows(
    app,
    'invoice_letters',
    { InvoiceId: lost.InvoiceId },
    {
      State: 'sending',
      NextAt: new Date(Date.now() - 1_000_000).toISOString(),
    },
  )
  expect(await delivered()).toEqual([])
  expect((await stateOf(lost))?.State).toBe('unknown')
})

test('a letter that the mail server refuses for good is dropped at once: one try, no history of a copy, and staff see why', async () => {
  await wants(true, 'gone@sunrise.example')
  const invoice = await issued(await sold())
  const id = invoice.InvoiceId
  const strict = await postOffice('strict')
  await expect(send(strict.address)).rejects.toThrow('550')
  strict.server.close()
  const reason = 'The mail server refused the address for good (550). Correct it at the client'
  expect(await stateOf(invoice)).toEqual({ State: 'dropped', Reason: reason })
  // no other try, whenever
  await setRows(app, 'invoice_letters', { InvoiceId: id }, { NextAt: '2026-01-01T00:00:00Z' })
  expect(await delivered()).toEqual([])
  const mailed = async () =>
    (await admin.get(`/api/actions?ModuleId=invoices&FormId=${id}`)).body.filter((one) => one.Action === 'mail')
  expect(await mailed()).toEqual([])
  expect((await admin.get(`/api/invoices/${id}`)).body.Letters).toMatchObject([
    { Kind: 'invoice', To: 'gone@sunrise.example', State: 'dropped', Reason: reason },
  ])
  const notes = (await accounts.get('/api/getdata/9')).body.map((note) => note.Content)
  expect(notes).toContain(`${reason}: gone@sunrise.example`)
  // one that goes has its copy in the history, once
  await wants(true, 'accounts@sunrise.example')
  const other = await issued(await sold())
  await expect(send('smtp://127.0.0.1:1')).rejects.toThrow()
  await setRows(app, 'invoice_letters', { InvoiceId: other.InvoiceId }, { NextAt: '2026-01-01T00:00:00Z' })
  expect(await delivered()).toHaveLength(1)
  const history = await admin.get(`/api/actions?ModuleId=invoices&FormId=${String(other.InvoiceId)}`)
  expect(history.body.filter((one) => one.Action === 'mail')).toHaveLength(1)
})
