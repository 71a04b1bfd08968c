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

/** All that the `referral` has: its lines, and what it takes back. */
const linesOf = sql`
  select
    1
  from
    referral_lines line
  where
    line.referral_id = referral.referral_id
  union all
  select
    1
  from
    referral_clawbacks clawback
  where
    clawback.referral_id = referral.referral_id
`

/** Owed lines that are on no referral, by a predicate over `line`. */
const missing = (which: Sql): Sql => sql`
  from
    referred_lines line
  where
    (${which})
    and not exists (
      select
        1
      from
        referral_lines referral_line
      where
        referral_line.sale_product_id = line.sale_product_id
    )
`
/** The referral that accrues for such a line, if there is one. */
const openOf = sql`
  (
    select
      min(referral.referral_id)
    from
      referrals referral
    where
      referral.status_id = ${literal(Open)}
      and referral.seller_id = line.seller_id
      and referral.referrer_id = line.referrer_id
      and referral.month = line.month
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
    await tx.one<{ Left: number }>(sql`
      with
        missing as (
          select
            line.sale_product_id,
            line.commission_percent,
            line.scheme_percent,
            ${openOf} as referral_id ${missing(which)}
        ),
        held as (
          select
            referral.referral_id
          from
            referrals referral
          where
            referral.status_id = ${literal(Open)}
            and referral.referral_id in (
              select
                referral_id
              from
                missing
            )
          for share of
            referral
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
  ).Left

/** Two requests that open one for the same referrer and seller run one after the other. */
const openReferrals = async (tx: Tx, which: Sql): Promise<void> => {
  await tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('referrals'), o.referrer_id)
    from
      (
        select distinct
          line.referrer_id ${missing(which)}
        order by
          line.referrer_id
      ) o
  `)
  await tx.run(sql`
    insert into
      referrals (seller_id, referrer_id, month, sales_manager_id)
    select
      o.seller_id,
      o.referrer_id,
      o.month,
      referrer.sales_manager_id
    from
      (
        select distinct
          line.seller_id,
          line.referrer_id,
          line.month ${missing(which)}
          and ${openOf} is null
      ) o
      join clients referrer on referrer.client_id = o.referrer_id
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
  const left = await tx.rows<{ ReferralId: number }>(sql`
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
        delete from referral_lines line using referrals referral,
        sale_products sale_line
        where
          sale_line.sale_id = ${saleId}
          and line.sale_product_id = sale_line.sale_product_id
          and referral.referral_id = line.referral_id
          and referral.status_id in (${literal(Open, Pending)})
          and not exists (
            select
              1
            from
              owed
            where
              owed.sale_product_id = line.sale_product_id
              and owed.seller_id = referral.seller_id
              and owed.referrer_id = referral.referrer_id
              and (
                owed.commission_percent > 0
                or owed.commission_percent = line.sold_percent
              )
          )
        returning
          line.referral_id
      ),
      followed as (
        update referral_lines line
        set
          commission_percent = owed.commission_percent,
          sold_percent = owed.commission_percent,
          scheme_percent = owed.scheme_percent,
          commission_reason = null,
          set_by_id = ${setBy(user, sql`owed.commission_percent`, sql`owed.scheme_percent`)}
        from
          owed,
          referrals referral
        where
          line.sale_product_id = owed.sale_product_id
          and line.sold_percent <> owed.commission_percent
          and owed.commission_percent > 0
          and referral.referral_id = line.referral_id
          and referral.status_id = ${literal(Open)}
          and referral.seller_id = owed.seller_id
          and referral.referrer_id = owed.referrer_id
      )
    select distinct
      referral_id
    from
      gone
  `)
  return left.map((one) => one.ReferralId)
}

/**
 * Closes the referrals that have lost their last line, by a predicate over `referral`: one without lines can be neither
 * submitted nor paid.
 */
export const closeEmpty = async (tx: Tx, user: Caller, which: Sql): Promise<void> => {
  // a sale that adds a line locks its referral until its commit: this waits, and then sees the line
  const closed = await tx.rows<{ ReferralId: number; StatusId: number }>(sql`
    select
      referral.referral_id,
      referral.status_id
    from
      referrals referral
    where
      (${which})
      and referral.status_id in (${literal(Open, Pending)})
      and not exists (${linesOf})
    order by
      referral.referral_id
    for update
  `)
  if (closed.length === 0) return
  const ended = await tx.rows<{ ReferralId: number }>(sql`
    update referrals referral
    set
      status_id = ${literal(Closed)},
      row_version = row_version + 1
    where
      referral.referral_id = any (${closed.map((one) => one.ReferralId)})
      and not exists (${linesOf})
    returning
      referral.referral_id
  `)
  const was = new Map(closed.map((one) => [one.ReferralId, one.StatusId]))
  for (const { ReferralId: formId } of ended)
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
  if (after.ReferrerId !== null) await accrue(tx, user, sql`line.sale_id = ${key}`)
  if (left.length > 0) await closeEmpty(tx, user, sql`referral.referral_id = any (${left})`)
}
