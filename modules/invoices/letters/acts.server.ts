// A statement by e-mail for a period, and reminders to overdue buyers.
import { dayOf, formatDate } from '../../../core/dates.ts'
import { date, integer, json as jsonField } from '../../../core/model.ts'
import { formatMoney } from '../../../core/money.ts'
import { must } from '../../../core/refusal.ts'
import { now } from '../../../server/clock.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { actionOf } from '../../../server/module.ts'
import { invalid, notFound, refused } from '../../../server/refusal.ts'
import { json, routeOf } from '../../../server/route.ts'
import { clients } from '../../clients/clients.model.ts'
import { holdFree } from '../../ledger/hold.server.ts'
import { buyersReminded } from '../answers/answers.model.ts'
import { invoices } from '../invoices.model.ts'
import { overdueOf, remindedAt } from './overdue.server.ts'
import { mayRemind, mostReminded } from './reminders.rules.ts'

export const sendStatement = actionOf(invoices, {
  name: 'statement',
  permit: 'print',
  path: 'sendstatement/invoices',
  summary: 'Send the buyer of an invoice the statement of account of a period by e-mail',
  body: {
    From: date('From', { required: 'From is required' }),
    To: date('To', { required: 'To is required', notFuture: 'To cannot be in the future' }),
  },
  decide: ({ SellerId }, user) =>
    must(user.Clients.includes(Number(SellerId)), 'Only the seller can send its statement', { code: 'not-seller' }),
  run: async ({ tx, user, before, body }) => {
    const [from, to] = [String(body.From), String(body.To)]
    if (from > to) throw invalid({ From: ['From must not be later than To'] })
    const buyer = await tx.one<{ Name: string; Email: string | null }>(sql`
      select
        name,
        email
      from
        clients
      where
        client_id = ${before.BuyerId}
    `)
    if ((buyer.Email ?? '') === '') throw refused(`${buyer.Name} has no e-mail address. Enter it under Clients`)
    await tx.run(sql`
      insert into
        invoice_letters (kind, seller_id, buyer_id, from_day, to_day, created_by)
      values
        (
          'statement',
          ${before.SellerId},
          ${before.BuyerId},
          ${from},
          ${to},
          ${user.UserId}
        )
    `)
    const remarks = `${formatDate(from)} to ${formatDate(to)}, to ${buyer.Email ?? ''}`
    await writeAudit(tx, user, { module: clients.id, formId: Number(before.BuyerId), action: 'statement', remarks })
    return { message: `The statement from ${formatDate(from)} to ${formatDate(to)} goes to ${buyer.Email ?? ''}` }
  },
})

type Buyer = {
  BuyerId: number
  Buyer: string
  Email: string | null
  Overdue: number
  RemindedAt: string | null
}
/** The buyers that the seller has invoiced, with what is overdue. @throws 404 where one is none of them */
const readBuyers = async (tx: Tx, sellerId: number, ids: readonly number[]): Promise<Buyer[]> => {
  const rows = await tx.rows<Buyer>(sql`
    select
      buyer.client_id as "BuyerId",
      buyer.name as "Buyer",
      buyer.email as "Email",
      ${overdueOf(sellerId, sql`buyer.client_id`)} as "Overdue",
      ${remindedAt(sellerId, sql`buyer.client_id`)} as "RemindedAt"
    from
      clients buyer
    where
      buyer.client_id = any (${[...ids]})
      and exists (
        select
          1
        from
          invoices invoice
        where
          invoice.buyer_id = buyer.client_id
          and invoice.seller_id = ${sellerId}
      )
    order by
      buyer.client_id
  `)
  if (rows.length < ids.length) throw notFound('One of these buyers has no invoice of this seller')
  return rows
}

const keysIn = (sent: unknown): number[] => {
  const isKeys = Array.isArray(sent) && sent.every((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31)
  if (!isKeys || sent.length === 0) throw invalid({ BuyerIds: ['Choose at least one buyer'] })
  if (sent.length > mostReminded) throw invalid({ BuyerIds: [`${mostReminded} buyers can be reminded at a time`] })
  return [...new Set(sent.map(Number))]
}

/** Queues the reminders that may go, and says why the others may not. */
export const remindBuyers = async (tx: Tx, user: Caller, sellerId: number, ids: readonly number[]) => {
  // two requests at once do not remind a buyer twice
  await holdFree(tx, ids)
  const today = dayOf(now())
  const [sent, errors]: [Buyer[], string[]] = [[], []]
  for (const buyer of await readBuyers(tx, sellerId, ids)) {
    const may = mayRemind(buyer, today)
    if (may.ok) sent.push(buyer)
    else errors.push(may.reason)
  }
  await tx.run(sql`
    insert into
      invoice_letters (kind, seller_id, buyer_id, created_by)
    select
      'reminder',
      ${sellerId}::int,
      buyer,
      ${user.UserId}::int
    from
      unnest(${sent.map((buyer) => buyer.BuyerId)}::int[]) buyer
  `)
  const entries = sent.map((buyer) => ({
    module: clients.id,
    formId: buyer.BuyerId,
    action: 'remind',
    remarks: `${formatMoney(buyer.Overdue, { symbol: true })} overdue, to ${buyer.Email ?? ''}`,
  }))
  if (entries.length > 0) await writeAudit(tx, user, ...entries)
  return { sent, errors }
}

export const remind = routeOf({
  method: 'POST',
  ...buyersReminded,
  access: { module: invoices.id, permit: 'update' },
  scope: 'sellers that the user works for, and buyers whom they have invoiced',
  summary: 'Remind buyers of their overdue invoices by e-mail, each at most once in seven days',
  body: { SellerId: integer('Seller', { required: 'Seller is required' }), BuyerIds: jsonField<number[]>('Buyers') },
  handler: async ({ db, user, body }) => {
    const ids = keysIn(body.BuyerIds)
    const sellerId = Number(body.SellerId)
    if (!user.Clients.includes(sellerId)) throw notFound()
    const { sent, errors } = await db.transaction((tx) => remindBuyers(tx, user, sellerId, ids))
    if (sent.length === 0) throw refused(errors.join('; '))
    const message = `${sent.length === 1 ? '1 reminder goes' : `${sent.length} reminders go`} out by e-mail`
    return json({ message, errors, BuyerIds: sent.map((buyer) => buyer.BuyerId) })
  },
})
