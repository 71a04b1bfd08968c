// Adds lines of sales to the open referral of their seller, referrer and month, and removes lines no longer owed; what
// a ready referral has of them is taken back.
import { literal, sql, type Sql, type Tx } from '../../server/db/db.ts'
import { announceList } from '../../server/db/notify.ts'
import { writeAudit } from '../../server/door/audit.ts'
import type { Caller } from '../../server/caller.ts'
import type { FollowContext } from '../../server/module.ts'
import type { saleFields } from '../sales/sales.model.ts'
import { referralStatus } from '../lists/items.model.ts'
import { takeBack } from './clawback.server.ts'

const { Closed, Open, Pending } = referralStatus

/** All that the referral `r` has: its lines, and what it takes back. */
const linesOf = sql`
  select
    1
  from
    referral_lines x
  where
    x.referral_id = r.referral_id
  union all
  select
    1
  from
    referral_clawbacks c
  where
    c.referral_id = r.referral_id
`

/** Owed lines that are on no referral, by a predicate over `f`. */
const missing = (which: Sql): Sql => sql`
  from
    referred_lines f
  where
    (${which})
    and not exists (
      select
        1
      from
        referral_lines x
      where
        x.sale_product_id = f.sale_product_id
    )
`
/** The referral that accrues for such a line, if there is one. */
const openOf = sql`
  (
    select
      min(r.referral_id)
    from
      referrals r
    where
      r.status_id = ${literal(Open)}
      and r.seller_id = f.seller_id
      and r.referrer_id = f.referrer_id
      and r.month = f.month
  )
`

/** Who set a percent that is not the scheme's; no one set the scheme's own. */
export const setBy = (user: Caller, percent: Sql, scheme: Sql): Sql => sql`
  case
    when ${percent} <> ${scheme} then ${user.UserId}::int
  end
`

/** Adds them to the open referrals, locked against a submit meanwhile; answers how many have none. */
const addLines = async (tx: Tx, user: Caller, which: Sql): Promise<number> =>
  (
    await tx.one<{ left: number }>(sql`
      with
        missing as (
          select
            f.sale_product_id,
            f.commission_percent,
            f.scheme_percent,
            ${openOf} as referral_id ${missing(which)}
        ),
        held as (
          select
            r.referral_id
          from
            referrals r
          where
            r.status_id = ${literal(Open)}
            and r.referral_id in (
              select
                referral_id
              from
                missing
            )
          for share of
            r
        ),
        taken as (
          insert into
            referral_lines (sale_product_id, referral_id, commission_percent, sold_percent, scheme_percent, set_by_id)
          select
            sale_product_id,
            referral_id,
            commission_percent,
            commission_percent,
            scheme_percent,
            ${setBy(user, sql`commission_percent`, sql`scheme_percent`)}
          from
            missing
            join held using (referral_id)
          returning
            sale_product_id
        )
      select
        (
          select
            count(*)::int
          from
            missing
        ) - (
          select
            count(*)::int
          from
            taken
        ) as left
    `)
  ).left

