// Vouchers for Tally: well-formed, each balanced, and together the trial balance of the period.
import { beforeAll, expect, test, vi } from 'vitest'
import { invoicing } from '../invoices/invoices.fixture.ts'
import { aBill, entered } from '../purchasebills/purchasebills.fixture.ts'
import { booked } from '../sales/sales.fixture.ts'
import { dayOf } from '../../core/dates.ts'
import { listed } from '../../server/testing/listed.ts'
import type { Sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { escapeXml } from './tally.rules.ts'

const { app, labAdmin, accounts } = networkForTests('labAdmin', 'accounts')
const { sold, issue, issued, pay, credit } = invoicing(app, labAdmin)
const today = dayOf(new Date())
const wild = `A & B <"Hospital"> 'of' Pune`

type Element = { readonly name: string; readonly inside: Element[]; text: string }
const plain = (text: string): string =>
  text.replace(/&(\w+);/g, (whole, name: string) => {
    const sign = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name]
    if (sign === undefined) throw new Error(`${whole} is no entity`)
    return sign
  })
/** A strict reading of elements and texts; throws where the file is not well-formed. */
const parsed = (xml: string): Element => {
  const top: Element = { name: '', inside: [], text: '' }
  const open = [top]
  const body = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\s*/, '')
  const part = /<(\/?)([A-Z.]+)((?:\s[\w:]+="[^"<]*")*)\s*>|([^<]+)/gy
  while (part.lastIndex < body.length) {
    const at = part.lastIndex
    const found = part.exec(body)
    if (!found) throw new Error(`not well-formed: ${body.slice(at, at + 60)}`)
    const [, closes, name = '', , text] = found
    const last = open.at(-1)
    if (!last) throw new Error('too many ends')
    if (text !== undefined) last.text += plain(text)
    else if (closes) {
      if (last.name !== name) throw new Error(`${last.name} ends as ${name}`)
      open.pop()
    } else {
      const inner: Element = { name, inside: [], text: '' }
      last.inside.push(inner)
      open.push(inner)
    }
  }
  if (open.length !== 1) throw new Error('an element has no end')
  return top
}
const all = (element: Element, name: string): Element[] =>
  element.inside.flatMap((inner) => [...(inner.name === name ? [inner] : []), ...all(inner, name)])
const textOf = (element: Element, name: string): string => all(element, name)[0]?.text ?? ''

beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: 21 }, { PaymentTypeId: 22, Name: wild })
  const [one, two] = [await sold(), await sold({ products: [3002] })]
  const invoice = await issued(one, two)
  await pay(invoice, 100)
  await credit(invoice, [one])
  const walkIn = await booked(labAdmin, {
    products: [3001],
    receipts: [{ PaymentModeId: 42, PaymentRef: 'U1', Amount: 50 }],
  })
  expect((await labAdmin.put('/api/cancel/sales', { formId: walkIn.SaleId, reason: 'Not wanted' })).status).toBe(200)
  expect(
    (
      await labAdmin.put('/api/refund/sales', {
        formId: walkIn.SaleId,
        PaymentModeId: 42,
        PaymentRef: 'U2',
        reason: 'Not wanted',
      })
    ).status,
  ).toBe(200)
  expect((await labAdmin.put('/api/clients/22', { OpeningBalance: 250.5 })).status).toBe(200)
})

test('each voucher is balanced, and their ledgers add up to the trial balance', async () => {
  const file = await accounts.get(`/api/tally?FromDate=${today}&ToDate=${today}&EntityId=2`)
  expect([file.status, String(file.headers.get('content-type'))]).toEqual([200, 'application/xml; charset=utf-8'])
  const read = parsed(file.text)
  const known = new Set(all(read, 'LEDGER').map((ledger) => textOf(ledger, 'NAME')))
  expect(known).toContain(`${wild} (21)`)
  const vouchers = all(read, 'VOUCHER')
  const sums = new Map<string, number>()
  let debits = 0
  for (const voucher of vouchers) {
    expect(textOf(voucher, 'DATE')).toBe(today.replaceAll('-', ''))
    let total = 0
    for (const side of all(voucher, 'ALLLEDGERENTRIES.LIST')) {
      const [ledger, amount] = [textOf(side, 'LEDGERNAME'), Math.round(Number(textOf(side, 'AMOUNT')) * 100)]
      expect(textOf(side, 'ISDEEMEDPOSITIVE')).toBe(amount < 0 ? 'Yes' : 'No')
      expect(known).toContain(ledger)
      const account = ledger.startsWith('Money') ? 'Money' : /^Patients$|\(\d+\)$/.test(ledger) ? 'Parties' : ledger
      sums.set(account, (sums.get(account) ?? 0) - amount)
      total += amount
      if (amount < 0) debits -= amount
    }
    expect([textOf(voucher, 'VOUCHERNUMBER'), total]).toEqual([textOf(voucher, 'VOUCHERNUMBER'), 0])
  }
  const period = { FromDate: today, ToDate: today, EntityId: 2 }
  const { rows } = await listed(accounts, 1070, period)
  expect(new Map([...sums].sort())).toEqual(
    new Map(rows.map((row) => [row.Account, Math.round(Number(row.ClosingBalance) * 100)] as const).sort()),
  )
  expect(debits).toBe(rows.reduce((sum, row) => sum + Math.round(Number(row.Debit) * 100), 0))
  expect(new Set(vouchers.map((voucher) => textOf(voucher, 'VOUCHERTYPENAME')))).toEqual(
    new Set(['Sales', 'Receipt', 'Credit Note', 'Payment', 'Journal']),
  )
  expect(new Set(vouchers.map((voucher) => textOf(voucher, 'GUID'))).size).toBe(vouchers.length)
})

