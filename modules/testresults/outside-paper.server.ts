// The report of an outside lab: of which tests of the sale it is, and the released results that rest on it.
import type { FilePart, KeptFile } from '../../core/answer/questions.ts'
import { literal, sql, type Sql, type Tx } from '../../server/db/db.ts'
import { lineStatus, workItemStatus } from '../lists/items.model.ts'

/** Whether a paper is of a test that `work` is measured for. `about`: its tests; null: it does not state them. */
export const isOfTests = (about: Sql): Sql => sql`
  ${about} is null
  or exists (
    select
      1
    from
      sale_product_elements borne
    where
      borne.sample_element_id = work.sample_element_id
      and borne.test_id = any (${about})
  )
`

/** The tests of a sale that outside labs perform and this network enters. */
export const outsideTests = (tx: Tx, saleId: number): Promise<FilePart[]> =>
  tx.rows<FilePart>(sql`
    select distinct
      test.test_id as "Key",
      test.name as "Name"
    from
      work_items work
      join sale_product_elements asked on asked.sample_element_id = work.sample_element_id
      join sale_products line on line.sale_product_id = asked.sale_product_id
      join tests test on test.test_id = asked.test_id
    where
      work.sale_id = ${saleId}
      and work.keeper_id is not null
      and line.status_id <> ${literal(lineStatus.Cancelled)}
    order by
      test.name,
      test.test_id
  `)

/** In a sentence, for a file that is such a report; undefined where no released result rests on it. */
export const restsOnPaper = async (
  tx: Tx,
  saleId: number,
  { Kind, About }: Pick<KeptFile, 'Kind' | 'About'>,
): Promise<string | undefined> => {
  if (Kind !== 'outside') return undefined
  const about = sql`${About === null ? null : [...About]}::int[]`
  const resting = await tx.rows<{ Name: string }>(sql`
    select distinct
      element.name
    from
      work_items work
      join elements element on element.element_id = work.element_id
    where
      work.sale_id = ${saleId}
      and work.keeper_id is not null
      and work.status_id in (${literal(workItemStatus.Released, workItemStatus.Amended)})
      and (${isOfTests(about)})
    order by
      element.name
  `)
  return resting.length === 0 ? undefined : `${resting.map(({ Name }) => Name).join(', ')} was released from this paper`
}