/** Two requests that open one for the same referrer and seller run one after the other. */
const openReferrals = async (tx: Tx, which: Sql): Promise<void> => {
  await tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('referrals'), o.referrer_id)
    from
      (
        select distinct
          f.referrer_id ${missing(which)}
        order by
          f.referrer_id
      ) o
  `)
  await tx.run(sql`
    insert into
      referrals (seller_id, referrer_id, month, sales_manager_id)
    select
      o.seller_id,
      o.referrer_id,
      o.month,
      c.sales_manager_id
    from
      (
        select distinct
          f.seller_id,
          f.referrer_id,
          f.month ${missing(which)}
          and ${openOf} is null
      ) o
      join clients c on c.client_id = o.referrer_id
    order by
      o.seller_id,
      o.referrer_id,
      o.month
  `)
}

/** Adds owed lines without a referral to the open one; the first of a month opens it. */
export const accrue = async (tx: Tx, user: Caller, which: Sql): Promise<void> => {
  if ((await addLines(tx, user, which)) === 0) return
  await openReferrals(tx, which)
  await addLines(tx, user, which)
}

/**
 * Removes lines that are no longer owed, or owed to another referrer, from a referral that is not ready; an open one
 * takes the sale's figures. A line of a sale that says what it said stays, also where only the scheme gives it a
 * percent. Answers the referrals that lost lines.
 */
const removeLines = async (tx: Tx, user: Caller, saleId: number): Promise<number[]> => {
  const left = await tx.rows<{ referral_id: number }>(sql`
    with
      owed as (
        select
          *
        from
          referrable_lines
        where
          sale_id = ${saleId}
      ),
      gone as (
        delete from referral_lines x using referrals r,
        sale_products l
        where
          l.sale_id = ${saleId}
          and x.sale_product_id = l.sale_product_id
          and r.referral_id = x.referral_id
          and r.status_id in (${literal(Open, Pending)})
          and not exists (
            select
              1
            from
              owed
            where
              owed.sale_product_id = x.sale_product_id
              and owed.seller_id = r.seller_id
              and owed.referrer_id = r.referrer_id
              and (
                owed.commission_percent > 0
                or owed.commission_percent = x.sold_percent
              )
          )
        returning
          x.referral_id
      ),
      followed as (
        update referral_lines x
        set
          commission_percent = owed.commission_percent,
          sold_percent = owed.commission_percent,
          scheme_percent = owed.scheme_percent,
          commission_reason = null,
          set_by_id = ${setBy(user, sql`owed.commission_percent`, sql`owed.scheme_percent`)}
        from
          owed,
          referrals r
        where
          x.sale_product_id = owed.sale_product_id
          and x.sold_percent <> owed.commission_percent
          and owed.commission_percent > 0
          and r.referral_id = x.referral_id
          and r.status_id = ${literal(Open)}
          and r.seller_id = owed.seller_id
          and r.referrer_id = owed.referrer_id
      )
    select distinct
      referral_id
    from
      gone
  `)
  return left.map((one) => one.referral_id)
}

/**
 * Closes the referrals that have lost their last line, by a predicate over `r`: one without lines can be neither
 * submitted nor paid.
 */
export const closeEmpty = async (tx: Tx, user: Caller, which: Sql): Promise<void> => {
  // a sale that adds a line locks its referral until its commit: this waits, and then sees the line
  const closed = await tx.rows<{ referral_id: number; status_id: number }>(sql`
    select
      r.referral_id,
      r.status_id
    from
      referrals r
    where
      (${which})
      and r.status_id in (${literal(Open, Pending)})
      and not exists (${linesOf})
    order by
      r.referral_id
    for update
  `)
  if (closed.length === 0) return
  const ended = await tx.rows<{ referral_id: number }>(sql`
    update referrals r
    set
      status_id = ${literal(Closed)},
      row_version = row_version + 1
    where
      r.referral_id = any (${closed.map((one) => one.referral_id)})
      and not exists (${linesOf})
    returning
      r.referral_id
  `)
  const was = new Map(closed.map((one) => [one.referral_id, one.status_id]))
  for (const { referral_id: formId } of ended)
    await writeAudit(tx, user, {
      module: 'referrals',
      formId,
      action: 'close',
      remarks: 'Its last line was removed',
      changes: { StatusId: [was.get(formId), Closed] },
    })
  if (ended.length > 0) announceList('referrals', user.EmployerId)
}

/** A sale was booked, changed or cancelled. */
export const followSale = async ({ tx, user, key, before, after }: FollowContext<typeof saleFields>): Promise<void> => {
  if ((after.ReferrerId ?? before?.ReferrerId ?? null) === null) return
  const left = before === null ? [] : await removeLines(tx, user, key)
  if (before !== null) await takeBack(tx, key)
  if (after.ReferrerId !== null) await accrue(tx, user, sql`f.sale_id = ${key}`)
  if (left.length > 0) await closeEmpty(tx, user, sql`r.referral_id = any (${left})`)
}
