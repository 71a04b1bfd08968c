// The rules of each client type: which fields show, which are required, and how age and birth date follow each other.
import { ageAt, birthDateOfAge, dayOf, formatDate, type Moment } from '../../core/dates.ts'
import { hoursAt } from './hours-of-life.rules.ts'
import { allOf, must, yes, type Decision } from '../../core/refusal.ts'
import type { Errors } from '../../core/validate.ts'
import { namesOf } from '../../core/model.ts'
import { clientFields, type ClientDraft } from './clients.model.ts'
import { clientType } from '../lists/items.model.ts'
import { managers, role } from '../../core/user.ts'

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
const { LegalEntity, Lab, Doctor, Patient, CollectionCentre, Referrer, Institution, Courier, ExternalLab } = clientType
/** People, and partners outside the network: they belong to the employer. */
export const peopleAndPartners: readonly number[] = [Doctor, Patient, Referrer, Courier, ExternalLab]
/** Organisations that belong to the entity that added them. */
export const partOfEntity: readonly number[] = [Lab, CollectionCentre, Institution]
const some: readonly (readonly [Name, readonly number[]])[] = [
  ['NameAlias', [Doctor]],
  ['Specialization', [Doctor]],
  ['SalesManagerId', [Doctor, CollectionCentre, Referrer, Institution]],
  ['CanRefer', [Doctor, Referrer]],
  ['MaxDiscountForReferral', [Doctor]],
  ['GenderId', [Patient]],
  ['Age', [Patient]],
  ['BirthDate', [Patient]],
  ['BirthTime', [Patient]],
  ['IsActualBirthDay', [Patient]],
  ['Height', [Patient]],
  ['Weight', [Patient]],
  ['AnniversaryDate', [Patient]],
  ['ParentId', [Lab, Doctor, Patient, CollectionCentre, Referrer, Institution]],
  ['LegalEntityId', [Lab, CollectionCentre]],
  ['Code', [LegalEntity, Lab, CollectionCentre, Referrer, Institution, ExternalLab]],
  ['BillPrefix', [Lab, CollectionCentre, ExternalLab]],
  ['ContactPersonName', [LegalEntity, Lab, CollectionCentre, Institution, Courier, ExternalLab]],
  ['ContactPersonPhone', [LegalEntity, Lab, CollectionCentre, Institution, Courier, ExternalLab]],
  ['NationalId', [Doctor, Patient, Referrer]],
  ['RegistrationKey', [LegalEntity, Lab, Doctor, CollectionCentre, Referrer, Institution, Courier, ExternalLab]],
  ['PaymentTypeId', [CollectionCentre, Institution, ExternalLab]],
  ['BillCycleId', [CollectionCentre, Institution, ExternalLab]],
  ['CreditLimit', [Lab, Doctor, CollectionCentre, Institution]],
  ['CreditDays', [Lab, CollectionCentre, Institution]],
  ['OpeningBalance', [Lab, Doctor, CollectionCentre, Institution]],
  ['TdsOn', [Courier, ExternalLab]],
  ['TdsRate', [Courier, ExternalLab]],
  ['EmailStatements', [CollectionCentre, Institution, ExternalLab]],
  ['EmailReports', [Doctor, Patient, CollectionCentre, Institution, ExternalLab]],
  ['GivesCare', [Institution]],
  ['LocalName', [LegalEntity, Lab, CollectionCentre]],
  ['Logo', [LegalEntity, Lab, CollectionCentre]],
  ['FootLine', [LegalEntity, Lab, CollectionCentre]],
  ['UpiId', [Lab, CollectionCentre]],
  ['BooksClosedTill', [LegalEntity]],
  ['AutoDispatch', [Lab]],
  ['ConsigneeId', [Lab]],
  ['CourierId', [Lab]],
  ['DispatchTimes', [Lab]],
]
/** Shown to role id 2 or lower only. */
const privileged: ReadonlySet<string> = new Set(['CreditLimit', 'OpeningBalance', 'BooksClosedTill'])
const privilegedOnDoctor: ReadonlySet<string> = new Set(['SalesManagerId', 'CanRefer', 'MaxDiscountForReferral'])

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
/** Under seven days of life bilirubin and others are judged by hours: the counter asks for the time of birth. */
export const asksBirthTime = (
  { BirthDate, IsActualBirthDay }: { readonly BirthDate?: string | null; readonly IsActualBirthDay?: boolean | null },
  at: Moment,
): boolean => IsActualBirthDay !== false && (ageAt(BirthDate, at)?.days ?? 7) < 7

