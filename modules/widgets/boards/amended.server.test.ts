// The tile of amended results counts by the time of the amendment: this week, the week before, and none that is older.
import { expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { amended, enterAll, labForTests, letGo, paidSale, rowOf } from '../../testresults/testresults.fixture.ts'

const { app, bench } = labForTests()
type Tile = { Total: number; Previous: number; Trend: number[] }
const tile = async (): Promise<Tile> => {
  const [found] = (await bench.pathologist.get('/api/getdata/2008')).body
  if (!found) throw new Error('No tile')
  return found
}
const sold = async (): Promise<unknown> => (await paidSale(bench.desk, await aPatient(bench.desk))).SaleId

test('an amendment counts in its week, with the result that is in force; a changed entry does not', async () => {
  expect(await tile()).toMatchObject({ Total: 0, Previous: 0 })
  const sale = await sold()
  await letGo(bench, sale)
  const once = await amended(bench, sale, { Sodium: '133' })
  expect([once.status, once.text]).toEqual([200, once.text])
  // amended twice, it is one result that is amended
  expect((await amended(bench, sale, { Sodium: '134' })).status).toBe(200)
  const entered = await sold()
  await enterAll(bench.technologist, entered, { Sodium: '140' })
  await enterAll(bench.technologist, entered, { Sodium: '141' })
  const now = await tile()
  expect([now.Total, now.Previous, now.Trend.at(-1)]).toEqual([1, 0, 1])
  const { WorkItemId } = await rowOf(bench.pathologist, sale, 'Sodium')
  const at = (days: number) =>
    setRows(app, 'results', { WorkItemId }, { EnteredAt: sql`now() - make_interval(days => ${days})` })
  await at(8)
  const before = await tile()
  expect([before.Total, before.Previous, before.Trend.at(-1)]).toEqual([0, 1, 0])
  await at(15)
  expect(await tile()).toMatchObject({ Total: 0, Previous: 0 })
})
