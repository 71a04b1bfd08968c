// Whose sale it is: the sales manager of the client or doctor that it comes from.
import { sameValue } from '../../../core/same.ts'
import { isWalkIn } from '../sales.rules.ts'

type Managed = { readonly SalesManagerId: number | null }
type From = {
  readonly patient: { readonly ClientId: number }
  readonly buyer: Managed & { readonly ClientId: number }
  readonly doctor: Managed
  readonly seller: Managed
}
/** The manager of the organisation that buys, else the doctor's, else that of the place that sells. */
export const salesManagerOf = ({ patient, buyer, doctor, seller }: From): number | null => {
  const buys = isWalkIn({ PatientId: patient.ClientId, BuyerId: buyer.ClientId }) ? null : buyer.SalesManagerId
  return buys ?? doctor.SalesManagerId ?? seller.SalesManagerId
}

type Named = Readonly<
  Partial<Record<'PatientId' | 'BuyerId' | 'ReferringDoctorId' | 'SellerId', number | null | undefined>>
>
const buyerOf = (sale: Named): number | null => {
  const [PatientId, BuyerId] = [sale.PatientId ?? null, sale.BuyerId ?? null]
  return isWalkIn({ PatientId, BuyerId }) ? null : BuyerId
}
/** A saved sale keeps its manager, also when those of its parties change, until it is corrected to other parties. */
export const changesManager = (before: Named, after: Named): boolean =>
  buyerOf(before) !== buyerOf(after) ||
  !sameValue(before.ReferringDoctorId, after.ReferringDoctorId) ||
  !sameValue(before.SellerId, after.SellerId)
