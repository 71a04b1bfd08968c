// Which clients a record may name, by the picker: of which type, active, and for which user.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import { pickBy, type Picks } from '../../server/pick.ts'
import { clientType, supplierTypes } from '../lists/items.model.ts'
import { picksParent } from './clients.rules.ts'
import { clientScope, consigneeScope } from './scope.server.ts'

const { CollectionCentre, Courier, Doctor, ExternalLab, Institution, Lab, LegalEntity, Patient, Referrer } = clientType

const inUse = sql`
  client.is_active
  and client.merged_into_id is null
`
const ofTypes = (...types: readonly number[]): Sql => sql`
  client.client_type_id in (${literal(...types)})
  and ${inUse}
`

const own: Picks[string] = {
  scope: (user) => sql`client.client_id = any (${[...user.Clients]})`,
  where: () => ofTypes(LegalEntity, Lab, CollectionCentre),
}

export const clientPicks: Picks = {
  client: () => inUse,
  workplace: () => inUse,
  lab: () => ofTypes(Lab),
  legalentity: () => ofTypes(LegalEntity),
  consignor: { scope: (user) => sql`client.client_id = any (${[...user.Clients]})`, where: () => inUse },
  consignee: { scope: consigneeScope, where: () => ofTypes(Lab, ExternalLab) },
  externallab: () => ofTypes(ExternalLab),
  supplier: () => ofTypes(...supplierTypes),
  courier: () => ofTypes(Courier),
  // a parent that follows from the type is not picked, whatever is sent
  parent: pickBy({
    with: ['ClientTypeId'],
    scope: (user, { ClientTypeId }) =>
      picksParent(ClientTypeId, user)
        ? sql`
            client.client_id = ${user.EmployerId}
            or ${clientScope(user)}
          `
        : sql`true`,
    where: (user, { ClientTypeId }) =>
      picksParent(ClientTypeId, user) ? ofTypes(LegalEntity, Lab, CollectionCentre, Institution) : sql`true`,
  }),
  patient: () => ofTypes(Patient),
  doctor: () => ofTypes(Doctor),
  referrer: () => ofTypes(Doctor, Referrer),
  // who sells, and sets prices, is one of those that the user works for
  seller: own,
  place: own,
  buyer: () => ofTypes(Lab, Patient, CollectionCentre, Institution),
  // a buyer that is no longer active is still invoiced for what it bought
  invoicebuyer: () => sql`client.merged_into_id is null`,
  // a price list is for buyers of the type that it names
  listbuyer: pickBy({
    with: ['BuyerTypeId'],
    where: (_user, { BuyerTypeId }) => sql`
      ${inUse}
      and client.client_type_id not in (${literal(LegalEntity, Courier)})
      and client.client_type_id = coalesce(${BuyerTypeId}, client.client_type_id)
    `,
  }),
}
