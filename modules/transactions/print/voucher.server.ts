// Money on paper: a voucher of what was received, and of what was given back.
import { amountInWords } from '../../../core/amount-in-words.ts'
import { formatDate, formatDateTime } from '../../../core/dates.ts'
import { currencySign, formatMoney } from '../../../core/money.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { issuedPdf, type IssuedPaper } from '../../../server/print/issued.ts'
import { letterTypeset, renderPdf } from '../../../server/print/render.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { printerOf } from '../../../server/routes/print.ts'
import { readLetterhead } from '../../clients/letterhead/letterhead.server.ts'
import { partyOf } from '../../clients/letterhead/party.server.ts'
import { buyerTypes } from '../../lists/items.model.ts'
import { transactions, type Transaction } from '../transactions.model.ts'
import { isGone, mayPrintVoucher, voucherNo } from './voucher.rules.ts'
import type { VoucherData } from './voucher.model.ts'

const files = { Template: new URL('./voucher.typ', import.meta.url).href, Typeset: letterTypeset }

type Source = { what: string; day: string | null }
type Known = { By: string | null; isBuyer: boolean; From: Source[] | null }
/** Who recorded it, whether the other side buys, and which receipts or invoices a refund was taken from. */
const knownOf = (tx: Tx, { TransactionId }: Transaction): Promise<Known> =>
  tx.one<Known>(sql`
    select
      writer.full_name as by,
      receiver.client_type_id in (${literal(...buyerTypes)}) as "isBuyer",
      (
        select
          json_agg(
            json_build_object(
              'what',
              coalesce('receipt T' || receipt.transaction_id, 'invoice ' || invoice.invoice_no, 'opening balance'),
              'day',
              network_day (coalesce(receipt.date, invoice.invoice_date))
            )
            order by
              allocation.allocation_id
          )
        from
          allocations allocation
          left join transactions receipt on receipt.transaction_id = allocation.from_transaction_id
          left join invoices invoice on invoice.invoice_id = allocation.from_invoice_id
        where
          allocation.to_transaction_id = money.transaction_id
          and allocation.undone_at is null
      ) as
    from
    from
      transactions money
      join clients receiver on receiver.client_id = money.receiver_id
      left join users writer on writer.user_id = money.created_by
    where
      money.transaction_id = ${TransactionId}
  `)

const sourceOf = ({ what, day }: Source): string => (day === null ? what : `${what} of ${formatDate(day)}`)
const forOf = ({ Kind, Invoice }: Transaction, { From, isBuyer }: Known): string => {
  if (Invoice?.InvoiceNo) return `Invoice ${Invoice.InvoiceNo}`
  if (Kind === 'Receipt') return 'On account'
  if (From) return `Taken from ${From.map(sourceOf).join(', ')}`
  return isBuyer ? 'Money on account' : 'Payment'
}
const states = { Waiting: 'CHEQUE TO CLEAR', Bounced: 'CHEQUE BOUNCED', Cleared: null } as const
const stateOf = (money: Transaction): string | null =>
  isGone(money) ? 'CANCELLED' : states[money.Clearing ?? 'Cleared']

const voucherOf = async (tx: Tx, money: Transaction, versionText: string | null): Promise<VoucherData> => {
  const isReceipt = money.Kind === 'Receipt'
  const [ours, theirs] = isReceipt ? [money.ReceiverId, money.GiverId] : [money.GiverId, money.ReceiverId]
  const [letterhead, party, known] = [
    await readLetterhead(tx, Number(ours)),
    await partyOf(tx, Number(theirs)),
    await knownOf(tx, money),
  ]
  const back = known.isBuyer ? (['REFUND VOUCHER', 'Refunded to'] as const) : (['PAYMENT VOUCHER', 'Paid to'] as const)
  const [title, label] = isReceipt ? (['RECEIPT VOUCHER', 'Received from'] as const) : back
  const number = money.ReversedById === null ? '' : `by transaction ${money.ReversedById}`
  return {
    Letterhead: letterhead,
    Title: title,
    PartyLabel: label,
    State: stateOf(money),
    StateReason: isGone(money) ? [number, money.CancelReason].filter(Boolean).join(': ') || null : null,
    VersionText: versionText,
    No: voucherNo(money),
    Date: formatDateTime(money.Date),
    Party: party,
    For: forOf(money, known),
    Mode: money.PaymentMode?.ItemLabel ?? '',
    Reference: money.PaymentRef,
    Remarks: money.Remarks,
    Currency: currencySign(),
    Amount: formatMoney(money.Amount ?? 0),
    AmountInWords: amountInWords(money.Amount ?? 0),
    By: known.By,
    SignedFor: letterhead.Name,
  }
}

/** The voucher as it is issued and kept. */
const voucherPaper = (tx: Tx, money: Transaction): IssuedPaper => ({
  kind: money.Kind === 'Receipt' ? 'receipt' : 'refund',
  documentId: Number(money.TransactionId),
  paperNo: voucherNo(money),
  says: [
    [money.Date && formatDate(money.Date), money.Amount, money.PaymentModeId, money.PaymentRef],
    [money.GiverId, money.ReceiverId, money.InvoiceId],
    [isGone(money), money.Clearing],
  ],
  draw: async (versionText) => ({ pdf: await renderPdf(files, await voucherOf(tx, money, versionText)) }),
})

export const printVoucher = printerOf(transactions, ({ db, user, record, key, layout, version }) => {
  const may = mayPrintVoucher(record, layout)
  if (!may.ok) throw refusedBy(may)
  return issuedPdf(db, user, voucherPaper(db.read, record), { module: transactions.id, formId: key, version })
})
