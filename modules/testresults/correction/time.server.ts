// The time of the draw, corrected with an issued report: of the tubes of its first draw, or of those that are named,
// such as one that was drawn later for an added test or drawn again.
import { formatDateTime } from '../../../core/dates.ts'
import { allOf, must } from '../../../core/refusal.ts'
import { sameValue } from '../../../core/same.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { firstDraw, moveTubes } from '../../sales/tubes/follow.server.ts'
import { addEvent } from '../../sales/tubes/tubes.server.ts'
import { shortOf } from '../../samples/labels/label.rules.ts'
import { mayDateCollection } from '../../samples/samples.rules.ts'
import type { Amended } from '../../testreports/amendment.server.ts'
import type { HeadRow } from '../../testreports/head.server.ts'
import { drawnOf, namedIn, type Tube } from './place.server.ts'

/** Neither in the future, nor before the birth, nor after a receipt. @throws 422 */
const checkDrawn = async (tx: Tx, saleId: number, at: string, received: readonly (string | null)[]): Promise<void> => {
  const { Clock, Born, Sold } = await tx.one<{ Clock: string; Born: string | null; Sold: string }>(sql`
    select
      now() as clock,
      person.birth_date as born,
      sale.sale_date as sold
    from
      sales sale
      join clients person on person.client_id = sale.patient_id
    where
      sale.sale_id = ${saleId}
  `)
  const decision = allOf(
    must(Date.parse(at) <= Date.parse(Clock), 'A collection cannot be in the future', { at: 'CollectionDate' }),
    ...received.map((ReceivedDate) => mayDateCollection(at, { SaleDate: Sold, BirthDate: Born, ReceivedDate })),
  )
  if (!decision.ok) throw refusedBy(decision)
}

const corrected = 'Collection time corrected'

/** The first tubes take the right time; one that was drawn separately keeps its own. */
export const moveFirst = async (
  tx: Tx,
  user: Caller,
  saleId: number,
  { Received }: HeadRow,
  at: string,
): Promise<void> => {
  await checkDrawn(tx, saleId, at, [Received])
  const tubes = await moveTubes(tx, saleId, at, firstDraw(sql`tube.sale_id`))
  if (tubes.length > 0) await addEvent(tx, tubes, { what: corrected, clientId: user.EntityId, userId: user.UserId })
}

/** Those of the named tubes that were not drawn at that time. */
export const namedToMove = async (
  tx: Tx,
  saleId: number,
  { Tubes, CollectionDate: at }: { readonly Tubes?: string | null; readonly CollectionDate?: string | null },
): Promise<readonly Tube[]> =>
  at == null || !Tubes?.trim()
    ? []
    : namedIn(await drawnOf(tx, saleId), Tubes).filter((tube) => !sameValue(tube.CollectionDate, at))

/** Whether all tubes of the first draw are among them: its time is that of the sale. */
export const areFirst = async (tx: Tx, saleId: number, tubes: readonly Tube[]): Promise<boolean> =>
  tubes.length > 0 &&
  (await drawnOf(tx, saleId)).every((one) => !one.IsFirst || tubes.some(({ SampleId }) => SampleId === one.SampleId))

/** These tubes take the right time, each with its own checks. */
export const moveNamed = async (
  tx: Tx,
  user: Caller,
  saleId: number,
  tubes: readonly Tube[],
  { at, remarks }: { readonly at: string; readonly remarks: string },
): Promise<void> => {
  await checkDrawn(
    tx,
    saleId,
    at,
    tubes.map((tube) => tube.ReceivedDate),
  )
  const ids = tubes.map((tube) => tube.SampleId)
  await tx.run(sql`
    update samples
    set
      collection_date = ${at},
      row_version = row_version + 1
    where
      sample_id = any (${ids})
  `)
  await addEvent(tx, ids, { what: corrected, clientId: user.EntityId, userId: user.UserId, remarks })
}

/** What the report prints as changed of tubes whose time is not the one above all. */
export const timesChanged = (
  tubes: readonly Tube[],
  at: string,
  [was, is]: readonly [HeadRow, HeadRow],
): Amended['Changes'] => {
  const isHeads = (Was: string): boolean =>
    Was === formatDateTime(was.CollectionDate) && formatDateTime(at) === formatDateTime(is.CollectionDate)
  return tubes
    .map((tube) => ({
      What: `Collected, ${shortOf(tube.Barcode)}`,
      Was: formatDateTime(tube.CollectionDate),
      Is: formatDateTime(at),
    }))
    .filter(({ Was, Is }) => Was !== Is && !isHeads(Was))
}