/** What other fields of a client hang on. */
type Deciding = Partial<Pick<ClientDraft, 'AutoDispatch' | 'BirthDate' | 'BirthTime' | 'IsActualBirthDay'>>
/** The fields that a client of this type shows to this role. */
export const shownFields = (
  ClientTypeId: number | null,
  roleId: number,
  values: Deciding = {},
  now = new Date(),
): ReadonlySet<string> => {
  const shown = new Set<string>(everybody)
  if (ClientTypeId === null) return new Set(['ClientTypeId', 'Name'])
  for (const [name, types] of some) {
    if (!types.includes(ClientTypeId)) continue
    if (
      roleId > role.BusinessManager &&
      (privileged.has(name) || (ClientTypeId === clientType.Doctor && privilegedOnDoctor.has(name)))
    )
      continue
    if (['ConsigneeId', 'CourierId', 'DispatchTimes'].includes(name) && values.AutoDispatch !== true) continue
    if (name === 'BirthTime' && isEmpty(values.BirthTime) && !asksBirthTime(values, now)) continue
    shown.add(name)
  }
  return shown
}

const requiredOf: readonly (readonly [Name, readonly number[], string])[] = [
  ['ParentId', [Doctor, Patient, CollectionCentre, Referrer, Institution], 'Parent is required'],
  ['LegalEntityId', [Lab, CollectionCentre], 'Legal Entity is required'],
  ['Area', [Lab, CollectionCentre, Referrer, Institution], 'Area is required'],
  ['City', [Lab, CollectionCentre, Referrer, Institution], 'City is required'],
  ['State', [Lab, CollectionCentre, Referrer, Institution], 'State is required'],
  ['Code', [LegalEntity, Lab, CollectionCentre, Referrer, Institution, ExternalLab], 'Client code is required'],
  ['BillPrefix', [Lab, CollectionCentre, ExternalLab], 'Prefix must have exactly 3 uppercase letters'],
  ['GenderId', [Patient], 'Gender is required'],
  ['Age', [Patient], 'Age is required'],
  ['PaymentTypeId', [CollectionCentre, Institution], 'Payment Type is required'],
  ['BillCycleId', [CollectionCentre, Institution], 'Bill Cycle is required'],
  ['SalesManagerId', [Doctor], 'Sales Manager is required'],
]

/** What is missing for the client's type; its fields check the rest themselves. */
export const clientErrors = (values: ClientDraft, roleId: number, phoneRequired = false, now = new Date()): Errors => {
  const type = values.ClientTypeId ?? 0
  const shown = shownFields(type, roleId, values)
  const errors: Errors = {}
  for (const [name, types, text] of requiredOf)
    if (
      types.includes(type) &&
      shown.has(name) &&
      isEmpty(values[name]) &&
      !(name === 'Age' && !isEmpty(values.BirthDate))
    )
      errors[name] = [text]
  // no patient is older, whether the age or the birth date was entered
  if (type === Patient && typeof values.BirthDate === 'string' && (ageAt(values.BirthDate, now)?.years ?? 0) > 120)
    errors.Age = [clientFields.Age.range ?? '']
  if (type === Patient && !isEmpty(values.BirthTime)) {
    if (isEmpty(values.BirthDate) || values.IsActualBirthDay === false)
      errors.BirthTime = ['Birth Time needs the actual Birth Date']
    else if (ageAt(values.BirthDate, now)?.days === 0 && hoursAt(values.BirthDate, values.BirthTime, now) === null)
      errors.BirthTime = ['Birth Time cannot be later than now']
  }
  if (type === Lab && values.AutoDispatch === true && isEmpty(values.ConsigneeId))
    errors.ConsigneeId = ['Auto Dispatch requires a recipient']
  if (type === Patient && phoneRequired && isEmpty(values.MobilePhone))
    errors.MobilePhone = ['Mobile phone must be a 10 digit number']
  return errors
}

