// What rests on the report of an outside lab: the results that were entered from it and released.
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { workItemStatus } from '../lists/items.model.ts'

/** In a sentence, for the kind of file that is such a report; undefined where nothing rests on it. */
export const restsOnPaper = async (tx: Tx, saleId: number, kind: string): Promise<string | undefined> => {
  if (kind !== 'outside') return undefined
  const resting = await tx.rows<{ name: string }>(sql`
    select distinct
      e.name
    from
      work_items w
      join elements e on e.element_id = w.element_id
    where
      w.sale_id = ${saleId}
      and w.keeper_id is not null
      and w.status_id in (${literal(workItemStatus.Released, workItemStatus.Amended)})
    order by
      e.name
  `)
  return resting.length === 0 ? undefined : `${resting.map(({ name }) => name).join(', ')} was released from this paper`
}
