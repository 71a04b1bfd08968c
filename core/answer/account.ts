// What the questions of a session answer: sign-in, who is signed in, role and entity, preferences, and the set-up.
import { permits } from '../model.ts'
import type { Network } from '../network.ts'
import { asks, doesAt, oneOfTexts, orNull, type Shape } from './answer.ts'

const role = { RoleId: 'integer', RoleName: 'text' } as const
/** A place that a user works for. */
const entity = { ClientId: 'integer', ClientTypeId: 'integer', ParentId: 'integer?', Name: 'text' } as const
const account = {
  UserId: 'integer',
  UserName: 'text',
  EmployerId: 'integer?',
  FullName: 'text',
  Phone: 'text?',
  Email: 'text?',
  Picture: 'text?',
  Roles: [{ ...role, Description: 'text?' }],
  Entities: [entity],
  DefaultEntityId: 'integer?',
  MustChangePassword: 'boolean',
  /** asked: sign-in requires its code; wanted: a role demands one, and none is set up. */
  SecondFactor: orNull(oneOfTexts('asked', 'wanted')),
} as const
const network = {
  name: 'text',
  timeZone: 'text',
  currency: 'text',
  locale: 'text',
  yearStartMonth: 'integer',
  publicAddress: 'text?',
  acceptedNames: ['text'],
  commissionLimit: 'number',
  matchFeePercent: 'number',
  matchDepositFeePercent: 'number',
  matchChargeLimit: 'number',
  bankOpeningLimit: 'number',
  deskDiscountLimit: 'number',
  deskCreditLimit: 'number',
  deskCancelLimit: 'number?',
  deskDraws: 'boolean',
  identifyAtDraw: 'boolean',
  roundBills: 'boolean',
  reportSignatory: 'text?',
  billSignatory: 'text?',
  worksheetSignatory: 'text?',
} as const satisfies Readonly<Record<keyof Network, Shape>>

/** A sign-in: the user, and the token of the session. */
export const signedInBy = asks('login', { user: account, token: 'text' })
/** Who is signed in. Role and entity are null until they are chosen. */
export const whoIsSignedIn = asks('currentUser', {
  User: account,
  Role: orNull(role),
  Entity: orNull(entity),
  Permissions: [{ Permit: oneOfTexts(...permits), ModuleId: 'text', Criteria: 'text?', StatementId: 'integer?' }],
  Network: network,
})
/** Role and entity of the session: its token is another one. */
export const roleTaken = doesAt('entityrole', { token: 'text' })
/** What is remembered for the user, by name. */
export const preferencesOfUser = asks('preferences', 'json')
/** What the one-time link of a set-up is for: a new network, or a password for its administrator. */
export const setupLink = asks('setup', { Fresh: 'boolean', UserName: 'text?' })
/** The set-up itself. */
export const setUp = doesAt('setup', {})
