// Vouchers for Tally: what each is imported as, one side for each ledger and direction, and text that is valid XML.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginXml, endXml, escapeXml, ledgerXml, typeOf, voucherXml, type Voucher } from './tally.rules.ts'

type Sides = Voucher['sides']
const side = (account: string, debit: number, credit = 0, ledger = account) => ({ account, ledger, debit, credit })

test.each([
  ['Sales', 'Invoice', [side('party', 0.5), side('sales', 0, 0.5)]],
  ['Credit Note', 'Credit note', [side('party', 0, 0.5), side('sales', 0, 0.5)]],
  ['Credit Note', 'Invoice', [side('party', 0, 0.5), side('sales', 0.5)]],
  ['Journal', 'Invoice', [side('sales', 0.5), side('gst payable', 0, 0.5)]],
  ['Journal', 'Credit note', [side('gst payable', 0.5), side('sales', 0, 0.5)]],
  ['Receipt', 'Receipt', [side('money', 0.5), side('party', 0, 0.5)]],
  ['Payment', 'Refund', [side('money', 0, 0.5), side('party', 0.5)]],
  ['Contra', 'Deposit', [side('money', 0.5, 0, 'Bank'), side('money', 0, 0.5, 'Drawer')]],
  ['Journal', 'Merge', [side('merged', 0.5), side('money', 0, 0.5)]],
  ['Purchase', 'Purchase bill', [side('purchases', 0.5), side('party', 0, 0.5)]],
  ['Debit Note', 'Purchase bill', [side('purchases', 0, 0.5), side('party', 0.5)]],
  ['Debit Note', 'Purchase bill', [side('party', 0.5), side('party', 0, 0.5)]],
  ['Journal', 'Write-off', [side('written off', 0.5), side('party', 0, 0.5)]],
] as const)('a %s is made of a %s by what moved', (wanted, type, sides: Sides) => {
  expect(typeOf({ type, sides })).toBe(wanted)
})

const voucher: Voucher = {
  posting: 7,
  day: '2026-04-01',
  type: 'Receipt',
  number: null,
  particulars: null,
  party: 'Rao & Sons',
  sides: [side('money', 0.1, 0, 'Drawer'), side('money', 0.2, 0, 'Drawer'), side('party', 0, 0.3, 'Rao & Sons')],
}
const entry = (ledger: string, positive: string, amount: string) =>
  `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${ledger}</LEDGERNAME><ISDEEMEDPOSITIVE>${positive}</ISDEEMEDPOSITIVE>` +
  `<AMOUNT>${amount}</AMOUNT></ALLLEDGERENTRIES.LIST>`

test('sides of one ledger are added up to the paisa, a debit is below zero, and the posting is its number', () => {
  expect(voucherXml(voucher)).toBe(
    '<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER REMOTEID="aliquot-7" VCHTYPE="Receipt" ACTION="Create">' +
      '<DATE>20260401</DATE><GUID>aliquot-7</GUID><VOUCHERTYPENAME>Receipt</VOUCHERTYPENAME>' +
      '<VOUCHERNUMBER>7</VOUCHERNUMBER><PARTYLEDGERNAME>Rao &amp; Sons</PARTYLEDGERNAME><NARRATION></NARRATION>' +
      `${entry('Drawer', 'Yes', '-0.30')}${entry('Rao &amp; Sons', 'No', '0.30')}</VOUCHER></TALLYMESSAGE>\n`,
  )
})
test('a document has its own number and words, and both directions of a ledger stay apart', () => {
  const said = voucherXml({
    ...voucher,
    number: 'BEN/12',
    particulars: 'Paid <late>',
    sides: [side('party', 5, 0, 'Rao'), side('party', 0, 3, 'Rao'), side('party', 0, 2, 'Rao')],
  })
  expect(said).toContain('<VOUCHERNUMBER>BEN/12</VOUCHERNUMBER>')
  expect(said).toContain('<NARRATION>Paid &lt;late&gt;</NARRATION>')
  expect(said).toContain(`${entry('Rao', 'Yes', '-5.00')}${entry('Rao', 'No', '5.00')}</VOUCHER>`)
})
test('a ledger is created under its parent', () => {
  expect(ledgerXml({ name: '"A" & B', parent: 'Sundry Debtors' })).toBe(
    '<TALLYMESSAGE xmlns:UDF="TallyUDF"><LEDGER NAME="&quot;A&quot; &amp; B" ACTION="Create">' +
      '<NAME>&quot;A&quot; &amp; B</NAME><PARENT>Sundry Debtors</PARENT></LEDGER></TALLYMESSAGE>\n',
  )
})
test('a file begins with its company and ends what it began', () => {
  expect(beginXml("Rao's")).toContain('<SVCURRENTCOMPANY>Rao&apos;s</SVCURRENTCOMPANY>')
  const opened = [...beginXml('A').matchAll(/<([A-Z]+)>/g)].map(([, name]) => name)
  const closed = [...`${beginXml('A')}${endXml}`.matchAll(/<\/([A-Z]+)>/g)].map(([, name]) => name)
  expect(closed.sort()).toEqual(opened.sort())
})
test('no text breaks the XML', () => {
  expect(escapeXml('a\u0000b\u001fc\ud800d\ufffee\tf\ng')).toBe('abcde\tf\ng')
  const breaks = /[<>"']|&(?!(amp|lt|gt|quot|apos);)|[^\P{Cc}\t\n\r\u007f-\u009f]/u
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 20 }),
      (points) => !breaks.test(escapeXml(String.fromCodePoint(...points))),
    ),
    { numRuns: 300 },
  )
})
