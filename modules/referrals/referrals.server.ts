// Referrals on the server: they come from sales, their commission is edited, and they move from open to delivered.
import { role } from '../../core/user.ts'
import { integer } from '../../core/model.ts'
import { formatMoney } from '../../core/money.ts'
import { sql, type Sql, type Tx } from '../../server/db/db.ts'
import { notifyUsers } from '../../server/db/notify.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { equals, from, till } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { malformed, notFound, notPermitted, refused, refusedBy } from '../../server/refusal.ts'
import { json, routeOf } from '../../server/route.ts'
import { rowWrites } from '../../server/table/grid.ts'
import { mayByPermit } from '../../server/door/permission.ts'
import { agreed } from '../../server/door/second.ts'
import type { Caller } from '../../server/caller.ts'
import { managedClients } from '../clients/scope.server.ts'
import { referralStatus } from '../lists/items.model.ts'
import { postCommission } from '../ledger/post.server.ts'
import { followSale, setBy } from './accrual.server.ts'
import { freeze, referrerOf, salesOf } from './clawback.server.ts'
import { followPayment } from './payout/cancelled.server.ts'
import { pay } from './payout/payout.server.ts'
import { cancelPayment } from './payout/unpaid.server.ts'
import { readReferral, totalAmount } from './read.server.ts'
import { wouldReevaluate } from './answers.model.ts'
import { range, reevaluate, wouldChange } from './reevaluate.server.ts'
import { referralFields, referrals, type Referral } from './referrals.model.ts'
import {
  changedPercents,
  checkAgreed,
  mayEditCommission,
  mayMove,
  mayUpdate,
  reached,
  totalOf,
} from './referrals.rules.ts'
import { snooze } from './snooze.server.ts'

const grids = { fields: referralFields, keyColumn: 'referral_id' }
const place = { model: referrals, table: 'referrals', alias: 'referral', keyColumn: 'referral_id' }

/** Those of the sellers that the user works for, a referrer's own, and those that a sales manager looks after. */
export const referralScope = (user: Caller): Sql => {
  if (user.RoleId === role.Referrer) return sql`referral.referrer_id = ${user.EntityId}`
  const ofSellers = sql`referral.seller_id = any (${[...user.Clients]})`
  return user.RoleId === role.SalesManager
    ? sql`
        (${ofSellers})
        and (
          referral.sales_manager_id = ${user.UserId}
          or referral.referrer_id in (${managedClients(user)})
        )
      `
    : ofSellers
}

const list = listOf(referrals, {
  ...recordsOf(place),
  sort: '-CreatedOn',
  columns: {
    Referrer: 'referrer.name',
    Seller: 'seller.name',
    SalesManager: 'manager.full_name',
    TotalAmount: totalAmount,
    ReferralStatus: 'status.item_label',
  },
  names: sql`
    left join clients referrer on referrer.client_id = referral.referrer_id
    left join clients seller on seller.client_id = referral.seller_id
    left join users manager on manager.user_id = referral.sales_manager_id
    left join list_items status on status.list_item_id = referral.status_id
  `,
  filters: {
    FromDate: from('referral.created_on'),
    ToDate: till('referral.created_on'),
    ReferrerId: equals('referral.referrer_id'),
    SalesManagerId: equals('referral.sales_manager_id'),
    ReferralStatus: equals('referral.status_id'),
    // the seller gives the commission, the referrer receives it
    GiverId: equals('referral.seller_id'),
    ReceiverId: equals('referral.referrer_id'),
    // with a test of the department on one of its lines
    DepartmentId: (value) => sql`
      exists (
        select
          1
        from
          referral_lines line
          join sale_products sale_line using (sale_product_id)
          join product_tests part on part.product_id = sale_line.product_id
          join tests test on test.test_id = part.test_id
        where
          line.referral_id = referral.referral_id
          and test.department_id = ${value}
      )
    `,
  },
  scope: referralScope,
})

/** What a move causes: the sales manager is notified when it is ready; when delivered it is owed. */
const moved = async (tx: Tx, user: Caller, referral: Referral, to: number): Promise<void> => {
  const amount = totalOf(referral)
  // from here on the sales change nothing of it; back from dispatched it is frozen already
  if (to === referralStatus.Ready && referral.StatusId === referralStatus.Pending)
    await freeze(tx, Number(referral.ReferralId))
  if (to === referralStatus.Ready && amount !== 0 && referral.SalesManagerId !== null)
    await notifyUsers(tx, [referral.SalesManagerId], {
      creater: user.FullName,
      subject: 'Referral ready',
      content: `${referral.Referrer?.Name ?? ''}: ${formatMoney(amount, { symbol: true })}`,
    })
  if (to === referralStatus.Delivered)
    await postCommission(tx, {
      ReferralId: Number(referral.ReferralId),
      SellerId: Number(referral.SellerId),
      ReferrerId: Number(referral.ReferrerId),
      amount,
    })
}

