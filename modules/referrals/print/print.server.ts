// The statement of a referral on paper: each line with its patient, its commission and whether its sale is paid.
import { amountInWords } from '../../../core/amount-in-words.ts'
import { dayOf, formatDate, formatMonth } from '../../../core/dates.ts'
import { currencySign, formatMoney, lineAmount } from '../../../core/money.ts'
import { now } from '../../../server/clock.ts'
import type { Tx } from '../../../server/db/db.ts'
import { issuedPdf, type IssuedPaper } from '../../../server/print/issued.ts'
import { letterTypeset, renderPdf } from '../../../server/print/render.ts'
import { printerOf } from '../../../server/routes/print.ts'
import { notFound } from '../../../server/refusal.ts'
import { readLetterhead } from '../../clients/letterhead/letterhead.server.ts'
import { partyOf } from '../../clients/letterhead/party.server.ts'
import { referralStatus } from '../../lists/items.model.ts'
import { paymentText, withheldText } from '../payout/payout.rules.ts'
import { referrals, type Referral } from '../referrals.model.ts'
import { grossOf, isDue, takenBackOf, totalOf } from '../referrals.rules.ts'
import type { ReferralClawback, ReferralLine, ReferralStatement } from './statement.model.ts'

const files = { Template: new URL('./statement.typ', import.meta.url).href, Typeset: letterTypeset }
const money = (amount: unknown): string => formatMoney(Number(amount ?? 0))

const lineOf = (line: Referral['SaleProducts'][number]): ReferralLine => ({
  Date: formatDate(line.Sale?.SaleDate),
  Patient: line.Sale?.Patient?.Name ?? '',
  Product: line.Product?.Name ?? '',
  Amount: money(lineAmount(line.Price ?? 0, line.DiscountPercent ?? 0)),
  CommissionPercent: `${String(line.CommissionPercent ?? 0)} %`,
  Commission: money(line.Commission),
  IsDue: isDue(line),
})

const clawbackOf = (one: Referral['Clawbacks'][number]): ReferralClawback => ({
  Date: formatDate(one.Sale?.SaleDate),
  Patient: one.Sale?.Patient?.Name ?? '',
  Product: one.Product?.Name ?? '',
  From: String(one.FromReferralId),
  Reason: one.Reason ?? '',
  Amount: money(one.Amount),
})

/** Gross and what is taken back, apart only where something is. */
const partsOf = (referral: Referral) =>
  referral.Clawbacks.length === 0
    ? { Gross: '', TakenBack: '' }
    : { Gross: money(grossOf(referral)), TakenBack: money(takenBackOf(referral)) }

const paidText = ({ PaidBy, Withheld }: Referral): string =>
  PaidBy ? paymentText(PaidBy) : Withheld === null ? '' : withheldText(Withheld)

const statementOf = async (tx: Tx, referral: Referral, versionText: string | null): Promise<ReferralStatement> => {
  const { SellerId, ReferrerId } = referral
  if (SellerId === null || ReferrerId === null) throw notFound('This referral has no parties')
  const [letterhead, referrer] = [await readLetterhead(tx, SellerId), await partyOf(tx, ReferrerId)]
  const total = totalOf(referral)
  return {
    Letterhead: letterhead,
    Referrer: referrer,
    ReferralId: String(referral.ReferralId),
    Month: formatMonth(String(referral.Month)),
    Status: referral.ReferralStatus?.ItemLabel ?? '',
    At: formatDate(dayOf(now())),
    VersionText: versionText,
    Currency: currencySign(),
    Lines: referral.SaleProducts.map(lineOf),
    Clawbacks: referral.Clawbacks.map(clawbackOf),
    ...partsOf(referral),
    Total: money(total),
    AmountInWords: amountInWords(total),
    Paid: paidText(referral),
    SignedFor: letterhead.Name,
  }
}

const drawn = async (tx: Tx, referral: Referral, versionText: string | null): Promise<{ pdf: Uint8Array }> => ({
  pdf: await renderPdf(files, await statementOf(tx, referral, versionText)),
})

/** The statement of a delivered commission as it is issued and kept. */
const commissionPaper = (tx: Tx, referral: Referral): IssuedPaper => ({
  kind: 'commission',
  documentId: Number(referral.ReferralId),
  paperNo: String(referral.ReferralId),
  says: [
    [referral.SellerId, referral.ReferrerId, referral.StatusId, totalOf(referral), paidText(referral)],
    referral.SaleProducts.map((line) => [line.SaleProductId, line.Commission, isDue(line)]),
    referral.Clawbacks.map((one) => [one.FromReferralId, one.Amount]),
  ],
  draw: (versionText) => drawn(tx, referral, versionText),
})

const delivered: readonly number[] = [referralStatus.Delivered, referralStatus.Paid]

/** Until a commission is delivered it changes with its sales, and its statement is a draft that is not kept. */
export const printReferral = printerOf(referrals, async ({ db, user, record, key, version }) =>
  delivered.includes(Number(record.StatusId)) || typeof version === 'number'
    ? issuedPdf(db, user, commissionPaper(db.read, record), { module: referrals.id, formId: key, version })
    : { ...(await drawn(db.read, record, null)), name: `referral-${String(record.ReferralId)}.pdf` },
)
