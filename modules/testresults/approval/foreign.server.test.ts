// Approve normal takes no result of another lab, even where the sale has work on both benches.
import { expect, test } from 'vitest'
import { setRows } from '../../../server/testing/rows.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { accessioned, product } from '../../sales/sales.fixture.ts'
import { approveNormal, enterAll, labForTests, rowOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()

test("a worksheet of another lab in the request is not on one's work list, and is not changed", async () => {
  const { SaleId } = await accessioned(bench.desk, { products: [product.haemoglobin, product.electrolytes] })
  await bench.technologist.put('/api/generate/worksheets')
  await enterAll(bench.technologist, SaleId)
  const [own, foreign] = [
    await rowOf(bench.pathologist, SaleId, 'Sodium'),
    await rowOf(bench.pathologist, SaleId, 'Haemoglobin'),
  ]
  expect(own.WorkSheetId).not.toBe(foreign.WorkSheetId)
  await setRows(app, 'work_items', { WorkItemId: foreign.WorkItemId }, { LabId: 3 })
  const answer = await approveNormal(
    bench.pathologist,
    [own, foreign].map(({ WorkSheetId }) => ({ WorkSheetId, SaleId })),
  )
  expect(answer.body).toMatchObject({ Approved: 3 })
  expect(answer.body.Left.map((one) => [one.WorkSheetId, one.Reason])).toEqual([
    [foreign.WorkSheetId, 'It is no longer on your work list'],
  ])
  await setRows(app, 'work_items', { WorkItemId: foreign.WorkItemId }, { LabId: 2 })
  expect((await rowOf(bench.pathologist, SaleId, 'Haemoglobin')).StatusId).toBe(workItemStatus.Entered)
})
