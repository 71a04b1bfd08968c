// An earlier result is printed only for readers who may see its own report.
import { beforeAll, expect, test } from 'vitest'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { accessioned, aPatient, daysAgo, product } from '../../sales/sales.fixture.ts'
import { labForTests, letGo } from '../../testresults/testresults.fixture.ts'
import type { ReportData } from '../print/report.model.ts'
import type { Trend } from './trend.rules.ts'

const { app, bench } = labForTests()
const [doctor, otherDoctor, hospital] = [101, 102, 21]
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})

type Parties = { BuyerId?: number; ReferringDoctorId: number }
const released = async (parties: Parties, days: number): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, {
    PatientId: patient,
    products: [product.electrolytes],
    receipts: parties.BuyerId === undefined ? [{ PaymentModeId: paymentMode.Cash, Amount: 450 }] : [],
    ...parties,
  })
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { CollectionDate: daysAgo(days) })
  await letGo(bench, sale.SaleId, { Potassium: '4.1', Sodium: String(100 + days) })
  return sale
}
const previousOf = async (sale: Read<'sales'>, element: string): Promise<string | null | undefined> => {
  const { Content } = await readRow<{ Content: ReportData }>(app, 'reports', { SaleId: sale.SaleId }, 'content')
  return Content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows)).find(
    (row) => row.Element === element,
  )?.PreviousResult
}

test('a private result is not printed for a corporate buyer or another doctor; the same doctor and the patient read it', async () => {
  await released({ ReferringDoctorId: doctor }, 40)
  const corporate = await released({ ReferringDoctorId: doctor, BuyerId: hospital }, 35)
  expect(await previousOf(corporate, 'Sodium')).toBeNull()
  const elsewhere = await released({ ReferringDoctorId: otherDoctor }, 30)
  expect(await previousOf(elsewhere, 'Sodium')).toBeNull()
  // the last one of the same doctor, the corporate sale's among them: the patient is its reader too
  const own = await released({ ReferringDoctorId: doctor }, 25)
  expect(await previousOf(own, 'Sodium')).toBe('135')
  const again = await released({ ReferringDoctorId: doctor, BuyerId: hospital }, 20)
  expect(await previousOf(again, 'Sodium')).toBe('135')
})

test('a sensitive element is on no later paper and on no trend', async () => {
  const trends = async () =>
    (await bench.desk.get<Trend[]>(`/api/cumulative/testreports?PatientId=${patient}`)).body.map((one) => one.Element)
  await setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive: true })
  const sale = await released({ ReferringDoctorId: doctor }, 10)
  expect([await previousOf(sale, 'Potassium'), await previousOf(sale, 'Sodium')]).toEqual([null, '120'])
  expect(await trends()).toEqual(['Chloride', 'Sodium'])
  await setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive: false })
  expect(await trends()).toEqual(['Chloride', 'Potassium', 'Sodium'])
})

test('the starter catalogue marks HIV, syphilis and pregnancy as sensitive', async () => {
  const admin = await signedIn(app, 'admin', 1, 1)
  for (const id of [1134, 1135, 1165])
    expect((await admin.get(`/api/elements/${id}`)).body).toMatchObject({ IsSensitive: true })
  expect((await admin.get('/api/elements/1001')).body).toMatchObject({ IsSensitive: false })
})
