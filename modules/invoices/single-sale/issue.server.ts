// The invoice of a single sale, issued with it.
import { financialYear } from '../../../core/dates.ts'
import { empty, literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { refused } from '../../../server/refusal.ts'
import { columnsOf, rowsAs, type RowOf } from '../../../server/table/columns.ts'
import { followGst } from '../../ledger/gst.server.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { draw } from '../../transactions/allocations/free.server.ts'
import { isCounted, newKey, paidBy, type FirstReceipt } from './first.server.ts'

type Sale = {
  saleId: number
  sellerId: number
  buyerId: number
  net: number
  date: string
  userId: number
  /** It was written with the key of its invoice and what is paid of it (`billedFromStart`). */
  isNew: boolean
}

type Books = { sale: Sale; year: string; paid: number; receipts: readonly FirstReceipt[]; batchId: number | null }

const keyOf = ({ saleId }: Sale): Sql => sql`
  (
    select
      invoice_id
    from
      sales
    where
      sale_id = ${saleId}
  )
`
/** The seller's next number of the year, and the invoice under it. */
const numbered = ({ sale, year, paid }: Books): Sql => sql`
  seller as (
    select
      client_id,
      bill_prefix
    from
      clients
    where
      client_id = ${sale.sellerId}
      and bill_prefix is not null
  ),
  number as (
    insert into
      counters (name, value)
    select
      'invoice:' || seller.bill_prefix || '/' || ${year}::text,
      1
    from
      seller
    on conflict (name) do update
    set
      value = counters.value + 1
    returning
      value
  ),
  issued as (
    insert into
      invoices (
        invoice_id,
        invoice_no,
        invoice_date,
        seller_id,
        buyer_id,
        net_amount,
        paid,
        is_single_sale,
        created_by
      )
    select
      ${sale.isNew ? keyOf(sale) : newKey},
      seller.bill_prefix || '/' || ${year}::text || '/' || number_in_series (number.value),
      ${sale.date}::timestamptz,
      seller.client_id,
      ${sale.buyerId},
      ${sale.net},
      ${paid},
      true,
      ${sale.userId}
    from
      seller,
      number
    returning
      invoice_id,
      invoice_no
  )
`

const receiptColumns = {
  Date: 'timestamptz',
  Amount: 'numeric',
  PaymentModeId: 'int',
  PaymentRef: 'text',
  Remarks: 'text',
  Clearing: 'text',
} as const
const receiptRow = (receipt: FirstReceipt): RowOf<typeof receiptColumns> => ({
  Date: receipt.Date,
  Amount: receipt.Amount,
  PaymentModeId: receipt.PaymentModeId,
  PaymentRef: receipt.PaymentRef,
  Remarks: receipt.Remarks,
  Clearing: isCounted(receipt) ? null : 'Waiting',
})

const ofSale = ({ sale, paid }: Books): Sql => sql`
  of_sale as (
    update sales
    set
      invoice_id = issued.invoice_id,
      paid = ${paid}
    from
      issued
    where
      sale_id = ${sale.saleId}
  ),
`

/** Its first receipts, in the batch. */
const received = ({ sale, receipts, batchId }: Books): Sql => sql`
  received as (
    insert into
      transactions (${columnsOf(receiptColumns)}, giver_id, receiver_id, invoice_id, batch_id, kind, created_by)
    select
      ${columnsOf(receiptColumns, 'receipt')},
      ${sale.buyerId},
      ${sale.sellerId},
      issued.invoice_id,
      ${batchId}::int,
      'Receipt',
      ${sale.userId}
    from
      issued,
      ${rowsAs('receipt', receiptColumns, receipts.map(receiptRow))}
    returning
      transaction_id,
      date,
      amount,
      payment_mode_id,
      counts
  )
`

/** The postings of invoice and receipts, debit and credit each. */
const posted = ({ sale }: Books): Sql => sql`
  voucher as (
    select
      nextval('ledger_postings') as id,
      issued.invoice_id,
      null::int as transaction_id,
      ${sale.date}::timestamptz as at,
      ${sale.net}::numeric as amount,
      'Invoice' as type,
      'party' as debit,
      'sales' as credit,
      'Invoice ' || issued.invoice_no as words
    from
      issued
    union all
    select
      nextval('ledger_postings'),
      issued.invoice_id,
      received.transaction_id,
      received.date,
      received.amount,
      'Receipt',
      case received.payment_mode_id
        when ${literal(paymentMode.Insurer)} then 'insurer'
        when ${literal(paymentMode.WriteOff)} then 'write-off'
        else 'money'
      end,
      'party',
      'Receipt ' || received.transaction_id
    from
      issued,
      received
    where
      received.counts
      -- what is drawn on a deposit is allocated
      and received.payment_mode_id <> ${literal(paymentMode.Deposit)}
  ),
  posted as (
    insert into
      ledger_entries (
        posting_id,
        entry_date,
        account,
        voucher_type,
        invoice_id,
        transaction_id,
        seller_id,
        party_id,
        debit,
        credit,
        particulars
      )
    select
      voucher.id,
      voucher.at,
      side.account,
      voucher.type,
      voucher.invoice_id,
      voucher.transaction_id,
      ${sale.sellerId},
      ${sale.buyerId},
      side.debit,
      side.credit,
      voucher.words
    from
      voucher,
      lateral (
        values
          (voucher.debit, voucher.amount, 0::numeric),
          (voucher.credit, 0::numeric, voucher.amount)
      ) side (account, debit, credit)
    where
      voucher.amount > 0
  )
`

/**
 * The invoice made with a sale, its first receipts and their postings, in one statement: it locks the number's counter
 * row as briefly as possible. `batchId` is the user's open batch, null without receipts. Answers the key.
 */
export const issueSingleInvoice = async (
  tx: Tx,
  sale: Sale,
  receipts: readonly FirstReceipt[],
  batchId: number | null,
): Promise<number> => {
  const year = financialYear(sale.date).label
  const paid = paidBy(receipts)
  const books: Books = { sale, year, paid, receipts, batchId }
  type Made = { InvoiceId: number; IsTaxed: boolean; Drawn: { id: number; amount: number }[] }
  const made = await tx.maybe<Made>(sql`
    with
      ${numbered(books)},
      ${sale.isNew ? empty : ofSale(books)} ${received(books)},
      ${posted(books)}
    select
      invoice_id,
      exists (
        select
          1
        from
          sale_products
        where
          sale_id = ${sale.saleId}
          and gst_rate is not null
      ) as is_taxed,
      (
        select
          coalesce(json_agg(json_build_object('id', transaction_id, 'amount', amount)), '[]')
        from
          received
        where
          payment_mode_id = ${literal(paymentMode.Deposit)}
      ) as drawn
    from
      issued
  `)
  if (made) {
    const parties = { buyerId: sale.buyerId, sellerId: sale.sellerId }
    for (const { id, amount } of made.Drawn)
      await draw(tx, sale.userId, parties, { transactionId: id, invoiceId: made.InvoiceId }, amount)
    if (made.IsTaxed) await followGst(tx, made.InvoiceId, { date: sale.date })
    return made.InvoiceId
  }
  const seller = await tx.one<{ Name: string }>(sql`
    select
      name
    from
      clients
    where
      client_id = ${sale.sellerId}
  `)
  throw refused(`${seller.Name} has no bill prefix, so no invoice can be numbered`)
}
