// Which clients get a user of their own, and in which role they sign in.
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'
import { clientType } from '../../lists/items.model.ts'

/** The role in which a client of a type signs in; staff of labs and centres are added under Users. */
const roles: Readonly<Record<number, number>> = {
  [clientType.Doctor]: role.Doctor,
  [clientType.Institution]: role.Institution,
  [clientType.Referrer]: role.Referrer,
  [clientType.Patient]: role.Patient,
  [clientType.Courier]: role.Logistics,
  [clientType.ExternalLab]: role.Technologist,
}
export const roleOfClient = (ClientTypeId: number | null | undefined): number | undefined => roles[ClientTypeId ?? 0]

type Registered = {
  readonly ClientTypeId?: number | null
  readonly LegalEntityId?: number | null
  readonly IsActive?: boolean | null
  readonly UserName?: string | null
}
export const mayRegister = (client: Registered): Decision =>
  allOf(
    must(
      roleOfClient(client.ClientTypeId) !== undefined && (client.LegalEntityId ?? null) === null,
      "Add this organisation's staff under Users",
    ),
    must(client.IsActive === true, 'This client is not active'),
    must(!client.UserName, `This client already has the user name ${client.UserName ?? ''}`),
  )
