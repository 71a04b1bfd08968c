// The list of reports is narrowed by each of its filters alone.
import { expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { sql } from '../../server/db/db.ts'
import { narrowed } from '../../server/testing/listed.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import { accessioned, aPatient, mode, product } from '../sales/sales.fixture.ts'
import { labForTests, letGo } from '../testresults/testresults.fixture.ts'

const { app, bench } = labForTests()

test('FND-137 the list of reports is narrowed by dates, patient, doctor, LRN and accession number', async () => {
  const reported = async (Name: string, ReferringDoctorId: number, LRN: string) => {
    const sale = await accessioned(bench.desk, {
      PatientId: await aPatient(bench.desk, { Name }),
      ReferringDoctorId,
      LRN,
      products: [product.electrolytes],
      receipts: [{ PaymentModeId: mode.cash, Amount: 450 }],
    })
    await letGo(bench, sale.SaleId)
    return sale
  }
  const meena = await reported('Meena Reported', 101, '881001')
  const dilip = await reported('Dilip Reported', 102, '772002')
  await setRows(app, 'sales', { SaleId: dilip.SaleId }, { SaleDate: sql`sale_date - interval '3 days'` })
  const { Name: name } = await readRow<{ Name: string }>(app, 'clients', { ClientId: 101 }, 'name')
  const today = dayOf(new Date())
  for (const [filter, wanted] of [
    [{ FromDate: new Date(`${today}T00:00:00+05:30`).toISOString() }, 'Meena Reported'],
    [{ ToDate: new Date(`${addDays(today, -2)}T23:59:59.999+05:30`).toISOString() }, 'Dilip Reported'],
    [{ Patient: 'ilip rep' }, 'Dilip Reported'],
    [{ Doctor: name.slice(3) }, 'Meena Reported'],
    [{ LRN: '772002' }, 'Dilip Reported'],
    [{ AccessionNo: String(meena.AccessionNo) }, 'Meena Reported'],
  ] as const)
    expect([filter, (await narrowed(bench.desk, 1005, filter)).map((row) => row.Patient)]).toEqual([filter, [wanted]])
})
