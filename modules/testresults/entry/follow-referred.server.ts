// Calculated results that stayed referred out although values of their sale came: in earlier releases they did not
// follow those. They do now, all of a sale or none, and wait for a signatory.
import { literal, sql, type Database, type Tx } from '../../../server/db/db.ts'
import type { Author } from '../../../server/caller.ts'
import { announceList } from '../../../server/db/notify.ts'
import { eachAlone, type ScheduledJob } from '../../../server/job.ts'
import { saleStatus, workItemStatus } from '../../lists/items.model.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { judgeSale, originsOf } from '../judging/entry.rules.ts'
import { staleFormulas } from '../judging/follow.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { lockWork } from './bench.server.ts'
import { notifyCritical } from './notify-critical.server.ts'
import { rowsOfSales } from './rows.server.ts'
import { auditedChanges, auditResults, writeChanges } from './versions.server.ts'

const { ReferredOut, NotPerformed } = workItemStatus

/** Sales with a calculated result that is referred out beside work that came to an end. */
const salesToAsk = async (db: Database): Promise<readonly number[]> => {
  const rows = await db.read.rows<{ SaleId: number }>(sql`
    select distinct
      referred.sale_id
    from
      work_items referred
      join elements element on element.element_id = referred.element_id
      join sales sale on sale.sale_id = referred.sale_id
    where
      referred.status_id = ${literal(ReferredOut)}
      and referred.result_id is null
      and element.formula is not null
      and sale.status_id <> ${literal(saleStatus.Cancelled)}
      and sale.accession_date is not null
      and exists (
        select
          1
        from
          work_items beside
        where
          beside.sale_id = referred.sale_id
          and (
            beside.result_id is not null
            or beside.status_id = ${literal(NotPerformed)}
          )
      )
    order by
      referred.sale_id
  `)
  return rows.map((row) => row.SaleId)
}

/** Who entered what it is calculated of. */
const enteredBy = (row: ResultRow, rows: readonly ResultRow[], actor: Author): number =>
  originsOf(row, rows).find((one) => one.EnteredById !== null)?.EnteredById ?? actor.UserId

const followInSale = async (tx: Tx, actor: Author, saleId: number): Promise<void> => {
  await lockWork(tx, [saleId])
  const rows = await rowsOfSales(tx, [saleId])
  const changes = staleFormulas(rows, judgeSale(rows, new Map()))
    .filter(({ row }) => row.StatusId === ReferredOut && row.Sale.AccessionDate !== null)
    .map(({ row, judged, StatusId }) => ({
      row,
      StatusId,
      version: { judged, EnteredById: enteredBy(row, rows, actor) },
    }))
  if (changes.length === 0) return
  await writeChanges(tx, changes)
  await refreshStatuses(tx, [saleId])
  await auditResults(tx, actor, auditedChanges(changes), 'calculate anew')
  await notifyCritical(
    tx,
    { UserId: actor.UserId, FullName: 'System' },
    changes.map(({ row, version }) => ({ row, judged: version.judged })),
  )
  announceList('testresults')
}

export const followReferred: ScheduledJob = {
  name: 'follow-referred',
  summary: 'Calculate results that stayed referred out',
  schedule: '*/10 * * * *',
  // what failed is tried again at the next time
  run: async ({ db, actor }) =>
    eachAlone(await salesToAsk(db), (saleId) => db.transaction((tx) => followInSale(tx, actor, saleId))),
}
