// Whether a report is still the one that the sender of an act saw.
import type { DraftOf } from '../../../core/model.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { outdated } from '../../../server/refusal.ts'
import type { seenFields } from './seen.model.ts'

type Seen = DraftOf<typeof seenFields>

/** The number of the newest version of a sale's report; 0 while none is issued. */
export const newestVersion = async (tx: Tx, saleId: number): Promise<number> => {
  const { Version } = await tx.one<{ Version: number }>(sql`
    select
      coalesce(max(report.version), 0) as version
    from
      reports report
    where
      report.sale_id = ${saleId}
  `)
  return Version
}

/** The message about a version that was issued since the sender read the report. */
export const newerThan = (newest: number, { Version }: Seen): string | undefined =>
  (Version ?? newest) === newest
    ? undefined
    : `Version ${newest} of this report was issued meanwhile. Look at it first.`

/** @throws 409 */
export const checkNewest = async (tx: Tx, saleId: number, seen: Seen): Promise<void> => {
  const message = newerThan(await newestVersion(tx, saleId), seen)
  if (message !== undefined) throw outdated(message)
}
