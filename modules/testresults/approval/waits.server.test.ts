// List, tile and act agree on what waits for approval: a result that cannot be calculated never waits.
import { expect, test } from 'vitest'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { approveAll, approveNormal, enterAll, labForTests, rowsOf } from '../testresults.fixture.ts'

const { bench } = labForTests()
const waiting = async (sale: unknown) =>
  (await bench.pathologist.get('/api/getdata/1004?filterCriteria={"State":"approve"}')).body.filter(
    (line) => line.SaleId === sale,
  )
const onTile = async () => (await bench.pathologist.get('/api/getdata/2006')).body.map((row) => row.Total)

test('a child has no eGFR: once its creatinine is approved, "To approve" is empty in list, tile and act', async () => {
  const patient = await aPatient(bench.desk, { Age: 9 })
  const { SaleId } = await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products: [product.creatinine] })
  await bench.technologist.put('/api/generate/worksheets')
  const [before] = await onTile()
  await enterAll(bench.technologist, SaleId)
  const entered = await rowsOf(bench.pathologist, SaleId)
  const notCalculated = entered.filter((row) => row.NotCalculated !== null)
  expect([entered.length, notCalculated.length]).toEqual([2, 1])
  const [line] = await waiting(SaleId)
  expect([line?.ToApprove, await onTile()]).toEqual([1, [Number(before) + 1]])
  await approveAll(bench.pathologist, SaleId)
  expect(await waiting(SaleId)).toEqual([])
  expect(await onTile()).toEqual([before])
  const act = await approveNormal(bench.pathologist, [{ WorkSheetId: line?.WorkSheetId, SaleId }])
  expect([act.status, act.body.message]).toEqual([422, 'There is nothing to approve: every result is signed already'])
})
