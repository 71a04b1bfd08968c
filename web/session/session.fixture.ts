// A user signed in at the front desk of a collection centre, for tests.
import { network } from '../../core/network.ts'
import { entityType, role } from '../../core/user.ts'
import type { Session } from './session.ts'

export const deskSession: Session = {
  User: {
    UserId: 5,
    UserName: 'desk',
    EmployerId: 1,
    FullName: 'Front Desk',
    Phone: null,
    Email: null,
    Picture: null,
    Roles: [],
    Entities: [],
    DefaultEntityId: null,
    MustChangePassword: false,
    SecondFactor: null,
  },
  Role: { RoleId: role.FrontDesk, RoleName: 'Front desk' },
  Entity: { ClientId: 12, ClientTypeId: entityType.CollectionCentre, ParentId: 2, Name: 'Hadapsar' },
  Permissions: [],
  Network: network,
}
