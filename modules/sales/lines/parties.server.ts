// The parties of a sale: patient, doctor, seller, buyer and referrer, with what the sale needs of them. The door has
// checked whether the user may name them.
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
  GenderId: number | null
  BirthDate: string | null
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
      sales_manager_id as "SalesManagerId",
      gender_id as "GenderId",
      birth_date as "BirthDate"
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
    throw invalid({ SellerId: ['Only a laboratory or a collection centre can sell'] })
  return {
    patient: find('PatientId'),
    doctor: find('ReferringDoctorId'),
    seller,
    buyer: find('BuyerId'),
    picked: typeof sale.ReferrerId === 'number' ? find('ReferrerId') : null,
  }
}
