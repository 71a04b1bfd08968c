// Whether what a sale comes to is rounded to whole rupees.
import { network } from '../../../core/network.ts'
import { isWalkIn } from '../sales.rules.ts'

type Buying = { readonly PatientId?: number | null; readonly BuyerId?: number | null }
/** What a patient pays is rounded as the network rounds when it is booked; a sale that stays the patient's stays so. */
export const roundsBill = (
  { PatientId = null, BuyerId = null }: Buying,
  before: (Buying & { readonly IsRounded?: boolean | null }) | null,
): boolean => {
  const isPatients = (sale: Buying): boolean =>
    (sale.BuyerId ?? null) === null || isWalkIn({ PatientId: sale.PatientId ?? null, BuyerId: sale.BuyerId ?? null })
  if (!isPatients({ PatientId, BuyerId })) return false
  return before !== null && isPatients(before) ? before.IsRounded === true : network.roundBills
}
