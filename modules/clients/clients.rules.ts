// What holds for each client type: which fields show, which are required, and how age and birth date follow each other.
import { ageAt, birthDateOfAge } from '../../core/dates.ts'
import type { Errors } from '../../core/validate.ts'
import { clientFields } from './clients.model.ts'

type Values = Readonly<Record<string, unknown>>
type Name = keyof typeof clientFields

const everybody: readonly Name[] = [
  'ClientTypeId',
  'Name',
  'Area',
  'Address',
  'City',
  'State',
  'Zipcode',
  'MobilePhone',
  'WorkPhone',
  'HomePhone',
  'Email',
  'IsActive',
]
const some: readonly (readonly [Name, readonly number[]])[] = [
  ['NameAlias', [11]],
  ['Specialization', [11]],
  ['SalesManagerId', [11, 13, 14, 16]],
  ['CanRefer', [11, 14]],
  ['MaxDiscountForReferral', [11]],
  ['GenderId', [12]],
  ['Age', [12]],
  ['BirthDate', [12]],
  ['IsActualBirthDay', [12]],
  ['Height', [12]],
  ['Weight', [12]],
  ['AnniversaryDate', [12]],
  ['ParentId', [10, 11, 12, 13, 14, 16]],
  ['LegalEntityId', [10, 13]],
  ['Code', [9, 10, 13, 14, 16, 20]],
  ['BillPrefix', [10, 13, 20]],
  ['ContactPersonName', [9, 10, 13, 16, 19, 20]],
  ['ContactPersonPhone', [9, 10, 13, 16, 19, 20]],
  ['NationalId', [11, 12, 14]],
  ['RegistrationKey', [9, 10, 11, 13, 14, 16, 19, 20]],
  ['PaymentTypeId', [13, 16, 20]],
  ['BillCycleId', [13, 16, 20]],
  ['CreditLimit', [10, 11, 13, 16]],
  ['OpeningBalance', [10, 11, 13, 16]],
  ['EmailStatements', [13, 16, 20]],
  ['EmailReports', [13, 16, 20]],
  ['AutoDispatch', [10]],
  ['ConsigneeId', [10]],
  ['CourierId', [10]],
  ['DispatchTimes', [10]],
]
/** Shown to role id 2 or lower only. */
const privileged: ReadonlySet<string> = new Set(['CreditLimit', 'OpeningBalance'])
const privilegedOnDoctor: ReadonlySet<string> = new Set(['SalesManagerId', 'CanRefer', 'MaxDiscountForReferral'])

/** The fields that a client of this type shows to this role. */
export const shownFields = (ClientTypeId: number | null, roleId: number, values: Values = {}): ReadonlySet<string> => {
  const shown = new Set<string>(everybody)
  if (ClientTypeId === null) return new Set(['ClientTypeId', 'Name'])
  for (const [name, types] of some) {
    if (!types.includes(ClientTypeId)) continue
    if (roleId > 2 && (privileged.has(name) || (ClientTypeId === 11 && privilegedOnDoctor.has(name)))) continue
    if (['ConsigneeId', 'CourierId', 'DispatchTimes'].includes(name) && values['AutoDispatch'] !== true) continue
    shown.add(name)
  }
  return shown
}

const requiredOf: readonly (readonly [Name, readonly number[], string])[] = [
  ['ParentId', [11, 12, 13, 14, 16], 'Parent is required'],
  ['LegalEntityId', [10, 13], 'Legal Entity is required'],
  ['Area', [10, 13, 14, 16], 'Area is required'],
  ['City', [10, 13, 14, 16], 'City is required'],
  ['State', [10, 13, 14, 16], 'State is required'],
  ['Code', [9, 10, 13, 14, 16, 20], 'Client code is required'],
  ['BillPrefix', [10, 13, 20], 'Prefix must have exactly 3 uppercase letters'],
  ['GenderId', [12], 'Gender is required'],
  ['Age', [12], 'Age is required'],
  ['PaymentTypeId', [13, 16], 'Payment Type is required'],
  ['BillCycleId', [13, 16], 'Bill Cycle is required'],
  ['SalesManagerId', [11], 'Sales Manager is required'],
]
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** What is missing for the client's type, beside what its fields say themselves. */
export const clientErrors = (values: Values, roleId: number, phoneRequired = false, now = new Date()): Errors => {
  const type = Number(values['ClientTypeId'])
  const shown = shownFields(type, roleId, values)
  const errors: Errors = {}
  for (const [name, types, text] of requiredOf)
    if (types.includes(type) && shown.has(name) && isEmpty(values[name]) && !(name === 'Age' && !isEmpty(values['BirthDate'])))
      errors[name] = [text]
  // nobody is older, whichever of the two was entered
  if (type === 12 && typeof values['BirthDate'] === 'string' && (ageAt(values['BirthDate'], now)?.years ?? 0) > 120)
    errors['Age'] = [clientFields.Age.range ?? '']
  if (type === 10 && values['AutoDispatch'] === true && isEmpty(values['ConsigneeId']))
    errors['ConsigneeId'] = ['Auto Dispatch requires a recipient']
  if (type === 12 && phoneRequired && isEmpty(values['MobilePhone'])) errors['MobilePhone'] = ['Mobile phone must be a 10 digit number']
  return errors
}

/** An age sets the birth date that many years back, not actual. */
export const fromAge = (age: number | null, now: Date): { BirthDate: string | null; IsActualBirthDay: boolean } => ({
  BirthDate: age === null ? null : birthDateOfAge(age, now),
  IsActualBirthDay: false,
})
/** A birth date sets the age in whole years, actual. */
export const fromBirthDate = (BirthDate: string | null, now: Date): { Age: number | null; IsActualBirthDay: boolean } => ({
  Age: BirthDate === null ? null : (ageAt(BirthDate, now)?.years ?? null),
  IsActualBirthDay: true,
})

/** Parent set by the type: the employer for people, the own client for organisations; null where a parent is picked or none is. */
export const parentOf = (ClientTypeId: number, user: { EmployerId: number | null; EntityId: number }): number | null =>
  [11, 12, 14, 19, 20].includes(ClientTypeId) ? user.EmployerId : [10, 13, 16].includes(ClientTypeId) ? user.EntityId : null

/** Patients and doctors are kept by every role; organisations, referrers and couriers by role id 2 or lower. */
export const keptByAll = (ClientTypeId: number | null): boolean => ClientTypeId === null || [11, 12].includes(ClientTypeId)

/** What only role id 2 or lower sets: on a new client it may not be sent, on a stored one not changed. */
export const restrictedFields = ['CreditLimit', 'OpeningBalance', 'CanRefer', 'MaxDiscountForReferral', 'SalesManagerId'] as const

/** The parent is picked for institutions by role 1 alone; every other one follows from the type. */
export const picksParent = (ClientTypeId: number | null, user: { RoleId: number }): boolean => ClientTypeId === 16 && user.RoleId === 1

/** Fields that do not show for a type and are emptied when it is saved; the two links upwards stay as they are. */
export const hiddenFields = (ClientTypeId: number, values: Values): string[] =>
  Object.keys(clientFields).filter(
    (name) =>
      !(clientFields as Record<string, { computed?: boolean }>)[name]?.computed &&
      !shownFields(ClientTypeId, 1, values).has(name) &&
      name !== 'LegalEntityId' &&
      name !== 'ParentId',
  )
