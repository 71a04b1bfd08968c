// A released report for tests, and how to print it.
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { paymentMode } from '../lists/items.model.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'
import { approveAll, enterAll, releaseAll, type Bench } from '../testresults/testresults.fixture.ts'

/** The print templates, as the network is loaded. */
export const template = { bill: 1, worksheet: 4, report: 5 }

/** A sale of electrolytes whose results are released, sodium low. */
export const reported = async (bench: Bench): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, {
    PatientId: await aPatient(bench.desk),
    ReferringDoctorId: 101,
    products: [product.electrolytes],
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 450 }],
  })
  await enterAll(bench.technologist, sale.SaleId, { Sodium: '131' })
  await approveAll(bench.pathologist, sale.SaleId)
  await releaseAll(bench.pathologist, sale.SaleId)
  return sale
}

export const printed = (person: Person, saleId: unknown, more: Json = {}) =>
  person.post('/api/print/testreports/', { templateId: template.report, formId: saleId, device: 'screen', ...more })
