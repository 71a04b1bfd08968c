// The sixty days of demo work pass the same rules as other work: every invariant holds.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw, sql, type Sql } from '../server/db/db.ts'
import { testApp, type TestApp } from '../server/testing/app.ts'
import { expectInvariants } from '../server/testing/invariants.ts'
import { countRows } from '../server/testing/rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ template: 'demo' })
}, 600_000)
afterAll(() => app.close())

/** The number of rows that meet a condition. */
const count = async (counted: Sql): Promise<number> =>
  (
    await app.db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        ${counted}
    `)
  ).N

test('every invariant of money, laboratory and audit holds on the demo network', () => expectInvariants(app.db))

test('there are sales in every status, and reports', async () => {
  const states = (
    await app.db.read.rows<{ S: number }>(sql`
      select distinct
        status_id as s
      from
        sales
      order by
        1
    `)
  ).map((row) => row.S)
  for (const state of [90, 92, 95, 96, 99]) expect(states).toContain(state)
  expect(await count(sql`reports`)).toBeGreaterThan(100)
})

test('what was sent out on a past day was reported on it', async () => {
  const { Late, Due } = await app.db.read.one<{ Late: number; Due: number }>(sql`
    select
      count(*) filter (
        where
          line.reported_at > line.promised_at + interval '3 days'
      )::int as late,
      count(*)::int as due
    from
      sale_products line
    where
      line.reported_at is not null
      and line.promised_at < now() - interval '3 days'
  `)
  expect(Due).toBeGreaterThan(1000)
  // a few wait for another laboratory, or were amended
  expect(Late).toBeLessThan(Due / 10)
})

test('a hospital pays on account: its money is on its invoices, and the rest is free', async () => {
  for (const found of ['allocations where undone_at is null and', 'free_credits where transaction_id is not null and'])
    expect(await count(raw(`${found} party_id = 21`))).toBeGreaterThan(0)
})

test('something is settled by an insurer, and something written off', async () => {
  for (const account of ['insurer', 'write-off'])
    expect(
      await count(sql`
        ledger_entries
        where
          account = ${account}
      `),
    ).toBeGreaterThan(0)
})

test('shipments are received, one is late, one is in transit, one had a broken tube that was recollected', async () => {
  expect(
    await count(sql`
      shipments
      where
        status_id in (143, 144)
    `),
  ).toBeGreaterThan(100)
  const late = sql`
    shipments
    where
      consignor_id = 13
      and status_id = 141
      and dispatch_date < now() - interval '10 hours'
  `
  expect(await count(late)).toBe(1)
  expect(
    await count(sql`
      shipments
      where
        consignor_id = 12
        and status_id = 141
    `),
  ).toBe(1)
  const again = sql`
    shipment_samples broken
    join samples newer on newer.replaces_sample_id = broken.sample_id
    where
      broken.status_id = 124
      and newer.collection_date is not null
  `
  expect(await count(again)).toBeGreaterThan(0)
})

test('one box was lost: none of its tubes was found, and for each a recollection was made or requested', async () => {
  expect(await countRows(app, 'shipments', { StatusId: 145 })).toBe(1)
  const unasked = sql`
    shipment_samples x
    join shipments h using (shipment_id)
    where
      h.status_id = 145
      and not exists (
        select
          1
        from
          samples newer
        where
          newer.replaces_sample_id = x.sample_id
      )
  `
  expect(await count(unasked)).toBe(0)
})

test('a tube came in a box that did not list it: its laboratory received it, and its sender is still to answer', async () => {
  const waiting = raw(`shipment_samples packed join shipments box on box.shipment_id = packed.came_in_id
    where box.consignor_id = 11 and packed.shipment_id = box.shipment_id and packed.status_id = 121
      and packed.asked_at is not null and packed.answered_at is null`)
  expect(await count(waiting)).toBe(1)
})

test('one hospital pays each month in full, the last invoice of the other is open', async () => {
  const left = async (buyer: number) =>
    (
      await app.db.read.rows<{ Due: string }>(sql`
        select
          case
            when paid = net_amount then 'whole'
            when paid = 0 then 'open'
            else 'part'
          end as due
        from
          invoices
        where
          buyer_id = ${buyer}
          and not is_single_sale
        order by
          invoice_date
      `)
    ).map((row) => row.Due)
  expect([...new Set(await left(21))]).toEqual(['whole'])
  expect((await left(22)).at(-1)).toBe('open')
})

test('one sale goes from a centre through two labs to one outside, each party sells to the one before, on one report', async () => {
  const chains = sql`
    sales first
    join sales second on second.base_sale_id = first.sale_id
    join sales third on third.base_sale_id = second.sale_id
    join sales fourth on fourth.base_sale_id = third.sale_id
    where
      first.seller_id = 15
      and second.seller_id = 3
      and third.seller_id = 2
      and fourth.seller_id = 4
      and (
        select
          array_agg(
            distinct w.lab_id
            order by
              w.lab_id
          )
        from
          work_items w
        where
          w.sale_id = first.sale_id
          and w.status_id = 154
      ) = '{2,3,4}'
      and exists (
        select
          1
        from
          reports r
        where
          r.sale_id = first.sale_id
          and r.superseded_at is null
          and r.state = 'FINAL'
      )
      and exists (
        select
          1
        from
          kept_files f
        where
          f.module_id = 'testresults'
          and f.form_id = first.sale_id
          and f.kind = 'outside'
      )
  `
  expect(await count(chains)).toBeGreaterThan(0)
})

test('one patient gave blood before and after a meal, each in a tube of its own', async () => {
  const meals = sql`
    samples before
    join samples later on later.sale_id = before.sale_id
    where
      before.time_point = 'F'
      and later.time_point = 'PP2'
      and later.collection_date >= before.collection_date + interval '2 hours'
  `
  expect(await count(meals)).toBeGreaterThan(0)
})

test('one report was amended, and its previous version is stored as superseded', async () => {
  const amended = sql`
    reports newer
    join reports older on older.report_no = newer.report_no
    and older.version = newer.version - 1
    where
      newer.state = 'AMENDED'
      and newer.superseded_at is null
      and older.superseded_at is not null
      and newer.content ->> 'Amendment' is not null
  `
  expect(await count(amended)).toBeGreaterThan(0)
})

test('one report was withdrawn whole by two signatories, with who had it and who was informed', async () => {
  const withdrawn = await app.db.read.rows(sql`
    select
      x.reason,
      t.told_to as told,
      (
        select
          jsonb_agg(distinct jsonb_build_array(r.result, asked.user_name, signed.user_name))
        from
          work_items w
          join results r on r.result_id = w.result_id
          join users asked on asked.user_id = r.entered_by_id
          join users signed on signed.user_id = r.approved_by_id
        where
          w.sale_id = newer.sale_id
      ) as signed,
      (
        select
          count(*)::int
        from
          access_log a
        where
          a.module_id = 'testreports'
          and a.form_id = newer.sale_id
          and a.what = 'print'
      ) as printed
    from
      reports newer
      join reports older on older.report_no = newer.report_no
      and older.version = newer.version - 1
      join report_withdrawals x on x.report_id = older.report_id
      and x.is_whole
      join report_tellings t on t.report_id = newer.report_id
    where
      newer.state = 'WITHDRAWN'
      and newer.superseded_at is null
      and older.superseded_at is not null
  `)
  expect(withdrawn).toEqual([
    {
      Reason: 'The tubes were labelled with the name of another patient',
      Told: expect.stringMatching(/^Dr/) as string,
      Signed: [[null, 'pathologist', 'pathologist2']],
      Printed: 1,
    },
  ])
})

test('batches are closed and taken over, months invoiced, referrals in progress, a target is partly reached', async () => {
  expect(await count(raw('tran_batches where taken_over_by_id is not null'))).toBeGreaterThan(30)
  expect(
    await count(sql`
      invoices
      where
        not is_single_sale
        and paid > 0
    `),
  ).toBeGreaterThan(0)
  const papers = [await count(sql`credit_notes`), await countRows(app, 'invoices', { IsCancelled: true })]
  expect(papers).toEqual([1, 1])
  expect(await count(raw('referrals where status_id = 110'))).toBeGreaterThan(0)
  expect(await count(raw('referrals where status_id in (111, 112)'))).toBeGreaterThan(0)
  expect(await count(raw('target_product_actuals where actual_quantity > 0'))).toBeGreaterThan(0)
  expect(await count(sql`client_visits`)).toBe(10)
  expect(await count(sql`unseen_deposits`)).toBeGreaterThan(0)
  expect(await count(sql`bank_match_items`)).toBeGreaterThan(10)
})
