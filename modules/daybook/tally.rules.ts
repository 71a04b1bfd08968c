// Vouchers as Tally imports them: types, names of ledgers and the XML.
import { sumAmounts } from '../../core/money.ts'

type Side = {
  readonly account: string
  readonly ledger: string
  readonly debit: number
  readonly credit: number
}
export type Voucher = {
  readonly posting: number
  /** yyyy-mm-dd */
  readonly day: string
  readonly type: string
  readonly number: string | null
  readonly particulars: string | null
  readonly party: string
  readonly sides: readonly Side[]
}
export type Ledger = { readonly name: string; readonly parent: string }

/** What a party is owed more than before. */
const owedMore = (sides: readonly Side[]): number =>
  sumAmounts(sides.filter((side) => side.account === 'party').flatMap((side) => [side.credit, -side.debit]))

/** The type that a voucher is imported as, by what moved. */
export const typeOf = ({ type, sides }: Pick<Voucher, 'sides' | 'type'>): string => {
  const of = (account: string): Side | undefined => sides.find((side) => side.account === account)
  const [money, sales] = [of('money'), of('sales')]
  // from the books of a merged place to those of the kept one
  if (of('merged')) return 'Journal'
  // from the hands of the network to a bank, or between banks
  if (sides.every((side) => side.account === 'money')) return 'Contra'
  if (money) return money.debit > 0 ? 'Receipt' : 'Payment'
  // the GST in a price leaves the sales account: no document of its own
  if (of('gst payable') && !of('party')) return 'Journal'
  if (sales) return sales.credit > 0 && type !== 'Credit note' ? 'Sales' : 'Credit Note'
  if (type === 'Purchase bill') return owedMore(sides) > 0 ? 'Purchase' : 'Debit Note'
  return 'Journal'
}

/** One side for each ledger and direction: what a party is owed by a bill is one figure. */
const addedUp = (sides: readonly Side[]): readonly Side[] => {
  const sums = new Map<string, Side>()
  for (const side of sides) {
    const key = `${side.ledger} ${side.debit > 0 ? 'debit' : 'credit'}`
    const known = sums.get(key) ?? { ...side, debit: 0, credit: 0 }
    sums.set(key, {
      ...known,
      debit: sumAmounts([known.debit, side.debit]),
      credit: sumAmounts([known.credit, side.credit]),
    })
  }
  return [...sums.values()]
}

const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** XML has no place for most control characters and for halves of a character. */
const outside = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
export const escapeXml = (text: string): string => text.replace(outside, '').replace(/[&<>"']/g, (c) => names[c] ?? c)

/** An element with a text, or with elements. */
const element = (name: string, inside: string | readonly string[]): string =>
  `<${name}>${typeof inside === 'string' ? escapeXml(inside) : inside.join('')}</${name}>`
const message = (content: string): string => `<TALLYMESSAGE xmlns:UDF="TallyUDF">${content}</TALLYMESSAGE>\n`

export const ledgerXml = ({ name, parent }: Ledger): string => {
  const content = [element('NAME', name), element('PARENT', parent)].join('')
  return message(`<LEDGER NAME="${escapeXml(name)}" ACTION="Create">${content}</LEDGER>`)
}

/** A debit is a negative amount in Tally. */
const sideXml = ({ ledger, debit, credit }: Side): string =>
  element('ALLLEDGERENTRIES.LIST', [
    element('LEDGERNAME', ledger),
    element('ISDEEMEDPOSITIVE', debit > 0 ? 'Yes' : 'No'),
    element('AMOUNT', debit > 0 ? `-${debit.toFixed(2)}` : credit.toFixed(2)),
  ])

export const voucherXml = (voucher: Voucher): string => {
  const type = typeOf(voucher)
  const id = `aliquot-${voucher.posting}`
  const content = [
    element('DATE', voucher.day.replaceAll('-', '')),
    element('GUID', id),
    element('VOUCHERTYPENAME', type),
    element('VOUCHERNUMBER', voucher.number ?? String(voucher.posting)),
    element('PARTYLEDGERNAME', voucher.party),
    element('NARRATION', voucher.particulars ?? ''),
    ...addedUp(voucher.sides).map(sideXml),
  ].join('')
  return message(`<VOUCHER REMOTEID="${id}" VCHTYPE="${type}" ACTION="Create">${content}</VOUCHER>`)
}

export const beginXml = (company: string): string => {
  const asked = element('REQUESTDESC', [
    element('REPORTNAME', 'All Masters'),
    element('STATICVARIABLES', [element('SVCURRENTCOMPANY', company)]),
  ])
  const head = element('HEADER', [element('TALLYREQUEST', 'Import Data')])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE>${head}<BODY><IMPORTDATA>${asked}<REQUESTDATA>\n`
}
export const endXml = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'