/** Who set these percents; those of the scheme were set by nobody, and need no reason. */
const noteSetter = (tx: Tx, user: Caller, key: number, lines: readonly number[]): Promise<number> =>
  tx.run(sql`
    update referral_lines
    set
      set_by_id = ${setBy(user, sql`commission_percent`, sql`scheme_percent`)},
      commission_reason = case
        when commission_percent <> scheme_percent then commission_reason
      end
    where
      referral_id = ${key}
      and sale_product_id = any (${[...lines]})
  `)

const save = async ({ tx, user, record, before, key }: SaveContext<typeof referralFields>): Promise<number> => {
  if (key === null || before === null) throw refused('A referral comes from sales')
  if (record.ReferrerId !== undefined && record.ReferrerId !== before.ReferrerId)
    throw refused('The referrer of a referral cannot be changed')
  if (record.SaleProducts?.some((line) => (line.SaleProductId ?? null) === null))
    throw malformed('A line is not on this referral')
  // lines that are not sent are kept: their sales add and remove them
  const lines = rowWrites(grids, 'SaleProducts', key, record.SaleProducts ?? [], before.SaleProducts, {
    remove: () => [],
  })
  const editing = lines.length === 0 ? undefined : mayEditCommission(before)
  if (editing?.ok === false) throw refusedBy(editing)
  const explained = checkAgreed(before, record.SaleProducts ?? [])
  if (!explained.ok) throw refusedBy(explained)
  const changed = changedPercents(before, record.SaleProducts ?? [])
  for (const line of lines) await tx.run(line)
  if (changed.length > 0) await noteSetter(tx, user, key, changed)
  const { SalesManagerId = before.SalesManagerId, OverrideRemarks = before.OverrideRemarks } = record
  const to = record.StatusId ?? before.StatusId
  if (to !== before.StatusId) {
    // the person who moves it on sees what is agreed
    if (changed.length > 0) throw refused('Save the changed commissions first, then move the referral on')
    agreed(user, mayMove({ ...before, SalesManagerId }, Number(to), user, OverrideRemarks))
  }
  await tx.run(sql`
    update referrals
    set
      sales_manager_id = ${SalesManagerId},
      status_id = ${reached(before, Number(to))},
      override_remarks = ${OverrideRemarks}
    where
      referral_id = ${key}
  `)
  if (to !== before.StatusId) await moved(tx, user, { ...before, SalesManagerId }, Number(to))
  return key
}

const inScope = (tx: Tx, key: number, user: Caller): Promise<Referral | undefined> =>
  tx.maybe<Referral>(sql`
    select
      record.*
    from
      referrals referral
      cross join lateral (${readReferral(key)}) record
    where
      referral.referral_id = ${key}
      and (${referralScope(user)})
  `)

/** What reevaluating would change, before it is done. */
const preview = routeOf({
  method: 'GET',
  ...wouldReevaluate,
  access: 'role',
  scope: 'a referral inside the scope of the user, with the permit update',
  summary: 'What reevaluating would change',
  query: { ...range, ReferralId: integer('Referral', { required: 'ReferralId is missing' }) },
  handler: async (call) => {
    if (!mayByPermit(call.user, referrals.id, 'update')) throw notPermitted()
    return json(
      await call.db.transaction(async (tx) => {
        const referral = await inScope(tx, Number(call.query.ReferralId), call.user)
        if (!referral) throw notFound()
        return wouldChange(tx, referral, call.query)
      }),
    )
  },
})

export const referralsServer = moduleOf(referrals, {
  ...place,
  scope: referralScope,
  read: readReferral,
  save,
  locksFirst: (key, sent) => [referrerOf(key), ...(sent.StatusId === referralStatus.Ready ? [salesOf(key)] : [])],
  decide: { update: mayUpdate },
  follows: { sales: followSale, transactions: followPayment },
  actions: [snooze, reevaluate, pay, cancelPayment],
  routes: [preview],
  statements: [{ id: 1028, name: 'Referrals', module: 'referrals', parameters: {}, list }],
})
