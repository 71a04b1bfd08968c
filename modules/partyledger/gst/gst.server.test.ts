// The tables of GSTR-1: they tie to each other and to the ledger, and their numbers are without gap.
import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '../../../core/dates.ts'
import { sumAmounts } from '../../../core/money.ts'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { BuyerId, invoicing } from '../../invoices/invoices.fixture.ts'
import { booked } from '../../sales/sales.fixture.ts'
import { cells, having, rowsIn } from './gst.fixture.ts'
import type { GstTable } from './gst.rules.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { sold, issue, issued, read, cancel, credit } = invoicing(app, admin)
const month = (): string => dayOf(new Date()).slice(0, 7)
let head: Person
const ask = (Table: string, more: Record<string, string> = {}, person = head) =>
  person.get(
    `/api/gstr1/partyledger?${new URLSearchParams({ LegalEntityId: '1', Month: month(), Table, ...more }).toString()}`,
  )
/** The rows of a table by the titles of its columns. */
const rowsOf = async <Table extends GstTable>(table: Table, more: Record<string, string> = {}) => {
  const answer = await ask(table, more)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  return rowsIn<Table>(answer.text)
}
const sum = <Row>(rows: readonly Row[], column: keyof Row): number => sumAmounts(rows.map((row) => Number(row[column])))

let kept: Read<'invoices'>, gone: Read<'invoices'>
let note = ''
beforeAll(async () => {
  head = await signedIn(app, 'admin', 1, 1)
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
  await setRows(app, 'clients', { ClientId: BuyerId }, { RegistrationKey: '29BBBBB0000B1Z5', State: 'Karnataka' })
  const sales = [await sold(), await sold({ products: [3002] })]
  kept = await issued(...sales)
  gone = await issued(await sold())
  await cancel(gone)
  note = String((await credit(kept, sales.slice(1), 'Test not done')).body.CreditNoteNo)
  await booked(admin)
})

test('registered buyers invoice by invoice, credit notes with their invoice, others in one sum by place', async () => {
  const net = Number(kept.NetAmount)
  expect(await rowsOf('b2b')).toEqual([
    expect.objectContaining({
      'GSTIN/UIN of Recipient': '29BBBBB0000B1Z5',
      'Invoice Number': kept.InvoiceNo,
      'Invoice Value': String(net),
      'Place Of Supply': 'Karnataka',
      'Taxable Value': '0',
      'Exempt Value': String(net),
      'GSTIN of Supplier': '27AAAAA0000A1Z5',
    }),
  ])
  expect(await rowsOf('cdnr')).toEqual([
    expect.objectContaining({ 'Note Number': note, 'Invoice Number': kept.InvoiceNo, Reason: 'Test not done' }),
  ])
  expect(await rowsOf('b2cs')).toEqual([expect.objectContaining({ 'Place Of Supply': 'Maharashtra', Rate: '0' })])
})

test('the exempt supplies are what the other tables come to, and what the ledger sold', async () => {
  const exempt = await rowsOf('exemp')
  const [b2b, b2cs, cdnr] = [await rowsOf('b2b'), await rowsOf('b2cs'), await rowsOf('cdnr')]
  const total = sum(exempt, 'Exempted')
  expect(total).toBe(sumAmounts([sum(b2b, 'Exempt Value'), sum(b2cs, 'Exempt Value'), -sum(cdnr, 'Exempt Value')]))
  const { Posted } = await app.db.read.one<{ Posted: number }>(sql`
    select
      sum(credit - debit) as posted
    from
      ledger_entries
    where
      account = 'sales'
  `)
  expect(total).toBe(Posted)
  expect(exempt.map((row) => row.Description)).toEqual([
    'Inter-State supplies to registered persons',
    'Intra-State supplies to registered persons',
    'Inter-State supplies to unregistered persons',
    'Intra-State supplies to unregistered persons',
  ])
})

test('the documents issued have first and last number, and the cancelled ones by number', async () => {
  const [invoices, notes] = await rowsOf('docs')
  expect(invoices).toMatchObject({
    'Nature of Document': 'Invoices for outward supply',
    'Total Number': '3',
    Cancelled: '1',
    'Net Issued': '2',
    'Cancelled Numbers': gone.InvoiceNo,
  })
  expect(notes).toMatchObject({ 'Nature of Document': 'Credit Note', 'Sr. No. From': note, 'Sr. No. To': note })
})