type Closer = { readonly RoleId: number; readonly EntityId: number }
/** Whether these are the books of the user's own place; an administrator closes all. */
export const mayCloseBooks = (entityId: number | null | undefined, who: Closer): Decision =>
  must(
    who.RoleId === role.Administrator || who.EntityId === entityId,
    'Only staff of the legal entity can close its books',
    { code: 'elsewhere' },
  )

/** Two persons reopen books: an administrator asks, accounts staff confirm. */
export const mayAskToReopen = ({ RoleId }: { readonly RoleId: number }): Decision =>
  must(RoleId === role.Administrator, 'Only an administrator can ask to reopen books', { code: 'administrator-only' })
export const mayConfirmReopening = ({ RoleId }: { readonly RoleId: number }): Decision =>
  must(RoleId === role.Accounts, 'Only accounts staff can confirm that books are reopened', { code: 'accounts-only' })

/** The day up to which books are closed: a past day, and never earlier than before. */
export const checkClosing = (till: string | null, before: string | null, now: Date): Decision => {
  if (till === before) return yes
  const at = 'BooksClosedTill'
  return allOf(
    must(till === null || till < dayOf(now), 'Only past days can be closed', { at }),
    must(
      before === null || (till !== null && till > before),
      `The books are already closed up to ${formatDate(before)} and are reopened by two persons: use Reopen Books`,
      {
        at,
      },
    ),
  )
}

/** An age sets the birth date that many years back, not actual. */
export const fromAge = (age: number | null, now: Date): { BirthDate: string | null; IsActualBirthDay: boolean } => ({
  BirthDate: age === null ? null : birthDateOfAge(age, now),
  IsActualBirthDay: false,
})
/** A birth date sets the age in whole years, actual. */
export const fromBirthDate = (
  BirthDate: string | null,
  now: Date,
): { Age: number | null; IsActualBirthDay: boolean } => ({
  Age: BirthDate === null ? null : (ageAt(BirthDate, now)?.years ?? null),
  IsActualBirthDay: true,
})

/**
 * Parent set by the type: the employer for people, the own client for organisations; null where a parent is picked or
 * none is.
 */
export const parentOf = (ClientTypeId: number, user: { EmployerId: number | null; EntityId: number }): number | null =>
  peopleAndPartners.includes(ClientTypeId)
    ? user.EmployerId
    : partOfEntity.includes(ClientTypeId)
      ? user.EntityId
      : null

/** Every role saves patients and doctors; role id 2 or lower also organisations, referrers and couriers. */
export const keptByAll = (ClientTypeId: number | null): boolean =>
  ClientTypeId === null || [Doctor, Patient].includes(ClientTypeId)

/** Types of a new client for the roles that add people at the counter and outside; undefined: all. */
export const addableTypes = (roleId: number): readonly number[] | undefined =>
  roleId > role.Pathologist ? [Doctor, Patient] : undefined

/** Fields that only role id 2 or lower sets: others may not send them for a new client or change stored ones. */
export const restrictedFields = [
  'CreditLimit',
  'CreditDays',
  'UpiId',
  'OpeningBalance',
  'BooksClosedTill',
  'CanRefer',
  'MaxDiscountForReferral',
  'SalesManagerId',
] as const

/** Only role 1 picks the parent, and only of institutions; every other one follows from the type. */
export const picksParent = (ClientTypeId: number | null, user: { RoleId: number }): boolean =>
  ClientTypeId === Institution && user.RoleId === role.Administrator

/** Fields that do not show for a type and are emptied when it is saved; the two links upwards are kept. */
export const hiddenFields = (ClientTypeId: number, values: Deciding): Name[] =>
  namesOf(clientFields).filter(
    (name) =>
      !clientFields[name].computed &&
      !shownFields(ClientTypeId, 1, values).has(name) &&
      name !== 'LegalEntityId' &&
      name !== 'ParentId',
  )

/** Who gives care reads the sensitive results of what it bought: one person may end that, two begin it. */
export const mayGiveCare = (before: boolean, after: boolean): Decision =>
  must(before || !after, 'A second person agrees that this institution gives care: it reads sensitive results then', {
    at: 'GivesCare',
    code: 'second-person',
    needs: { kind: 'care-giver', by: managers },
  })
