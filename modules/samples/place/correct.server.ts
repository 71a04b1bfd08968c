// The place of a draw, corrected with a reason: of a tube here, before its report is out; after that the
// signatory who corrects the report corrects it.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { actionOf } from '../../../server/module.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { nameOf } from '../../sales/tubes/new-tube.server.ts'
import { addEvent } from '../../sales/tubes/tubes.server.ts'
import { samples } from '../samples.model.ts'
import { correctPlaceFields } from './place.model.ts'
import { mayCorrectPlace, mayDrawAt, placeText, type Drawn } from './place.rules.ts'

type Moved = {
  readonly SampleId: number
  readonly WasAt: number | null
  readonly Was: string | null
  readonly IsAt: number | null
  readonly Is: string | null
}
type Anew = { readonly drawn: Drawn; readonly sellerId: number | null; readonly remarks: string }
/** Tubes get the place where they were drawn. Answers those that had another one. @throws 422 */
export const movePlace = async (
  tx: Tx,
  user: Caller,
  ids: readonly number[],
  { drawn, sellerId, remarks }: Anew,
): Promise<readonly Moved[]> => {
  const decision = mayDrawAt(drawn)
  if (!decision.ok) throw refusedBy(decision)
  const words = placeText(drawn)
  const at = words !== null ? null : drawn.Place === 'seller' ? sellerId : user.EntityId
  const moved = await tx.rows<Moved>(sql`
    update samples tube
    set
      collected_at_id = ${at}::int,
      collected_place = coalesce(${words}, ${nameOf(at)}),
      row_version = tube.row_version + 1
    from
      samples before
    where
      tube.sample_id = any (${[...ids]})
      and before.sample_id = tube.sample_id
      and (before.collected_at_id, before.collected_place) is distinct from (
        ${at}::int,
        coalesce(${words}, ${nameOf(at)})
      )
    returning
      tube.sample_id as "SampleId",
      before.collected_at_id as "WasAt",
      before.collected_place as "Was",
      tube.collected_at_id as "IsAt",
      tube.collected_place as "Is"
  `)
  for (const { SampleId, Was, Is } of moved)
    await addEvent(tx, [SampleId], {
      what: 'Place of the draw corrected',
      clientId: user.EntityId,
      userId: user.UserId,
      remarks: `${Was ?? 'Not known'} becomes ${Is}: ${remarks}`,
    })
  return moved
}

/** A report of the sale is out. */
const isReported = async (tx: Tx, saleId: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      reports report
    where
      report.sale_id = ${saleId}
    limit
      1
  `)) !== undefined

export const correctPlace = actionOf(samples, {
  name: 'correct place',
  permit: 'update',
  path: 'correctplace/samples',
  summary: 'Correct where a tube was drawn, before its report is out',
  body: correctPlaceFields,
  decide: (tube) => mayCorrectPlace(tube),
  run: async ({ tx, user, key, before, body }) => {
    const saleId = Number(before.SaleId)
    const decision = mayCorrectPlace(before, await isReported(tx, saleId))
    if (!decision.ok) throw refusedBy(decision)
    const { SellerId } = await tx.one<{ SellerId: number }>(sql`
      select
        sale.seller_id
      from
        sales sale
      where
        sale.sale_id = ${saleId}
    `)
    const remarks = body.reason?.trim() ?? ''
    const [moved] = await movePlace(tx, user, [key], { drawn: body, sellerId: SellerId, remarks })
    if (moved === undefined)
      throw refusedBy({ ok: false, reason: `It states already: ${before.CollectedPlace}`, at: 'Place' })
    return { message: `${before.Barcode} was drawn at: ${moved.Is}` }
  },
})
