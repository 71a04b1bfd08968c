// Correct patient in tests: a sale with a released report, and the act itself.
import type { Read } from '../../../server/testing/answers.ts'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { accessioned, product } from '../../sales/sales.fixture.ts'
import { approveAll, aReason, enterAll, releaseAll, type Bench } from '../testresults.fixture.ts'

/** The released report of a count with low haemoglobin, in the name of this patient. */
export const reported = async (bench: Bench, PatientId: number, more: Json): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, { PatientId, products: [product.cbc], ...more })
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '12.5' })
  await approveAll(bench.pathologist, sale.SaleId)
  const answer = await releaseAll(bench.pathologist, sale.SaleId, 'Pays later')
  if (answer.status !== 200) throw new Error(`Not released: ${answer.text}`)
  return sale
}

export const correctPatient = async (person: Person, sale: Read<'sales'>, PatientId: number, more: Json = {}) =>
  person.put('/api/correctpatient/sales', {
    SaleId: sale.SaleId,
    PatientId,
    ReasonId: await aReason(person),
    Remarks: 'Requisitions were exchanged',
    ...more,
  })
