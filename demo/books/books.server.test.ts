// The demo network shows what happens to books: reopened by two persons, posted to own accounts, over and short, taxed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { referralStatus } from '../../modules/lists/items.model.ts'
import { sql } from '../../server/db/db.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { countRows, readRow, readRows, valueOf } from '../../server/testing/rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ template: 'demo' })
}, 600_000)
afterAll(() => app.close())

const lastDayBefore = (day: string): string => addDays(`${day.slice(0, 7)}-01`, -1)

test('last month was closed and reopened by two persons, and a late bill is in it with its own day', async () => {
  const reopened = await app.db.read.rows<{ closed_till: string; reopened_till: string; who: string }>(sql`
    select
      reopening.closed_till::text as closed_till,
      reopening.reopened_till::text as reopened_till,
      concat_ws(' ', asked.user_name, confirmed.user_name) as who
    from
      books_reopenings reopening
      join users asked on asked.user_id = reopening.asked_by
      join users confirmed on confirmed.user_id = reopening.confirmed_by
    where
      reopening.applied
      and reopening.client_id = 1
  `)
  // the demo may have been loaded on the day before
  const month = String(reopened[0]?.closed_till)
  expect([lastDayBefore(dayOf(new Date())), lastDayBefore(addDays(dayOf(new Date()), -1))]).toContain(month)
  expect(reopened).toEqual([{ closed_till: month, reopened_till: lastDayBefore(month), who: 'admin accounts' }])
  expect(await valueOf(app, 'clients', { client_id: 1 }, 'books_closed_till::text')).toBe(lastDayBefore(month))
  expect(await readRow(app, 'purchase_bills', { supplier_id: 153 }, 'bill_date::text, posted_on::text')).toEqual({
    bill_date: month,
    posted_on: month,
  })
})

test('purchase bills are in each state; of one tax was withheld and paid to the government', async () => {
  const { states } = await app.db.read.one<{ states: string }>(sql`
    select
      string_agg(
        distinct state,
        ', '
        order by
          state
      ) as states
    from
      purchase_bill_facts
  `)
  expect(states).toBe('Cancelled, Open, Paid, Partly paid')
  const taxed = await readRows(
    app,
    'tds_rows',
    { kind: 'withheld', party_id: 153 },
    'state, amount::float8 as amount, challan_no',
  )
  expect(taxed).toEqual([{ state: 'Paid', amount: 2100, challan_no: '0510308-1' }])
})

test('petty cash and a line of the bank are on own accounts; lines of the bank wait', async () => {
  const posted = await app.db.read.rows<{ name: string; sum: number }>(sql`
    select
      own.name,
      coalesce(sum(entry.debit - entry.credit), 0)::float8 as sum
    from
      ledger_accounts own
      left join ledger_entries entry using (ledger_account_id)
    group by
      own.name
    order by
      own.name
  `)
  expect(posted).toEqual([
    { name: 'Interest of the bank', sum: 0 },
    { name: 'Local travel', sum: expect.any(Number) },
    { name: 'Rent of the premises', sum: 18_000 },
  ])
  expect(posted[1]?.sum).toBeGreaterThan(0)
  expect(await countRows(app, 'bank_line_rows', { is_matched: false })).toBeGreaterThanOrEqual(3)
})

test('a batch was short and another over, and a referrer is paid less TDS, which is to be paid', async () => {
  const wrong = await app.db.read.rows<{ sum: number }>(sql`
    select
      sum(debit - credit)::float8 as sum
    from
      ledger_entries
    where
      account = 'over and short'
    group by
      posting_id
    order by
      1
  `)
  expect(wrong.map((one) => one.sum)).toEqual([-10, 20])
  expect(await countRows(app, 'referrals', { status_id: referralStatus.Paid })).toBeGreaterThan(0)
  const [tax, ...more] = await readRows<{ state: string; percent: number }>(
    app,
    'tds_rows tax join referrals paid on paid.paid_by_id = tax.transaction_id and paid.status_id = 118',
    { kind: 'withheld' },
    'distinct tax.state, round(tax.amount * 100 / tax.base_amount)::int as percent',
  )
  expect([tax, more]).toEqual([{ state: 'To be paid', percent: 20 }, []])
})

test('a buyer was reminded of an invoice that is overdue', async () => {
  const [letter, ...more] = await app.db.read.rows<{ state: string; due: number }>(sql`
    select
      letter.state,
      (
        select
          sum(invoice.outstanding)::float8
        from
          invoice_facts invoice
        where
          invoice.buyer_id = letter.buyer_id
          and invoice.seller_id = letter.seller_id
          and invoice.is_open
          and invoice.due_date < network_day (now())
      ) as due
    from
      invoice_letters letter
    where
      letter.kind = 'reminder'
  `)
  expect(more).toEqual([])
  expect(letter).toMatchObject({ state: 'sent', due: expect.any(Number) as number })
  expect(letter?.due).toBeGreaterThan(0)
})
