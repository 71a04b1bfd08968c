// Paying the government by challan what a place charged of GST: never more than it owes up to the end of the month.
import { endOfDay, startOfDay } from '../../../core/dates.ts'
import { compareAmounts, formatMoney, lessAmounts } from '../../../core/money.ts'
import { allOf } from '../../../core/refusal.ts'
import { isSupervisor } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { mayByPermit } from '../../../server/door/permission.ts'
import { bulkOf } from '../../../server/module.ts'
import { invalid, invalidBy, notFound, notPermitted } from '../../../server/refusal.ts'
import { booksOpen } from '../../transactions/books.server.ts'
import { numberIsNew } from '../../transactions/challans/challan-numbers.server.ts'
import { withinLimit } from '../../transactions/drawer/limits.server.ts'
import { isMade } from '../../transactions/drawer/references.server.ts'
import { addMoney } from '../../transactions/money.server.ts'
import { checkReference, mayGiveBackBy, mayUseMode } from '../../transactions/transactions.rules.ts'
import { payGstFields } from './gst.model.ts'
import { daysOfMonth } from './gst.rules.ts'
import { gstPaid } from '../answers.model.ts'

type Challan = {
  readonly SellerId: number
  readonly Month: string
  readonly Amount: number
  readonly Date: string
  readonly ChallanNo: string
  readonly PaymentModeId: number
  readonly PaymentRef: string | null
}
/** The place and its legal entity, held, so that two challans at once do not pay the same tax. */
const heldPlace = async (tx: Tx, placeId: number): Promise<{ EntityId: number }> => {
  const place = await tx.maybe<{ EntityId: number }>(sql`
    select
      coalesce(legal_entity_id, client_id) as entity_id
    from
      clients
    where
      client_id = ${placeId}
    for no key update
  `)
  if (!place) throw notFound('This place does not exist')
  return place
}

/**
 * What was charged up to `until` (ISO) less the challans of these months; never more than what is owed in all. What was
 * charged by a place that is merged into it stays with that one, and is owed by the kept one on its own day.
 */
const owedUntil = async (tx: Tx, placeId: number, month: string, until: string): Promise<number> =>
  (
    await tx.one<{ Owed: number }>(sql`
      with
        place as (
          select
            ${placeId}::int as client_id
          union all
          select
            client_id
          from
            merged_clients
          where
            kept_id = ${placeId}
        )
      select
        least(
          coalesce(
            sum(entry.credit - entry.debit) filter (
              where
                entry.transaction_id is null
                -- the balance of a merged place, whose challans the kept one has
                and entry.voucher_type <> 'Transfer'
                and entry.entry_date <= ${until}
            ),
            0
          ) - (
            select
              coalesce(sum(payment.amount), 0)
            from
              gst_challans challan
              join transactions payment using (transaction_id)
            where
              payment.giver_id in (
                select
                  client_id
                from
                  place
              )
              and challan.month <= ${month}::date
              and ${isMade}
          ),
          coalesce(sum(entry.credit - entry.debit), 0)
        ) as owed
      from
        ledger_entries entry
      where
        entry.seller_id in (
          select
            client_id
          from
            place
        )
        and entry.account = 'gst payable'
        -- which the index of the small accounts asks for
        and entry.account not in ('party', 'sales')
    `)
  ).Owed

/** @throws 400 at Amount, Date and ChallanNo; 422 in closed books */
const pay = async (tx: Tx, user: Caller, challan: Challan): Promise<number> => {
  const { first, last } = daysOfMonth(challan.Month)
  if (challan.Date < first) throw invalid({ Date: ['Day cannot be before the month that is paid'] })
  const { EntityId } = await heldPlace(tx, challan.SellerId)
  await booksOpen(tx, challan.SellerId, [{ at: 'Date', date: challan.Date }])
  await numberIsNew(tx, user, { ...challan, tax: 'gst', placeId: challan.SellerId, entityId: EntityId })
  const owed = await owedUntil(tx, challan.SellerId, first, endOfDay(last))
  if (compareAmounts(challan.Amount, owed) > 0) {
    const left = formatMoney(Math.max(lessAmounts(owed, 0), 0), { symbol: true })
    throw invalid({ Amount: [`${left} of GST is owed up to the end of this month. Enter that or less`] })
  }
  const TransactionId = await addMoney(tx, user, {
    Date: startOfDay(challan.Date),
    GiverId: challan.SellerId,
    ReceiverId: EntityId,
    InvoiceId: null,
    Amount: challan.Amount,
    PaymentModeId: challan.PaymentModeId,
    PaymentRef: challan.PaymentRef,
    Remarks: `GST of ${challan.Month} to the government, challan ${challan.ChallanNo}`,
    Kind: 'Refund',
    Purpose: 'gst',
    ChallanNo: challan.ChallanNo,
  })
  await withinLimit(tx, user, 'tax', challan.Amount, 'Amount')
  await tx.run(sql`
    insert into
      gst_challans (transaction_id, month, challan_no)
    values
      (
        ${TransactionId},
        ${first},
        ${challan.ChallanNo}
      )
  `)
  return TransactionId
}

export const payGst = bulkOf({
  name: 'pay GST',
  permit: 'list',
  method: 'POST',
  ...gstPaid,
  summary: 'Pay the government by challan what a place charged of GST up to the end of a month',
  body: payGstFields,
  announces: ['transactions'],
  creates: { module: 'transactions', permit: 'create' },
  run: async ({ tx, user, body }) => {
    if (!isSupervisor(user) || !mayByPermit(user, 'transactions', 'create'))
      throw notPermitted('Accounts and managers pay GST')
    const SellerId = Number(body.SellerId)
    if (!user.Clients.includes(SellerId)) throw notFound('This place does not exist')
    const Amount = Number(body.Amount)
    if (Amount <= 0) throw invalid({ Amount: ['Amount must be above 0'] })
    const may = allOf(
      mayGiveBackBy(body.PaymentModeId),
      checkReference(body),
      mayUseMode(body.PaymentModeId, user.RoleId),
    )
    if (!may.ok) throw invalidBy(may)
    const challan: Challan = {
      SellerId,
      Month: String(body.Month),
      Amount,
      Date: String(body.Date),
      ChallanNo: body.ChallanNo ?? '',
      PaymentModeId: Number(body.PaymentModeId),
      PaymentRef: body.PaymentRef ?? null,
    }
    const TransactionId = await pay(tx, user, challan)
    await writeAudit(tx, user, {
      module: 'transactions',
      formId: TransactionId,
      action: 'pay GST',
      remarks: `Challan ${challan.ChallanNo} of ${challan.Month}`,
      changes: { Amount: [null, Amount], Date: [null, challan.Date], PaymentRef: [null, challan.PaymentRef] },
    })
    return { message: `${formatMoney(Amount, { symbol: true })} GST paid`, TransactionId, Amount }
  },
})
