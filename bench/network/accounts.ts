// The books of the generated network: invoices and receipts in the ledger, and one buyer with 850 invoices.

import { billCycle } from '../../modules/lists/items.model.ts'
import { partsOf, type Lanes, type Part, type Run } from './lanes.ts'

/** The institution that buys on credit from the central lab. */
export const buyer = 21
/** Invoices of the buyer in the last year, spread evenly: 1,700 entries. */
const billed = 850

/** Buyers on credit who are billed at the month's end, with twenty sales each of the last days. */
export const monthly = { first: 2_000_001, buyers: 500, sales: 20 } as const
/** Every eighth sale is the central lab's. */
const each = 8

/**
 * The newest sales of the central lab are bought on credit by institutions, and not invoiced yet. Before the ledger,
 * which has neither their invoices nor their receipts.
 */
export const generateMonthEnd = async (sales: number, run: Run): Promise<void> => {
  const { first, buyers } = monthly
  const from = 1_000_000 + sales - each * buyers * monthly.sales
  if (from < 1_000_000) throw new Error(`A month's end needs ${each * buyers * monthly.sales} sales at least`)
  await run(
    'buyers of the month',
    `
      insert into
        clients (
          client_id, client_type_id, name, parent_id, payment_type_id, credit_limit, credit_days, bill_cycle_id, area,
          created_at
        )
      select
        ${first} + n, client_type_id, 'Institution ' || n, parent_id, payment_type_id, 100000000, credit_days,
        ${billCycle.Monthly}, area, now()
      from
        clients,
        generate_series(0, ${buyers - 1}) n
      where
        client_id = ${buyer}
    `,
  )
  await run(
    'sales of the month',
    `
      update sales
      set
        seller_id = 2,
        buyer_id = ${first} + (sale_id / ${each}) % ${buyers},
        invoice_id = null,
        paid = 0
      where
        sale_id > ${from}
        and sale_id % ${each} = 0
    `,
  )
  const gone = `invoice_id > ${from} and invoice_id % ${each} = 0`
  await run('receipts of the month', `delete from transactions where ${gone}`)
  await run('invoices of the month', `delete from invoices where ${gone}`)
}

/** What invoices and receipts post. */
const ledgerOf = ({ from, till }: Part): string => `
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
        invoice_id between 1000000 + ${from} and 1000000 + ${till}
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
        t.invoice_id between 1000000 + ${from} and 1000000 + ${till}
    ) posted
    cross join lateral (
      values
        (posted.debit, posted.amount, 0),
        (posted.credit, 0, posted.amount)
    ) side (account, debit, credit)
  order by
    posted.date
`

export const generateAccounts = async (sales: number, { run, atOnce }: Lanes): Promise<void> => {
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
  // its debts of two years are no reason to refuse
  await run('limit of one buyer', `update clients set credit_limit = 1000000000 where client_id = ${buyer}`)
  await atOnce(partsOf(sales).map((part, at) => [`ledger, part ${at + 1}`, ledgerOf(part)]))
}
