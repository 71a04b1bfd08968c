// What a desk of the demo network asks a manager to agree to: what is left of bills is written off, one in each state.
import { role } from '../core/user.ts'
import { paymentMode, saleStatus } from '../modules/lists/items.model.ts'
import { ask } from '../modules/requests/ask.server.ts'
import { approve, refuse } from '../modules/requests/decide.server.ts'
import { requestsServer } from '../modules/requests/requests.server.ts'
import { literal, sql, type Database } from '../server/db/db.ts'
import { runAction } from '../server/door/act.ts'
import { callerFor, metaFor } from './caller.ts'

const central = 2
type Unpaid = { readonly Id: number; readonly Due: number }

const reasons = [
  'The camp promised these tests for less',
  'The family cannot pay the rest',
  'A repeat that was our own mistake',
] as const

/** The first is agreed to, the second refused, the last waits. */
export const askSecondPersons = async (db: Database): Promise<void> => {
  const desk = await callerFor(db, 'labdesk', role.FrontDesk, central)
  const manager = await callerFor(db, 'manager', role.BusinessManager, central)
  const unpaid = await db.read.rows<Unpaid>(sql`
    select
      s.sale_id as id,
      s.net_amount - s.paid as due
    from
      sales s
      join invoices i on i.invoice_id = s.invoice_id
    where
      s.seller_id = ${central}
      and s.base_sale_id is null
      and s.buyer_id = s.patient_id
      and i.is_single_sale
      and s.status_id not in (${literal(saleStatus.Cancelled, saleStatus.Quotation)})
      and s.net_amount > s.paid
    order by
      s.sale_id desc
    limit
      ${reasons.length}
  `)
  for (const [at, { Id, Due }] of unpaid.toReversed().entries()) {
    const receipt = { PaymentModeId: paymentMode.WriteOff, Amount: Due, Remarks: reasons[at] ?? '' }
    const body = { Invoice: { Transactions: [receipt] } }
    const { json } = await ask(db, { path: `sales/${Id}`, body, reason: reasons[at] ?? '' }, metaFor(desk))
    const key = Number(json['RequestId'])
    if (at === 0) await runAction(db, requestsServer, approve, key, {}, metaFor(manager))
    if (at === 1)
      await runAction(
        db,
        requestsServer,
        refuse,
        key,
        { reason: 'Call them first: they paid the last bill' },
        metaFor(manager),
      )
  }
}