test('a purchase bill is one voucher with its GST, its correction and its cancellation one each', async () => {
  const id = await entered(
    accounts,
    aBill([{ Description: 'Courier', Amount: 100 }], {
      ...{ BillNo: 'TALLY/1', GstAmount: 18, TotalAmount: 118, Reason: 'As agreed' },
    }),
  )
  const vouchersOf = async () => {
    const file = await accounts.get(`/api/tally?FromDate=${today}&ToDate=${today}&EntityId=2`)
    return all(parsed(file.text), 'VOUCHER')
      .filter((voucher) => textOf(voucher, 'VOUCHERNUMBER') === 'TALLY/1')
      .map((voucher) => ({
        type: textOf(voucher, 'VOUCHERTYPENAME'),
        sides: all(voucher, 'ALLLEDGERENTRIES.LIST').map((side) => [
          textOf(side, 'LEDGERNAME').replace(/.*\((\d+)\)/, '$1'),
          Number(textOf(side, 'AMOUNT')),
        ]),
      }))
  }
  const billed = (sign: 1 | -1) =>
    expect.arrayContaining([
      ['Outside laboratories', -100 * sign],
      ['GST paid', -18 * sign],
      ['4', 118 * sign],
    ])
  expect(await vouchersOf()).toEqual([{ type: 'Purchase', sides: billed(1) }])
  const correct = { Lines: [{ Description: 'Courier', Amount: 110 }], GstAmount: 17, TotalAmount: 127 }
  expect((await accounts.put(`/api/purchasebills/${id}`, correct)).status).toBe(200)
  expect((await accounts.put(`/api/purchasebills/${id}`, { GstAmount: 18, TotalAmount: 128 })).status).toBe(200)
  expect((await accounts.put(`/api/cancel/purchasebills/${id}`, { reason: 'Entered twice' })).status).toBe(200)
  const [first, second, third, last] = await vouchersOf()
  expect(first).toEqual({ type: 'Purchase', sides: billed(1) })
  // more work and less GST: the laboratory is owed and owes
  expect(second?.type).toBe('Purchase')
  expect(second?.sides.map(([, amount]) => amount).sort()).toEqual([-1, -10, 1, 10].sort())
  expect(third?.sides).toHaveLength(2)
  expect(last).toMatchObject({ type: 'Debit Note' })
  expect(last?.sides.map(([, amount]) => amount).sort()).toEqual([-128, 110, 18].sort())
})

test('what is posted while the file is read is in it whole or not at all: each ledger of a voucher is there', async () => {
  const read = app.db.stream.bind(app.db)
  let posted = 0
  vi.spyOn(app.db, 'stream').mockImplementation(async function* <T>(query: Sql) {
    yield* read<T>(query)
    // a payer that has no entry of these days yet
    posted += 1
    await setRows(app, 'clients', { ClientId: 24 }, { PaymentTypeId: 22 })
    await sold({ BuyerId: 24 }).then((sale) => issue([sale], { BuyerId: 24 }))
  })
  const file = await accounts.get(`/api/tally?FromDate=${today}&ToDate=${today}&EntityId=2`)
  vi.restoreAllMocks()
  expect([file.status, posted]).toEqual([200, 1])
  const made = parsed(file.text)
  const known = new Set(all(made, 'LEDGER').map((ledger) => textOf(ledger, 'NAME')))
  for (const side of all(made, 'ALLLEDGERENTRIES.LIST')) expect(known).toContain(textOf(side, 'LEDGERNAME'))
})

test('a file needs its days and an own place, and who may not export gets none', async () => {
  const days = `FromDate=${today}&ToDate=${today}`
  const missing = await accounts.get('/api/tally?FromDate=2026-04-01')
  expect([missing.status, Object.keys(missing.body.errors)]).toEqual([400, ['ToDate']])
  const turned = await accounts.get(`/api/tally?FromDate=${today}&ToDate=2026-04-01`)
  expect([turned.status, Object.keys(turned.body.errors)]).toEqual([400, ['ToDate']])
  expect((await accounts.get(`/api/tally?FromDate=x&ToDate=${today}`)).status).toBe(400)
  expect((await accounts.get(`/api/tally?${days}&EntityId=3`)).status).toBe(404)
  expect((await (await signedIn(app, 'auditor', 11, 1)).get(`/api/tally?${days}`)).status).toBe(403)
  expect((await (await signedIn(app, 'labdesk', 5, 2)).get(`/api/tally?${days}`)).status).toBe(403)
  const nashik = await signedIn(app, 'admin', 1, 3)
  expect(all(parsed((await nashik.get(`/api/tally?${days}`)).text), 'VOUCHER')).toEqual([])
})

test('no text can open an element or break the file', () => {
  expect(escapeXml('a\u0000b\u000bc\ud800<&"\'>é😀')).toBe('abc&lt;&amp;&quot;&apos;&gt;é😀')
})
