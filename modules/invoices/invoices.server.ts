// Invoices: gapless numbers, and the single-sale invoice that follows its sale.
import { financialYear } from '../../core/dates.ts'
import { lessAmounts, sumAmounts } from '../../core/money.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { refused } from '../../server/refusal.ts'
import { postInvoice } from '../transactions/ledger.server.ts'

/**
 * A counter row in the same transaction: the next number, gapless per seller and financial year, also when the
 * transaction fails.
 */
export const nextNumber = async (tx: Tx, name: string): Promise<number> =>
  (
    await tx.one<{ value: number }>(sql`
      insert into
        counters (name, value)
      values
        (${name}, 1)
      on conflict (name) do update
      set
        value = counters.value + 1
      returning
        value
    `)
  ).value

/** A receipt that comes with the sale: amounts above zero, dates ISO. */
export type FirstReceipt = {
  Date: string
  Amount: number
  PaymentModeId: number
  PaymentRef: string | null
  Remarks: string | null
}
type Sale = { saleId: number; sellerId: number; buyerId: number; net: number; date: string; userId: number }
type InvoiceRow = { invoice_id: number; invoice_no: string; seller_id: number; buyer_id: number; net_amount: number }

/**
 * The invoice made with a sale, its first receipts and their postings, in one statement: the number's counter row is
 * held as shortly as can be. `batchId` is the user's open batch, null without receipts. Answers the key.
 */
export const issueSingleInvoice = async (
  tx: Tx,
  sale: Sale,
  receipts: readonly FirstReceipt[],
  batchId: number | null,
): Promise<number> => {
  const year = financialYear(sale.date).label
  const paid = sumAmounts(receipts.map((row) => row.Amount))
  const rows = JSON.stringify(
    receipts.map((row) => ({ d: row.Date, a: row.Amount, m: row.PaymentModeId, r: row.PaymentRef, k: row.Remarks })),
  )
  const made = await tx.maybe<{
    invoice_id: number
  }>(sql`
    with
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
          ${`invoice:${sale.sellerId}:${year}`},
          1
        from
          seller
        on conflict (name) do update
        set
          value = counters.value + 1
        returning
          value
      ),
      i as (
        insert into
          invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount, paid, is_single_sale, created_by)
        select
          s.bill_prefix || '/' || ${year}::text || '/' || lpad(n.value::text, 6, '0'),
          ${sale.date}::timestamptz,
          s.client_id,
          ${sale.buyerId},
          ${sale.net},
          ${paid},
          true,
          ${sale.userId}
        from
          seller s,
          number n
        returning
          invoice_id,
          invoice_no
      ),
      u as (
        update sales
        set
          invoice_id = i.invoice_id,
          paid = ${paid}
        from
          i
        where
          sale_id = ${sale.saleId}
      ),
      t as (
        insert into
          transactions (
            date,
            giver_id,
            receiver_id,
            invoice_id,
            amount,
            payment_mode_id,
            payment_ref,
            remarks,
            batch_id,
            kind,
            created_by
          )
        select
          x.d,
          ${sale.buyerId},
          ${sale.sellerId},
          i.invoice_id,
          x.a,
          x.m,
          x.r,
          x.k,
          ${batchId}::int,
          'Receipt',
          ${sale.userId}
        from
          i,
          jsonb_to_recordset(${rows}::jsonb) as x (d timestamptz, a numeric, m int, r text, k text)
        returning
          transaction_id,
          date,
          amount
      ),
      v as (
        select
          nextval('ledger_postings') as id,
          i.invoice_id,
          null::int as transaction_id,
          ${sale.date}::timestamptz as at,
          ${sale.net}::numeric as amount,
          'Invoice' as type,
          'party' as debit,
          'sales' as credit,
          'Invoice ' || i.invoice_no as words
        from
          i
        union all
        select
          nextval('ledger_postings'),
          i.invoice_id,
          t.transaction_id,
          t.date,
          t.amount,
          'Receipt',
          'money',
          'party',
          'Receipt ' || t.transaction_id
        from
          i,
          t
      ),
      l as (
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
          v.id,
          v.at,
          side.account,
          v.type,
          v.invoice_id,
          v.transaction_id,
          ${sale.sellerId},
          ${sale.buyerId},
          side.debit,
          side.credit,
          v.words
        from
          v,
          lateral (
            values
              (v.debit, v.amount, 0::numeric),
              (v.credit, 0::numeric, v.amount)
          ) side (account, debit, credit)
        where
          v.amount > 0
      )
    select
      invoice_id
    from
      i
  `)
  if (made) return made.invoice_id
  const seller = await tx.one<{ name: string }>(sql`
    select
      name
    from
      clients
    where
      client_id = ${sale.sellerId}
  `)
  throw refused(`${seller.name} has no bill prefix, so no invoice can be numbered`)
}

/**
 * Under the same number, the single-sale invoice takes over the sale's new net and buyer; the ledger gets the
 * difference, today.
 */
export const followSale = async (tx: Tx, invoiceId: number, sale: Pick<Sale, 'buyerId' | 'net'>): Promise<void> => {
  const invoice = await tx.one<InvoiceRow>(sql`
    select
      invoice_id,
      invoice_no,
      seller_id,
      buyer_id,
      net_amount
    from
      invoices
    where
      invoice_id = ${invoiceId}
    for update
  `)
  if (invoice.buyer_id !== sale.buyerId) {
    await postInvoice(tx, invoice, -invoice.net_amount)
    await postInvoice(tx, { ...invoice, buyer_id: sale.buyerId }, sale.net)
  } else await postInvoice(tx, invoice, lessAmounts(sale.net, invoice.net_amount))
  await tx.run(sql`
    update invoices
    set
      buyer_id = ${sale.buyerId},
      net_amount = ${sale.net},
      row_version = row_version + 1
    where
      invoice_id = ${invoiceId}
  `)
}
