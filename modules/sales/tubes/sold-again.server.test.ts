// A cancelled product that is sold again is measured, whatever happened to its work and its tube meanwhile.
import { afterEach, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { workItemReason, workItemStatus } from '../../lists/items.model.ts'
import { labForTests } from '../../testresults/testresults.fixture.ts'
import { cancelItem } from '../cancel/cancel.fixture.ts'
import { accessioned, product, saleOf } from '../sales.fixture.ts'

const { app, bench } = labForTests()
afterEach(() => expectInvariants(app.db))

/** Creatinine and bilirubin in one tube at the laboratory; the line of creatinine is cancelled. */
const withCancelled = async (
  before: (id: number) => Promise<unknown> = async () => undefined,
): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, { products: [product.creatinine, product.bilirubin] })
  await before(Number(sale.SaleId))
  expect((await cancelItem(bench.desk, sale, 0)).status).toBe(200)
  return sale
}
/** Unlocks, sells creatinine once more, and accessions again. */
const soldAgain = async (sale: Read<'sales'>): Promise<void> => {
  const id = Number(sale.SaleId)
  expect((await bench.desk.put('/api/unlock/sales', { formId: id })).status).toBe(200)
  const lines = (await saleOf(bench.desk, id)).SaleProducts.map(({ SaleProductId, ProductId }) => ({
    SaleProductId,
    ProductId,
  }))
  const SaleProducts = [...lines, { ProductId: product.creatinine }]
  expect((await bench.desk.put(`/api/sales/${id}`, { SaleProducts })).status).toBe(200)
  expect((await bench.desk.put('/api/accession/sales', { formId: id })).status).toBe(200)
}
type Waiting = { Element: string; Tube: number; Work: number | null }
/** What the live line of creatinine waits for. */
const waitsFor = (sale: Read<'sales'>): Promise<Waiting[]> =>
  app.db.read.rows<Waiting>(sql`
    select
      element.name as element,
      t.status_id as tube,
      w.status_id as work
    from
      sale_products l
      join sale_product_elements x using (sale_product_id)
      join sample_elements e using (sample_element_id)
      join elements element using (element_id)
      join samples t using (sample_id)
      left join work_items w using (sample_element_id)
    where
      l.sale_id = ${sale.SaleId}
      and l.product_id = ${product.creatinine}
      and l.status_id <> 100
    order by
      element.name
  `)

test('work put on hold when its line was cancelled starts again', async () => {
  const sale = await withCancelled((id) =>
    setRows(
      app,
      'work_items',
      { SaleId: id },
      { StatusId: workItemStatus.OnHold, ReasonId: workItemReason.QuantityNotSufficient },
    ),
  )
  await soldAgain(sale)
  expect(await waitsFor(sale)).toEqual([
    expect.objectContaining({ Element: 'Creatinine', Tube: 116, Work: 150 }),
    expect.objectContaining({ Tube: 116, Work: 150 }),
  ])
})

test('an element that no line needed when its tube was rejected is recollected', async () => {
  const sale = await withCancelled()
  const [tube] = await readRows<{ Id: number }>(app, 'samples', { SaleId: sale.SaleId }, 'sample_id as id')
  const ReasonId = workItemReason.QuantityNotSufficient
  expect((await bench.technologist.put('/api/reject/samples', { formId: tube?.Id, ReasonId })).status).toBe(200)
  await soldAgain(sale)
  const waiting = await waitsFor(sale)
  expect(waiting).toHaveLength(2)
  for (const one of waiting) expect([one.Element, [115, 116].includes(one.Tube)]).toEqual([one.Element, true])
})