test('an invoice that is cancelled in a later month changes nothing of the month that was returned', async () => {
  const Month = addDays(`${month()}-01`, -1).slice(0, 7)
  const InvoiceDate = `${Month}-15T06:00:00Z`
  const sale = await sold()
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { SaleDate: InvoiceDate })
  const answer = await issue([sale], { InvoiceDate })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  const invoice = await read(answer.body)
  const returned = async () => ({ docs: await rowsOf('docs', { Month }), b2b: await rowsOf('b2b', { Month }) })
  const before = await returned()
  expect(before.docs).toMatchObject([{ 'Total Number': '1', Cancelled: '0', 'Net Issued': '1' }])
  expect((await cancel(invoice)).status).toBe(200)
  expect(await returned()).toEqual(before)
  const taken = having(await rowsOf('b2b'), 'Invoice Number', invoice.InvoiceNo)
  expect(cells(taken, 'Invoice Value')).toEqual([[String(-Number(invoice.NetAmount))]])
})

test('a buyer who gets a registration, or moves, changes nothing of what was issued before', async () => {
  const issuedTo22 = async (): Promise<Read<'invoices'>> => {
    const answer = await issue([await sold({ BuyerId: 22 })], { BuyerId: 22 })
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    return read(answer.body)
  }
  const plain = await issuedTo22()
  const tables = async () => Promise.all((['b2b', 'b2cs', 'cdnr', 'exemp'] as const).map((one) => rowsOf(one)))
  const before = await tables()
  const register = (ClientId: number, RegistrationKey: string | null, state: string) =>
    setRows(app, 'clients', { ClientId }, { RegistrationKey, State: state })
  await register(22, '27CCCCC0000C1Z5', 'Goa')
  await register(BuyerId, null, 'Kerala')
  expect(await tables()).toEqual(before)
  // its credit note is of the invoice, and what is issued from now on is of the registration
  await credit(plain, plain.Sales, 'Not done')
  expect(await rowsOf('cdnr')).toEqual(before[2])
  const next = await issuedTo22()
  expect(cells(await rowsOf('b2b'), 'Invoice Number', 'GSTIN/UIN of Recipient')).toContainEqual([
    next.InvoiceNo,
    '27CCCCC0000C1Z5',
  ])
  await register(22, null, 'Maharashtra')
  await register(BuyerId, '29BBBBB0000B1Z5', 'Karnataka')
})

test('a seller that gets another registration, or moves, changes nothing of what was issued before', async () => {
  const plain = read((await issue([await sold()])).body)
  const tables = async () => Promise.all((['b2b', 'b2cs', 'cdnr', 'exemp'] as const).map((one) => rowsOf(one)))
  const before = await tables()
  const entered = (RegistrationKey: string) => setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey })
  await entered('30AAAAA0000A1Z5')
  await setRows(app, 'clients', { ClientId: 2 }, { State: 'Goa' })
  expect(await tables()).toEqual(before)
  const next = await read((await issue([await sold()])).body)
  const suppliers = new Map(
    (await rowsOf('b2b')).map(({ 'Invoice Number': no, 'GSTIN of Supplier': supplier }) => [no, supplier]),
  )
  expect([suppliers.get(String((await plain).InvoiceNo)), suppliers.get(String(next.InvoiceNo))]).toEqual([
    '27AAAAA0000A1Z5',
    '30AAAAA0000A1Z5',
  ])
  await entered('27AAAAA0000A1Z5')
  await setRows(app, 'clients', { ClientId: 2 }, { State: 'Maharashtra' })
})

test('what places of one registration sold each other is no supply, also where it is entered after that', async () => {
  const entered = (RegistrationKey: string | null) => setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey })
  const recipients = async (): Promise<unknown[]> => {
    const rows = await Promise.all([rowsOf('b2b'), rowsOf('b2cs')])
    return [cells(rows[0], 'Invoice Number'), sum(rows[1], 'Exempt Value')]
  }
  const before = await recipients()
  await entered(null)
  const answer = await issue([await sold({ BuyerId: 12 })], { BuyerId: 12 })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  await entered('27AAAAA0000A1Z5')
  expect(await recipients()).toEqual(before)
})

test('an entity elsewhere, a wrong month or table, and a role without the ledger are refused', async () => {
  const errors = async (more: Record<string, string>) => Object.keys((await ask('b2b', more)).body.errors)
  expect(await errors({ Month: '2026-13' })).toEqual(['Month'])
  expect(await errors({ Month: '2090-01' })).toEqual(['Month'])
  expect((await ask('all')).status).toBe(400)
  expect((await ask('b2b', { LegalEntityId: '2' })).status).toBe(404)
  expect((await ask('b2b', {}, admin)).status).toBe(404)
  expect((await ask('b2b', {}, await signedIn(app, 'labdesk', 5, 2))).status).toBe(403)
  expect((await ask('b2b', {}, await signedIn(app, 'institution', 13, 21))).status).toBe(403)
})
