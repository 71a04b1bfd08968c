// The parts of a challan are one payment, with one reference: corrected at one of them, it is corrected at all.
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { mayByPermit } from '../../../server/door/permission.ts'
import { invalidBy, obey } from '../../../server/refusal.ts'
import { batchLock } from '../drawer/drawer.server.ts'
import { correctWords, isMade } from '../drawer/references.server.ts'
import { transactionScope } from '../list.server.ts'
import { readTransaction } from '../read.server.ts'
import type { Transaction } from '../transactions.model.ts'

/** Before the challan's payment is held: no part is added or corrected meanwhile. */
export const challanLock = (key: number): Sql => sql`
  select
    pg_advisory_xact_lock(hashtext ('challan'), coalesce(place.legal_entity_id, place.client_id))
  from
    challans challan
    join transactions payment using (transaction_id)
    join clients place on place.client_id = payment.giver_id
  where
    challan.transaction_id = ${key}
`

type Part = { readonly TransactionId: number; readonly ChallanNo: string; readonly IsSeen: boolean }
/** The payments of other places under its number and with its reference. What has no reference has no parts. */
const otherParts = (tx: Tx, user: Caller, key: number): Promise<Part[]> =>
  tx.rows<Part>(sql`
    select
      payment.transaction_id,
      other.challan_no,
      (${transactionScope(user)}) as is_seen
    from
      challans challan
      join transactions this on this.transaction_id = challan.transaction_id
      join clients payer on payer.client_id = this.giver_id
      join challans other on other.tax = challan.tax
      and plain_number (other.challan_no) = plain_number (challan.challan_no)
      join transactions payment on payment.transaction_id = other.transaction_id
      join clients place on place.client_id = payment.giver_id
    where
      challan.transaction_id = ${key}
      and payment.transaction_id <> this.transaction_id
      and payment.payment_mode_id = this.payment_mode_id
      and plain_number (payment.payment_ref) = plain_number (this.payment_ref)
      and plain_number (this.payment_ref) <> ''
      and coalesce(place.legal_entity_id, place.client_id) = coalesce(payer.legal_entity_id, payer.client_id)
      and ${isMade}
    order by
      payment.transaction_id
  `)

const all = 'The parts of a challan have one payment reference'
/** Why the reference of a part stays, and with it that of the others. */
const mayFollow = (user: Caller, { ChallanNo, IsSeen, TransactionId }: Part, part: Transaction): Decision =>
  allOf(
    must(
      IsSeen && mayByPermit(user, 'transactions', 'update', part),
      `${all}, and challan ${ChallanNo} has a part that you cannot correct. Ask somebody who works for all its places`,
      { at: 'PaymentRef', code: 'challan-part' },
    ),
    must(
      (part.Batch?.CloseDate ?? null) === null,
      `${all}, and the batch of transaction ${TransactionId}, a part of challan ${ChallanNo}, is closed. Cancel ` +
        'that transaction, correct this one, and pay that part again with the new reference',
      { at: 'PaymentRef', code: 'challan-part' },
    ),
  )

/**
 * Before the reference of `key` is corrected to `PaymentRef`: the other parts of its challan get that, too. @throws 400
 * without one, and 422 where a part cannot be corrected
 */
export const correctParts = async (tx: Tx, user: Caller, key: number, PaymentRef: string | null): Promise<void> => {
  const parts = await otherParts(tx, user, key)
  if (parts.length === 0) return
  const { Plain } = await tx.one<{ Plain: string }>(sql`
    select
      plain_number (${PaymentRef ?? ''}::text) as plain
  `)
  const named = must(Plain !== '', `${all}, by which they are known. Enter it`, { at: 'PaymentRef' })
  if (!named.ok) throw invalidBy(named)
  const keys = parts.map(({ TransactionId }) => TransactionId)
  await tx.run(batchLock(sql`transaction_id = any (${keys})`, null, false))
  for (const part of parts) {
    const before = await tx.one<Transaction>(readTransaction(part.TransactionId))
    obey(mayFollow(user, part, before))
    const { PaymentRef: wasRef = null, Remarks = null } = before
    const transactionId = part.TransactionId
    await correctWords(tx, user, { transactionId, closed: false, at: 'PaymentRef', wasRef }, { PaymentRef, Remarks })
    await writeAudit(tx, user, {
      module: 'transactions',
      formId: transactionId,
      action: 'update',
      remarks: `With transaction ${key}, a part of challan ${part.ChallanNo}`,
      changes: { PaymentRef: [wasRef, PaymentRef] },
    })
  }
}
