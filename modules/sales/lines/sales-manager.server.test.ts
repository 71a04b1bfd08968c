// Whose sale it is: the sales manager of the client or doctor that the sale comes from, also after it is corrected.
import { beforeAll, expect, test } from 'vitest'
import { addUser } from '../../../server/testing/add-user.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { legsOf } from '../accession/legs.fixture.ts'
import { accessioned, aPatient, booked } from '../sales.fixture.ts'

const { app, labAdmin: admin, front } = networkForTests('labAdmin', 'front')
const [doctor, another, hospital, centre] = [101, 102, 21, 12]
let PatientId: number
let manager: Record<'doctors' | 'others' | 'hospitals' | 'centres', number>
const managed = (ClientId: number, SalesManagerId: number | null): Promise<number> =>
  setRows(app, 'clients', { ClientId }, { SalesManagerId })
beforeAll(async () => {
  PatientId = await aPatient(admin)
  const add = (user: string): Promise<number> =>
    app.db.transaction((tx) => addUser(tx, { user, name: `Manager ${user}`, role: 9, entity: 2 }))
  manager = {
    doctors: await add('ofdoctors'),
    others: await add('ofothers'),
    hospitals: await add('ofhospitals'),
    centres: await add('ofcentres'),
  }
  await managed(doctor, manager.doctors)
  await managed(another, manager.others)
  await managed(hospital, manager.hospitals)
  await managed(centre, null)
  await managed(2, null)
})
const managerOf = (saleId: unknown): Promise<number | null> =>
  valueOf<number | null>(app, 'sales', { SaleId: saleId }, 'sales_manager_id')
const change = async (sale: Read<'sales'>, values: Json): Promise<void> => {
  const answer = await admin.put(`/api/sales/${sale.SaleId}`, values)
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
}

test('a sale is the manager’s of the organisation that buys, else of the doctor, else of the place that sells', async () => {
  const ReferringDoctorId = doctor
  const walkIn = await booked(admin, { PatientId, ReferringDoctorId })
  const hospitals = await booked(admin, { PatientId, ReferringDoctorId, BuyerId: hospital })
  expect([await managerOf(walkIn.SaleId), await managerOf(hospitals.SaleId)]).toEqual([
    manager.doctors,
    manager.hospitals,
  ])
  await managed(doctor, null)
  await managed(centre, manager.centres)
  try {
    const sold = await booked(front, { PatientId: await aPatient(front), ReferringDoctorId, SellerId: centre })
    expect(await managerOf(sold.SaleId)).toBe(manager.centres)
  } finally {
    await managed(doctor, manager.doctors)
    await managed(centre, null)
  }
})

test('a sale corrected to another doctor or another buyer is the manager’s of those, with its legs', async () => {
  const patient = await aPatient(front)
  const sale = await accessioned(front, { PatientId: patient, ReferringDoctorId: doctor, SellerId: centre })
  await change(sale, { ReferringDoctorId: another })
  const [leg] = await legsOf(app, sale.SaleId)
  expect([await managerOf(sale.SaleId), await managerOf(leg?.SaleId)]).toEqual([manager.others, manager.others])
  const own = await booked(admin, { PatientId, ReferringDoctorId: doctor })
  await change(own, { BuyerId: hospital })
  expect(await managerOf(own.SaleId)).toBe(manager.hospitals)
})

test('a sale keeps its manager when those of its parties change, and at a remark', async () => {
  const sale = await booked(admin, { PatientId, ReferringDoctorId: doctor })
  await managed(doctor, manager.others)
  try {
    await change(sale, { Remarks: 'by phone' })
    expect(await managerOf(sale.SaleId)).toBe(manager.doctors)
  } finally {
    await managed(doctor, manager.doctors)
  }
})
