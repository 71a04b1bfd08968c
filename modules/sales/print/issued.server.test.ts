// A bill is kept when it is first printed: again it is the same with another mark; what changes is a new version.
import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { countRows, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient, booked, product } from '../sales.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
afterEach(() => expectInvariants(app.db))
const [original, duplicate] = ['Original for recipient', 'DUPLICATE']
const print = async (sale: Read<'sales'>, more: Json = {}, person = admin) => {
  const templates = (await admin.get('/api/getdata/41?Module=sales')).body
  const templateId = templates.find((one) => one.Layout === 'bill')?.TemplateId
  return person.post('/api/print/sales/', { templateId, formId: sale.SaleId, device: 'screen', ...more })
}
const billOf = async (sale: Read<'sales'>, more: Json = {}): Promise<string> => {
  const answer = await print(sale, more)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('BILL OF SUPPLY')])
  return answer.text
}
const kept = (sale: Read<'sales'>) =>
  readRows<{ Version: number; Hash: string; Content: Buffer }>(
    app,
    'issued_papers',
    { Kind: 'bill', DocumentId: sale.SaleId },
    'version, hash, content',
  )
const history = async (sale: Read<'sales'>): Promise<unknown[]> =>
  (await admin.get(`/api/actions?ModuleId=sales&FormId=${sale.SaleId}`)).body
    .filter((entry) => entry.Action === 'print')
    .map((entry) => entry.Remarks)
    .reverse()

test('a bill printed again is the same but for its mark, whatever was renamed since; the history says who had which', async () => {
  const patient = await aPatient(admin, { Name: 'Prakash Madhav Kulkarni' })
  const sale = await booked(admin, { PatientId: patient })
  const first = await billOf(sale)
  expect([first.includes(original), first.includes(duplicate)]).toEqual([true, false])
  await setRows(app, 'clients', { ClientId: patient }, { Name: 'Somebody Else' })
  await setRows(app, 'clients', { ClientId: 2 }, { Name: 'Another Laboratory' })
  const again = await billOf(sale)
  expect(again).toBe(first.replace(original, duplicate))
  const accounts = await signedIn(app, 'accounts', 7, 2)
  expect((await print(sale, {}, accounts)).text).toBe(again)
  const [paper, ...others] = await kept(sale)
  expect(others).toEqual([])
  expect(paper?.Hash).toBe(
    createHash('sha256')
      .update(paper?.Content ?? '')
      .digest('hex'),
  )
  const no = String(sale.Invoice.InvoiceNo)
  expect(await history(sale)).toEqual([
    `Bill ${no}, version 1: ${original}`,
    `Bill ${no}, version 1: ${duplicate}`,
    `Bill ${no}, version 1: ${duplicate}`,
  ])
  await setRows(app, 'clients', { ClientId: 2 }, { Name: 'Nivara Central Laboratory, Pune' })
})

test('a bill that is paid since is a new version, which says so; the first is still there to print', async () => {
  const sale = await booked(admin)
  const first = await billOf(sale)
  const paid = await admin.put(`/api/sales/${sale.SaleId}`, {
    Invoice: {
      Transactions: [
        { Date: new Date().toISOString(), Amount: Number(sale.NetAmount), PaymentModeId: paymentMode.Cash },
      ],
    },
  })
  expect(paid.status).toBe(200)
  const second = await billOf(sale)
  for (const part of ['Version 2, replaces version 1 of ', original, 'Cash']) expect(second).toContain(part)
  expect(first).not.toContain('Version')
  const old = `${duplicate} of version 1, replaced by version 2`
  expect(await billOf(sale, { Version: 1 })).toBe(first.replace(original, old))
  expect((await print(sale, { Version: 3 })).status).toBe(404)
})

test('a cancelled bill prints what was billed, marked cancelled; its tubes have no labels', async () => {
  const sale = await booked(admin, { products: [product.cbc, product.haemoglobin] })
  await billOf(sale)
  expect((await admin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Booked twice' })).status).toBe(200)
  const cancelled = await billOf(sale)
  for (const part of ['CANCELLED', 'Version 2', 'Complete Blood Count', 'Cancelled', '0.00'])
    expect(cancelled).toContain(part)
  const labels = (await admin.get('/api/getdata/41?Module=sales')).body.find((one) => one.Layout === 'label')
  const answer = await print(sale, { templateId: labels?.TemplateId })
  expect([answer.status, answer.body.message]).toEqual([422, 'The sale is cancelled, so its tubes need no labels'])
})

test('two desks that print at once get one original', async () => {
  const sale = await booked(admin)
  const copies = await Promise.all([print(sale), print(sale), print(sale)])
  expect(copies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(copies.filter(({ text }) => text.includes(original))).toHaveLength(1)
  expect(await countRows(app, 'issued_papers', { Kind: 'bill', DocumentId: sale.SaleId })).toBe(1)
})

test('a bill that is on no invoice yet is not issued: it has no mark and is not kept', async () => {
  const sale = await booked(admin, { BuyerId: 21 })
  const text = await billOf(sale)
  expect([text.includes(original), text.includes(duplicate)]).toEqual([false, false])
  expect(await kept(sale)).toEqual([])
})

test('the application cannot change what was issued', async () => {
  await billOf(await booked(admin))
  await expect(setRows(app, 'issued_papers', { Version: 1 }, { PaperNo: 'X' })).rejects.toThrow('permission denied')
})

test('a bill has the registration under which it was issued, also where it is first printed later', async () => {
  const entered = (RegistrationKey: string) => setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey })
  await entered('27AAAAA0000A1Z5')
  const sale = await booked(admin, { PatientId: await aPatient(admin) })
  await entered('30AAAAA0000A1Z5')
  expect((await billOf(sale)).match(/GSTIN <b class="id">\w+/g)).toEqual(['GSTIN <b class="id">27AAAAA0000A1Z5'])
})
