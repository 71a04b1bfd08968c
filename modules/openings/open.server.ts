// The door to what is sensitive of a sale: each opening is noted, and one without a right to it asks for a reason.
import { sql, type Database, type Sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { refusedBy } from '../../server/refusal.ts'
import type { OpenedAs, Why } from './openings.model.ts'
import { hoursOpen, notOpened, sensitiveName, whyOf } from './openings.rules.ts'

/** Whether an element, given by its key, is marked as sensitive or calculated from one that is. */
export const isSensitiveElement = (key: Sql): Sql => sql`
  ${key} in (
    select
      sensitive.element_id
    from
      sensitive_elements sensitive
  )
`
/** Whether the element of `work` is. */
export const isSensitive = isSensitiveElement(sql`work.element_id`)

/** The name of an element in a list or notification that is about critical values only: there a name is a result. */
export const toldName = (element: Sql): Sql => sql`
  case
    when ${isSensitiveElement(sql`${element}.element_id`)} then ${sensitiveName}::text
    else ${element}.name
  end
`

/** Those of the sales with a sensitive element, measured or not. */
export const sensitiveOf = async (tx: Tx, saleIds: readonly number[]): Promise<number[]> => {
  const rows = await tx.rows<{ SaleId: number }>(sql`
    select distinct
      work.sale_id
    from
      work_items work
    where
      work.sale_id = any (${[...saleIds]})
      and ${isSensitive}
  `)
  return rows.map((row) => row.SaleId)
}

const given: OpenedAs = 'reason'
type Asked = { readonly what: OpenedAs; readonly saleIds: readonly number[]; readonly isWork: boolean }
/** Notes who opens what is sensitive of these sales. Answers those that stay closed until a reason is given. */
export const openSales = async (tx: Tx, user: Caller, { what, saleIds, isWork }: Asked): Promise<Set<number>> => {
  if (saleIds.length === 0) return new Set()
  const asked = await tx.rows<{ saleId: number; Reason: string | null; isCareGiver: boolean }>(sql`
    select
      sale.sale_id as "saleId",
      sale.buyer_id = ${user.EntityId}
      and buyer.gives_care as "isCareGiver",
      (
        select
          given.reason
        from
          sensitive_openings given
        where
          given.sale_id = sale.sale_id
          and given.user_id = ${user.UserId}
          and given.what = ${given}
          and given.at > now() - make_interval(hours => ${hoursOpen})
        order by
          given.opening_id desc
        limit
          1
      ) as reason
    from
      sales sale
      join clients buyer on buyer.client_id = sale.buyer_id
    where
      sale.sale_id = any (${[...saleIds]})
  `)
  const noted = asked.flatMap(({ saleId, Reason, isCareGiver }) => {
    const why = whyOf(user, { reason: Reason, isWork, isCareGiver })
    return why === undefined ? [] : [{ saleId, why, reason: why === 'reason' ? Reason : null }]
  })
  await write(tx, user, what, noted)
  const open = new Set(noted.map((one) => one.saleId))
  return new Set(saleIds.filter((saleId) => !open.has(saleId)))
}

type Noted = { readonly saleId: number; readonly why: Why; readonly reason: string | null }
/** What is not a reason itself is written once an hour: an open sheet is read again and again. */
const write = async (tx: Tx, user: Caller, what: OpenedAs, noted: readonly Noted[]): Promise<void> => {
  if (noted.length === 0) return
  await tx.run(sql`
    insert into
      sensitive_openings (sale_id, user_id, what, why, reason)
    select
      opened."saleId",
      ${user.UserId}::int,
      ${what}::text,
      opened.why,
      opened.reason
    from
      jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) opened ("saleId" int, why text, reason text)
    where
      ${what}::text = 'reason'
      or not exists (
        select
          1
        from
          sensitive_openings before
        where
          before.sale_id = opened."saleId"
          and before.user_id = ${user.UserId}
          and before.what = ${what}
          and before.why = opened.why
          and before.reason is not distinct from opened.reason
          and before.at > now() - interval '1 hour'
      )
  `)
}

/** Keeps the reason of a user for a sale, which is open to that user for the hours that follow. */
export const giveReason = (tx: Tx, user: Caller, saleId: number, reason: string): Promise<void> =>
  write(tx, user, 'reason', [{ saleId, why: 'reason', reason }])

type One = { readonly what: OpenedAs; readonly saleId: number; readonly isWork?: (tx: Tx) => Promise<boolean> }
/** Before what shows results of a sale is given out. @throws 422 at Reason while something sensitive is closed */
export const openSale = (db: Database, user: Caller, { what, saleId, isWork }: One): Promise<void> =>
  db.transaction(async (tx) => {
    const sensitive = await sensitiveOf(tx, [saleId])
    if (sensitive.length === 0) return
    const asked = { what, saleIds: sensitive, isWork: (await isWork?.(tx)) ?? false }
    if ((await openSales(tx, user, asked)).size > 0) throw refusedBy(notOpened(user))
  })
