// Who a sale is between: patient, doctor, seller, buyer and referrer, as far as the sale asks about them. Whether the
// user may name them was asked by the door.
import { sql, type Tx } from '../../../server/db/db.ts'
import { invalid } from '../../../server/refusal.ts'
import { saleFields, type SaleDraft } from '../sales.model.ts'
import { clientType } from '../../lists/items.model.ts'

export type Party = {
  ClientId: number
  Name: string
  ClientTypeId: number
  CanRefer: boolean
  PaymentTypeId: number | null
  MaxDiscountForReferral: number | null
  SalesManagerId: number | null
}
const partyNames = ['PatientId', 'ReferringDoctorId', 'SellerId', 'BuyerId', 'ReferrerId'] as const
type PartyName = (typeof partyNames)[number]

export type Parties = { patient: Party; doctor: Party; seller: Party; buyer: Party; picked: Party | null }

/** The patient, doctor, seller, buyer and picked referrer of a sale. */
export const readParties = async (tx: Tx, sale: SaleDraft): Promise<Parties> => {
  const ids = partyNames.map((name) => sale[name]).filter((id) => typeof id === 'number')
  const rows = await tx.rows<Party>(sql`
    select
      client_id as "ClientId",
      name as "Name",
      client_type_id as "ClientTypeId",
      can_refer as "CanRefer",
      payment_type_id as "PaymentTypeId",
      max_discount_for_referral as "MaxDiscountForReferral",
      sales_manager_id as "SalesManagerId"
    from
      clients
    where
      client_id = any (${ids})
  `)
  const byId = new Map(rows.map((row) => [row.ClientId, row]))
  const find = (name: PartyName): Party => {
    const party = byId.get(Number(sale[name]))
    if (!party) throw invalid({ [name]: [`${saleFields[name].label} does not exist`] })
    return party
  }
  const seller = find('SellerId')
  if (seller.ClientTypeId === clientType.LegalEntity)
    throw invalid({ SellerId: ['A sale is made by a laboratory or a collection centre'] })
  return {
    patient: find('PatientId'),
    doctor: find('ReferringDoctorId'),
    seller,
    buyer: find('BuyerId'),
    picked: typeof sale.ReferrerId === 'number' ? find('ReferrerId') : null,
  }
}
