// The network against the plain books: every balance, invoice, sale, batch and referral, to the paisa.
import { expect } from 'vitest'
import { startOfDay } from '../../core/dates.ts'
import type { World } from './world.ts'

type Rows = readonly (readonly [string, ...unknown[]])[]
const sorted = (rows: Rows): Rows => [...rows].sort((a, b) => a[0].localeCompare(b[0]))

/** Queries of the network, in whole paise: text keys and numbers. */
const asked: Readonly<Record<string, string>> = {
  invoices: `
    select invoice_no as key, (net_amount * 100)::float8 as a, (paid * 100)::float8 as b, is_cancelled as c
    from invoices where invoice_date >= $1`,
  sales: `
    select sale_id::text as key, (net_amount * 100)::float8 as a, (paid * 100)::float8 as b, invoice_id as c
    from sales where sale_date >= $1`,
  batches: `
    select b.batch_id || '/' || m.mode as key, (m.amount * 100)::float8 as a, b.close_date is null as b,
      b.taken_over_by_id as c
    from tran_batches b join batch_amounts m using (batch_id) where b.open_date >= $1 and m.amount <> 0`,
  referrals: `
    select r.referral_id::text as key, r.status_id as a,
      (select (total.amount * 100)::float8 from referral_totals total where total.referral_id = r.referral_id) as b,
      coalesce((select string_agg(x.sale_product_id::text, ' ' order by x.sale_product_id) from referral_lines x
        where x.referral_id = r.referral_id), '') as c
    from referrals r where r.created_on >= $1`,
  bills: `
    select bill_no || '/' || purchase_bill_id as key, (total_amount * 100)::float8 as a, (paid * 100)::float8 as b,
      (outstanding * 100)::float8 as c
    from purchase_bill_facts where created_at >= $1`,
  taxes: `
    select withheld_as_id::text as key, (base_amount * 100)::float8 as a, (amount * 100)::float8 as b, paid_by_id as c
    from tds_deductions where withheld_as_id is not null and cancelled_at is null and created_at >= $1`,
  ledger: `
    select seller_id || '/' || party_id as key, (sum(debit - credit) * 100)::float8 as a
    from ledger_entries where account = 'party' and entry_date >= $1
    group by 1 having sum(debit - credit) <> 0`,
  accounts: `
    select seller_id || ' ' || case when bank_account_id is null then account else 'bank' end as key,
      (sum(debit - credit) * 100)::float8 as a
    from ledger_entries where entry_date >= $1
    group by 1 having sum(debit - credit) <> 0`,
}

const ofBooks = ({ books, bills }: Pick<World, 'books' | 'bills'>): Readonly<Record<string, Rows>> => ({
  bills: [...bills.bills.values()].map((one) => [
    `${one.no}/${one.id}`,
    bills.total(one),
    bills.paid(one.id),
    bills.due(one),
  ]),
  taxes: bills.taxes
    .filter(({ live }) => live)
    .map((one) => [String(one.money.id), one.base, -one.money.amount, one.paidBy]),
  ledger: [...books.ledger].filter(([, amount]) => amount !== 0),
  accounts: [...books.accounts.sums].filter(([, amount]) => amount !== 0),
  invoices: [...books.invoices.values()].map((one) => [
    one.no,
    books.invoiceNet(one),
    books.paid(one.id),
    one.cancelled,
  ]),
  sales: [...books.sales.values()].map((one) => [String(one.id), books.net(one), books.salePaid(one), one.invoice]),
  batches: [...books.batches.values()].flatMap((one) =>
    [...books.held(one)]
      .filter(([, amount]) => amount !== 0)
      .map(([mode, amount]): [string, ...unknown[]] => [`${one.id}/${mode}`, amount, one.open, one.takenBy]),
  ),
  referrals: [...books.referrals.values()].map((one) => [
    String(one.id),
    one.status,
    books.commission(one),
    [...one.lines.keys()].sort((a, b) => a - b).join(' '),
  ]),
})

/** `began`: records before the month are not in the books. Fails with the differences. */
export const expectSame = async (world: World, began: Date): Promise<void> => {
  const mine = ofBooks(world)
  // what has a day and no hour is of its beginning
  const since = startOfDay(began)
  for (const [name, text] of Object.entries(asked)) {
    const { rows } = await world.owner.query<{ key: string; a: unknown; b?: unknown; c?: unknown }>(text, [since])
    const theirs = rows.map(
      ({ key, a, b, c }): [string, ...unknown[]] =>
        [key, a, b, c].filter((value, at) => at < 2 || value !== undefined) as [string, ...unknown[]],
    )
    expect([name, sorted(theirs)]).toEqual([name, sorted(mine[name] ?? [])])
  }
}
