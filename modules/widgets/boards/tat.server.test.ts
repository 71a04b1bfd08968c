// The tile of tests in time: each line of a sale is in time or late for itself, at its first release.
import { expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { promisedFor } from '../../sales/accession/accession.fixture.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { enterAll, itemsOf, rowsOf } from '../../testresults/testresults.fixture.ts'

const { app, desk, technologist, pathologist, manager } = networkForTests(
  'desk',
  'technologist',
  'pathologist',
  'manager',
)
const tile = async (): Promise<unknown> => (await manager.get('/api/getdata/2004')).body[0]?.Total

test('of a sale whose sodium is out and whose culture is missing one of two is in time, and a charge is none', async () => {
  const products = [3087, product.electrolytes, product.homeVisit]
  const sale = await accessioned(desk, { PatientId: await aPatient(desk), BuyerId: 21, products })
  const rows = await rowsOf(technologist, sale.SaleId)
  const others = rows.map((row) => String(row.Element)).filter((name) => !/Sodium|Potassium|Chloride/.test(name))
  await enterAll(technologist, sale.SaleId, {}, others)
  const WorkItemIds = (await rowsOf(pathologist, sale.SaleId)).flatMap(({ Element, WorkItemId }) =>
    others.includes(String(Element)) ? [] : [WorkItemId],
  )
  for (const act of ['approve', 'release'])
    expect((await pathologist.put(`/api/${act}/testresults`, { WorkItemIds })).status).toBe(200)
  expect(await tile()).toBeNull()
  await promisedFor(app, sale.SaleId, sql`now()`)
  expect(await tile()).toBe(50)
  // late, it is out all the same
  await enterAll(technologist, sale.SaleId, {}, ['Sodium', 'Potassium', 'Chloride'])
  const rest = itemsOf(rows).filter((id) => !WorkItemIds.includes(id))
  for (const act of ['review', 'approve', 'release'])
    expect((await pathologist.put(`/api/${act}/testresults`, { WorkItemIds: rest })).status).toBe(200)
  expect(await tile()).toBe(50)
  // of lines from before it was kept the time of the report counts, and the promise of the sale
  await setRows(app, 'sale_products', { SaleId: sale.SaleId }, { ReportedAt: null, PromisedAt: null })
  expect(await tile()).toBe(0)
})
