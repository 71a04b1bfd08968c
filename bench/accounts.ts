// The books of the generated network: invoices and receipts in the ledger, and one buyer with 850 invoices.

/** The institution that buys on credit from the central lab. */
export const buyer = 21
/** Invoices of the buyer in the last year, spread evenly: 1,700 entries. */
const billed = 850

export const generateAccounts = async (
  sales: number,
  run: (what: string, text: string) => Promise<void>,
): Promise<void> => {
  // the last year is half of the sales, and every nth of it is the buyer's
  const nth = Math.max(1, Math.floor(sales / 2 / billed))
  for (const [table, key] of [
    ['invoices', 'invoice_id'],
    ['sales', 'sale_id'],
  ])
    await run(
      `${table} of one buyer`,
      `
        update ${table}
        set
          seller_id = 2,
          buyer_id = ${buyer}
        where
          ${key} > 1000000 + ${Math.ceil(sales / 2)}
          and (${key} - 1000000) % ${nth} = 0
      `,
    )
  await run(
    'ledger',
    `
      insert into
        ledger_entries (
          posting_id,
          at,
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
        posted.id,
        posted.date,
        posted.date,
        side.account,
        posted.type,
        posted.invoice_id,
        posted.transaction_id,
        posted.seller_id,
        posted.buyer_id,
        side.debit,
        side.credit,
        posted.type || ' ' || posted.invoice_id
      from
        (
          select
            2 * invoice_id as id,
            invoice_date as date,
            'Invoice' as type,
            invoice_id,
            null::int as transaction_id,
            seller_id,
            buyer_id,
            net_amount as amount,
            'party' as debit,
            'sales' as credit
          from
            invoices
          where
            invoice_id > 1000000
          union all
          select
            2 * t.invoice_id + 1,
            t.date,
            'Receipt',
            t.invoice_id,
            t.transaction_id,
            i.seller_id,
            i.buyer_id,
            t.amount,
            'money',
            'party'
          from
            transactions t
            join invoices i using (invoice_id)
          where
            t.invoice_id > 1000000
        ) posted
        cross join lateral (
          values
            (posted.debit, posted.amount, 0),
            (posted.credit, 0, posted.amount)
        ) side (account, debit, credit)
      order by
        posted.date
    `,
  )
}
