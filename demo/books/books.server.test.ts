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
  const reopened = await app.db.read.rows<{ ClosedTill: string; ReopenedTill: string; Who: string }>(sql`
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
  const month = String(reopened[0]?.ClosedTill)
  expect([lastDayBefore(dayOf(new Date())), lastDayBefore(addDays(dayOf(new Date()), -1))]).toContain(month)
  expect(reopened).toEqual([{ ClosedTill: month, ReopenedTill: lastDayBefore(month), Who: 'admin accounts' }])
  expect(await valueOf(app, 'clients', { ClientId: 1 }, 'books_closed_till::text')).toBe(lastDayBefore(month))
  expect(await readRow(app, 'purchase_bills', { SupplierId: 153 }, 'bill_date::text, posted_on::text')).toEqual({
    BillDate: month,
    PostedOn: month,
  })
})

test('purchase bills are in each state; of one tax was withheld and paid to the government', async () => {
  const { States } = await app.db.read.one<{ States: string }>(sql`
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
  expect(States).toBe('Cancelled, Open, Paid, Partly paid')
  const taxed = await readRows(
    app,
    'tds_rows',
    { Kind: 'withheld', PartyId: 153 },
    'state, amount::float8 as amount, challan_no',
  )
  expect(taxed).toEqual([{ State: 'Paid', Amount: 2100, ChallanNo: '0510308-1' }])
})

test('petty cash and a line of the bank are on own accounts; lines of the bank wait', async () => {
  const posted = await app.db.read.rows<{ Name: string; Sum: number }>(sql`
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
    { Name: 'Interest of the bank', Sum: 0 },
    { Name: 'Local travel', Sum: expect.any(Number) },
    { Name: 'Rent of the premises', Sum: 18_000 },
  ])
  expect(posted[1]?.Sum).toBeGreaterThan(0)
  expect(await countRows(app, 'bank_line_rows', { IsMatched: false })).toBeGreaterThanOrEqual(3)
})

test('a batch was short and another over, and a referrer is paid less TDS, which is to be paid', async () => {
  const wrong = await app.db.read.rows<{ Sum: number }>(sql`
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
  expect(wrong.map((one) => one.Sum)).toEqual([-10, 20])
  expect(await countRows(app, 'referrals', { StatusId: referralStatus.Paid })).toBeGreaterThan(0)
  const [tax, ...more] = await readRows<{ State: string; Percent: number }>(
    app,
    'tds_rows tax join referrals paid on paid.paid_by_id = tax.transaction_id and paid.status_id = 118',
    { Kind: 'withheld' },
    'distinct tax.state, round(tax.amount * 100 / tax.base_amount)::int as percent',
  )
  expect([tax, more]).toEqual([{ State: 'To be paid', Percent: 20 }, []])
})

test('a buyer was reminded of an invoice that is overdue', async () => {
  const [letter, ...more] = await app.db.read.rows<{ State: string; Due: number }>(sql`
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
  expect(letter).toMatchObject({ State: 'sent', Due: expect.any(Number) as number })
  expect(letter?.Due).toBeGreaterThan(0)
})
