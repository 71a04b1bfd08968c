// The place of the draw, corrected with an issued report: of the tubes of its first draw, or of those that are named,
// such as one that was drawn later for an added test or drawn again.
import type { DraftOf } from '../../../core/model.ts'
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { writeAudit, type Entry } from '../../../server/door/audit.ts'
import { invalid } from '../../../server/refusal.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import { firstDraw } from '../../sales/tubes/follow.server.ts'
import { shortOf } from '../../samples/labels/label.rules.ts'
import { movePlace } from '../../samples/place/correct.server.ts'
import type { placeOfReport } from '../../samples/place/place.model.ts'
import type { Amended } from '../../testreports/amendment.server.ts'

export type Tube = {
  readonly SampleId: number
  readonly Barcode: string
  readonly CollectionDate: string
  readonly ReceivedDate: string | null
  readonly IsFirst: boolean
  /** The report prints its place above all. */
  readonly IsHead: boolean
}

/** The tubes of a sale that were drawn, locked, in their order. */
export const drawnOf = (tx: Tx, saleId: number): Promise<Tube[]> =>
  tx.rows<Tube>(sql`
    select
      tube.sample_id as "SampleId",
      tube.barcode as "Barcode",
      tube.collection_date as "CollectionDate",
      tube.received_date as "ReceivedDate",
      tube.collection_date = ${firstDraw(sql`tube.sale_id`)} as "IsFirst",
      tube.sample_id = (
        select
          min(head.sample_id)
        from
          samples head
        where
          head.sale_id = tube.sale_id
          and head.collection_date = ${firstDraw(sql`tube.sale_id`)}
          and head.status_id not in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
      ) as "IsHead"
    from
      samples tube
    where
      tube.sale_id = ${saleId}
      and tube.status_id <> ${literal(sampleStatus.ToBeCollected)}
      and tube.collection_date is not null
    order by
      tube.sample_id
    for update
  `)

const plain = (number: string): string => number.toUpperCase().replace(/^-?0*/, '')
/** Those that are named, as the report names them; without a name those of the first draw. @throws 400 */
export const namedIn = (tubes: readonly Tube[], named: string | null | undefined): readonly Tube[] => {
  const names = (named ?? '').split(/[\s,;]+/).filter((name) => name !== '')
  if (names.length === 0) return tubes.filter((tube) => tube.IsFirst)
  const found = names.map((name) =>
    tubes.find(({ Barcode }) => [Barcode.toUpperCase(), shortOf(Barcode)].some((one) => plain(one) === plain(name))),
  )
  const missing = names.filter((_, index) => found[index] === undefined)
  if (missing.length > 0)
    throw invalid({
      Tubes: [
        `No tube ${missing.join(', ')} was drawn; there are ${tubes.map((one) => shortOf(one.Barcode)).join(', ')}`,
      ],
    })
  return tubes.filter((tube) => found.includes(tube))
}

/** Where the lab of the report drew, in words of the report. */
export const ownPlace = 'this laboratory'

type Anew = DraftOf<typeof placeOfReport> & { readonly CollectionDate?: string | null | undefined }
type Where = { readonly labId: number; readonly remarks: string }

/**
 * Tubes get the place where they were drawn. Answers what the report prints as changed of tubes beside the one whose
 * place it prints above all; undefined: no tube had another place.
 */
export const placeTubes = async (
  tx: Tx,
  user: Caller,
  sale: { readonly SaleId: number; readonly SellerId: number | null },
  { Place, PlaceName, Tubes, CollectionDate }: Anew,
  { labId, remarks }: Where,
): Promise<Amended['Changes'] | undefined> => {
  const isNamed = !!Tubes?.trim()
  if (Place == null && !PlaceName?.trim()) {
    if (isNamed && !CollectionDate) throw invalid({ Place: ['Say where these tubes were drawn, or when'] })
    return undefined
  }
  const tubes = await drawnOf(tx, sale.SaleId)
  const chosen = namedIn(tubes, Tubes)
  const moved = await movePlace(
    tx,
    user,
    chosen.map(({ SampleId }) => SampleId),
    { drawn: { Place: Place ?? null, PlaceName: PlaceName ?? null }, sellerId: sale.SellerId, remarks },
  )
  if (moved.length === 0) return undefined
  await writeAudit(
    tx,
    user,
    ...moved.map(({ SampleId, Was, Is }): Entry => ({
      module: 'samples',
      formId: SampleId,
      action: 'correct place',
      remarks,
      changes: { CollectedPlace: [Was, Is] },
    })),
  )
  const words = (at: number | null, place: string | null): string => (at === labId ? ownPlace : (place ?? 'not known'))
  const printed = moved.map(({ SampleId, Was, WasAt, Is, IsAt }) => ({
    tube: tubes.find((one) => one.SampleId === SampleId),
    Was: words(WasAt, Was),
    Is: words(IsAt, Is),
  }))
  const head = printed.find(({ tube }) => tube?.IsHead)
  return printed
    .filter(({ tube, Was }) => tube?.IsHead !== true && !(tube?.IsFirst === true && head?.Was === Was))
    .map(({ tube, Was, Is }) => ({ What: `Collected at, ${shortOf(tube?.Barcode ?? '')}`, Was, Is }))
}
