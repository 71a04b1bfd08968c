// What a person asks for beside a value that is judged again: neither loses the other.
import { beforeAll, expect, test } from 'vitest'
import { setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { amend, aReason, itemsOf, labForTests, letGo, rowOf, waiting } from '../testresults.fixture.ts'
import { correctPatient } from './correct.fixture.ts'

const { app, bench } = labForTests()
const { pathologist, other } = bench
let man: number
let elder: number
beforeAll(async () => {
  man = await aPatient(bench.desk)
  elder = await aPatient(bench.desk, { Name: 'Elder Person', Age: 71 })
})
const eGFR = 'eGFR (CKD-EPI 2021)'
const amendmentOf = async (sale: Read<'sales'>, element: string) =>
  (await rowOf(pathologist, sale.SaleId, element)).Amendment

test('a calculated result that waits for the right patient still does once the amendment of its input is withdrawn', async () => {
  await setRows(app, 'elements', { Name: eGFR }, { ReviewRequired: true })
  try {
    const sale = await accessioned(bench.desk, { PatientId: man, BuyerId: 21, products: [product.creatinine] })
    await letGo(bench, sale.SaleId, { Creatinine: '0.9' })
    expect((await correctPatient(pathologist, sale, elder)).status).toBe(200)
    const before = await amendmentOf(sale, eGFR)
    expect([before.IsJudgedAnew, await amendmentOf(sale, 'Creatinine')]).toEqual([true, null])
    expect((await amend(pathologist, sale.SaleId, { Creatinine: '1.4' })).status).toBe(200)
    expect((await amendmentOf(sale, eGFR)).Result).not.toBe(before.Result)
    const ids = itemsOf((await waiting(other, sale.SaleId)).filter((one) => one.Element === 'Creatinine'))
    expect((await other.put('/api/withdraw/testresults', { WorkItemIds: ids, Remarks: 'It was right' })).status).toBe(
      200,
    )
    expect(await amendmentOf(sale, eGFR)).toMatchObject({ IsJudgedAnew: true, Result: before.Result })
  } finally {
    await setRows(app, 'elements', { Name: eGFR }, { ReviewRequired: false })
  }
})

test('what was asked for beside a value that waits for the right patient waits on after the next correction', async () => {
  const sale = await accessioned(bench.desk, { PatientId: man, BuyerId: 21, products: [product.electrolytes] })
  await letGo(bench, sale.SaleId, { Sodium: '110', Potassium: '7.5', Chloride: '60' })
  expect((await correctPatient(pathologist, sale, elder)).status).toBe(200)
  const idOf = async (element: string): Promise<unknown> => (await rowOf(pathologist, sale.SaleId, element)).WorkItemId
  const why = { ReasonId: await aReason(pathologist), Remarks: 'Typed wrong' }
  expect((await amend(pathologist, sale.SaleId, { Sodium: '111' }, why)).status).toBe(200)
  const noted = { WorkItems: [{ WorkItemId: await idOf('Chloride'), Comments: 'Repeated' }], ...why }
  expect((await pathologist.put('/api/amend/testresults', noted)).status).toBe(200)
  const back = { WorkItems: [{ WorkItemId: await idOf('Potassium') }], ...why }
  expect((await pathologist.put('/api/withdrawresults/testresults', back)).status).toBe(200)
  const third = await aPatient(bench.desk, { Name: 'Third Person' })
  const answer = await correctPatient(other, sale, third, { Remarks: 'It was the third' })
  expect(answer.status).toBe(200)
  expect(answer.body.message).toContain('Potassium: a signatory approves it first')
  const asked = { IsJudgedAnew: true, Remarks: 'Typed wrong', EnteredById: pathologist.userId }
  expect(await amendmentOf(sale, 'Sodium')).toMatchObject({ ...asked, Result: '111', Flag: 'LL' })
  expect(await amendmentOf(sale, 'Chloride')).toMatchObject({ ...asked, Result: '60', Comments: 'Repeated' })
  expect(await amendmentOf(sale, 'Potassium')).toMatchObject({ ...asked, Result: null, IsWithdrawal: true })
})
