// The user of component tests: a role at an organisation, with all permits.
import { permits } from '../../core/model.ts'
import { network } from '../../core/network.ts'
import { entityType, role, roles } from '../../core/user.ts'
import { headsInOrder } from '../modules.ts'
import type { Session } from '../session/session.ts'

/** A laboratory, the legal entity above it, and the centre below it. */
const entities = {
  lab: { ClientId: 2, ClientTypeId: entityType.Lab, ParentId: 1, Name: 'Central Laboratory' },
  employer: { ClientId: 1, ClientTypeId: entityType.LegalEntity, ParentId: null, Name: 'The Network' },
  centre: { ClientId: 12, ClientTypeId: entityType.CollectionCentre, ParentId: 2, Name: 'Hadapsar' },
}

/** A user with the permits of every module, without the given ones (`sales create`). */
export const somebody = (
  name: keyof typeof roles = 'FrontDesk',
  at: keyof typeof entities = 'lab',
  { without = [], EmployerId = 1 }: { without?: readonly string[]; EmployerId?: number | null } = {},
): Session => ({
  User: {
    UserId: 5,
    UserName: 'somebody',
    EmployerId,
    FullName: 'Some Body',
    Phone: null,
    Email: null,
    Picture: null,
    Roles: [],
    Entities: [],
    DefaultEntityId: null,
    MustChangePassword: false,
    SecondFactor: null,
  },
  Role: { RoleId: role[name], RoleName: roles[name].label },
  Entity: entities[at],
  Permissions: headsInOrder().flatMap(({ id, statementId }) =>
    permits
      .filter((Permit) => !without.includes(`${id} ${Permit}`))
      .map((Permit) => ({
        Permit,
        ModuleId: id,
        Criteria: null,
        StatementId: Permit === 'list' ? (statementId ?? null) : null,
      })),
  ),
  Network: network,
})
