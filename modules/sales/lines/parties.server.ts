// Who a sale is between: patient, doctor, seller, buyer and referrer, read and checked.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { invalid, notFound } from '../../../server/refusal.ts'
import { clientScope } from '../../clients/scope.server.ts'
import { saleFields, type Sale, type SaleDraft } from '../sales.model.ts'
import { clientType } from '../../lists/items.model.ts'

export type Party = {
  ClientId: number
  Name: string
  ClientTypeId: number
  CanRefer: boolean
  PaymentTypeId: number | null
  MaxDiscountForReferral: number | null
  SalesManagerId: number | null
  InScope: boolean
}
const partyNames = ['PatientId', 'ReferringDoctorId', 'SellerId', 'BuyerId', 'ReferrerId'] as const
type PartyName = (typeof partyNames)[number]

export type Parties = { patient: Party; doctor: Party; seller: Party; buyer: Party; picked: Party | null }

/**
 * The patient, doctor, seller, buyer and picked referrer of a sale; refuses what does not exist for the caller. A party
 * that stands on the sale already stays there, whoever edits the rest of it; `sellerStays`: so does a seller for whom
 * the caller does not work.
 */
export const readParties = async (
  tx: Tx,
  user: Caller,
  sale: SaleDraft,
  before: Sale | null,
  sellerStays = false,
): Promise<Parties> => {
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
      (${clientScope(user)}) as "InScope"
    from
      clients c
    where
      client_id = any (${ids})
      and merged_into_id is null
  `)
  const byId = new Map(rows.map((row) => [row.ClientId, row]))
  const find = (name: PartyName, types: readonly number[]): Party => {
    const party = byId.get(Number(sale[name]))
    const { label } = saleFields[name]
    if (!party || !types.includes(party.ClientTypeId)) throw invalid({ [name]: [`${label} does not exist`] })
    const isThere = before !== null && before[name] === sale[name]
    if (!party.InScope && !isThere) throw notFound(`This ${label.toLowerCase()} does not exist`)
    return party
  }
  const seller = find('SellerId', [clientType.Lab, clientType.CollectionCentre])
  const isKept = sellerStays && before?.SellerId === seller.ClientId
  if (!isKept && !user.Clients.includes(seller.ClientId)) throw notFound('This seller does not exist')
  const picked =
    typeof sale.ReferrerId === 'number' ? find('ReferrerId', [clientType.Doctor, clientType.Referrer]) : null
  return {
    patient: find('PatientId', [clientType.Patient]),
    doctor: find('ReferringDoctorId', [clientType.Doctor]),
    seller,
    buyer: find('BuyerId', [clientType.Lab, clientType.Patient, clientType.CollectionCentre, clientType.Institution]),
    picked,
  }
}
