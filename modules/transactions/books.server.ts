// The closed period of a seller's legal entity: no entry is dated into it.
import { dayOf } from '../../core/dates.ts'
import { errorsOf } from '../../core/refusal.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { refused } from '../../server/refusal.ts'
import { checkBooks } from './transactions.rules.ts'

type Dated = {
  /** The field with the day. */
  readonly at: string
  /** ISO. */
  readonly date: string
}

/** The day up to which the books of a seller are closed; closing them waits for what is dated in them. */
export const closedTill = async (tx: Tx, sellerId: number): Promise<string | null> =>
  (
    await tx.one<{ Till: string | null }>(sql`
      select
        entity.books_closed_till::text as till
      from
        clients client
        join clients entity on entity.client_id = coalesce(client.legal_entity_id, client.client_id)
      where
        client.client_id = ${sellerId}
      for share of
        entity
    `)
  ).Till

/** @throws 422 for a day in a closed period; today never is in one. */
export const booksOpen = async (tx: Tx, sellerId: number, dated: readonly Dated[]): Promise<void> => {
  const past = dated.filter(({ date }) => dayOf(date) < dayOf(now()))
  if (past.length === 0) return
  const till = await closedTill(tx, sellerId)
  for (const { at, date } of past) {
    const decision = checkBooks(dayOf(date), till, at)
    if (!decision.ok) throw refused(decision.reason, errorsOf(decision))
  }
}
