// A client: any organisation or person of the network, from legal entities to patients. Its fields depend on
// the type.
import {
  boolean,
  choice,
  date,
  defineModel,
  email,
  image,
  integer,
  money,
  multiline,
  number,
  object,
  oneOf,
  percent,
  phone,
  reference,
  text,
  yesNo,
  type DraftOf,
} from '../../core/model.ts'
import { isPrivileged, isStaff } from '../../core/user.ts'
import { billCycles, clientTypes, genders, paymentTypes } from '../lists/items.model.ts'
import { paidForBills } from '../settings/paid-for.rules.ts'

const named = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })

export const clientFields = {
  ClientId: integer('Client Id', { computed: true }),
  ClientTypeId: choice('Client Type', clientTypes, { required: 'Client Type is required' }),
  ClientType: object('Client Type', { ItemLabel: text('Label') }),
  Name: text('Name', { required: 'Name is required', maxLength: 120 }),
  NameAlias: text('Name Alias', { maxLength: 120 }),
  Specialization: text('Specialization', { maxLength: 120 }),
  GenderId: choice('Gender', genders),
  // completed years today; with BirthDate the other follows
  Age: integer('Age', { min: 0, max: 120, range: 'Age must be between 0 and 120' }),
  BirthDate: date('Birth Date', { notFuture: 'Birth Date cannot be later than today' }),
  // hh:mm in the network's zone; of a newborn, whose intervals are by hours of life
  BirthTime: text('Birth Time', {
    maxLength: 5,
    pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
    patternMessage: 'Birth Time must be like 07:30',
  }),
  IsActualBirthDay: boolean('Actual Birth Date'),
  // cm and kg
  Height: number('Height', { min: 30, max: 250, range: 'Height must be between 30 and 250' }),
  Weight: number('Weight', { min: 1, max: 500, range: 'Weight must be between 1 and 500' }),
  AnniversaryDate: date('Anniversary Date', { notFuture: 'Anniversary Date cannot be later than today' }),
  ParentId: reference('Parent', 'parent', { names: 'ParentClient' }),
  ParentClient: named('Parent'),
  LegalEntityId: reference('Legal Entity', 'legalentity', { names: 'LegalEntity' }),
  LegalEntity: named('Legal Entity'),
  Code: text('Code', { maxLength: 20 }),
  BillPrefix: text('Bill Prefix', {
    pattern: /^[A-Z]{3}$/,
    patternMessage: 'Prefix must have exactly 3 uppercase letters',
  }),
  Area: text('Area', { maxLength: 80 }),
  Address: multiline('Address', { maxLength: 500 }),
  City: text('City', { maxLength: 80 }),
  State: text('State', { maxLength: 80 }),
  Zipcode: text('Zipcode', { maxLength: 12 }),
  MobilePhone: phone('Mobile Phone'),
  WorkPhone: text('Work Phone', { maxLength: 20 }),
  HomePhone: text('Home Phone', { maxLength: 20 }),
  Phone: text('Phone', { computed: true }),
  Email: email('Email', { maxLength: 120 }),
  ContactPersonName: text('Contact Person', { maxLength: 120 }),
  ContactPersonPhone: text('Contact Person Phone', { maxLength: 20 }),
  NationalId: text('National Id', { maxLength: 30 }),
  RegistrationKey: text('Tax ID', { maxLength: 30 }),
  SalesManagerId: reference('Sales Manager', 'salesmanager', { names: 'SalesManager' }),
  SalesManager: object('Sales Manager', { UserId: integer('Id'), FullName: text('Name') }),
  CanRefer: boolean('Can Refer'),
  MaxDiscountForReferral: percent('Max Discount For Referral', {
    min: 0,
    max: 100,
    range: 'Discount must be less than 100%',
    seen: isStaff,
  }),
  PaymentTypeId: choice('Payment Type', paymentTypes),
  BillCycleId: choice('Bill Cycle', billCycles),
  // empty is no limit, 0 is no credit
  CreditLimit: money('Credit Limit', { min: 0, range: 'Credit Limit cannot be below 0', seen: isPrivileged }),
  // to pay an invoice; empty is 30 on credit, else none
  CreditDays: integer('Credit Days', { min: 0, max: 365, range: 'Credit Days must be between 0 and 365' }),
  OpeningBalance: money('Opening Balance', { seen: isPrivileged }),
  /** Who is paid for it by purchase bills has tax withheld; of referrers it is commission. */
  TdsOn: oneOf('TDS On', paidForBills, { seen: isStaff }),
  /** With a PAN; empty is the rate of the network. */
  TdsRate: percent('TDS Rate', {
    min: 0,
    max: 100,
    range: 'TDS Rate must be between 0% and 100%',
    seen: isStaff,
  }),
  EmailStatements: boolean('Email Statements'),
  EmailReports: boolean('Email Reports'),
  // of an institution: it treats patients, and reads sensitive results of what it bought; an employer does not
  GivesCare: boolean('Gives Care'),
  AutoDispatch: boolean('Auto Dispatch'),
  ConsigneeId: reference('Recipient', 'consignee', { names: 'Consignee' }),
  Consignee: named('Recipient'),
  CourierId: reference('Courier', 'courier', { names: 'Courier' }),
  Courier: named('Courier'),
  // hh:mm, comma separated, network time
  DispatchTimes: text('Dispatch Times', {
    maxLength: 60,
    pattern: /^([01]\d|2[0-3]):[0-5]\d(\s*,\s*([01]\d|2[0-3]):[0-5]\d)*$/,
    patternMessage: 'Dispatch Times must be like 11:00, 17:30',
  }),
  // for its papers; what a lab or centre has not set comes from the organisation above it
  LocalName: text('Local Name', { maxLength: 120 }),
  Logo: image('Logo'),
  FootLine: text('Foot Line', { maxLength: 160 }),
  // to whom its unpaid bills are paid by UPI: the code on them
  UpiId: text('UPI Id', {
    maxLength: 120,
    pattern: /^[A-Za-z0-9._-]{2,60}@[A-Za-z][A-Za-z0-9]{1,40}$/,
    patternMessage: 'UPI Id must be like laboratory@bank',
  }),
  // of a legal entity: no entry is posted on this day or before it
  BooksClosedTill: date('Books Closed Till', { seen: isPrivileged }),
  IsActive: boolean('Active'),
  MergedIntoId: integer('Merged into', { computed: true }),
  UserName: text('User Name', { computed: true }),
}
export type ClientDraft = DraftOf<typeof clientFields>

const activeFilter = yesNo('Active')
const clientFilters = {
  ClientTypeId: choice('Client Type', clientTypes),
  Name: text('Name'),
  Area: text('Area'),
  MobilePhone: text('Mobile Phone'),
  ParentId: reference('Parent Client', 'parent'),
  IsActive: activeFilter,
  ProductId: reference('Product', 'product'),
}
export const personFilters = {
  Name: text('Name'),
  Area: text('Area'),
  MobilePhone: text('Mobile Phone'),
  IsActive: activeFilter,
}

export const clients = defineModel({
  id: 'clients',
  name: 'Clients',
  singular: 'Client',
  icon: 'building',
  group: 'People',
  sequence: 70,
  key: ['ClientId'],
  statementId: 1009,
  fields: clientFields,
  list: [
    'ClientId',
    { ClientType: 'text?' },
    'Name',
    'Code',
    'Area',
    'City',
    'MobilePhone',
    { Parent: 'text?' },
    'IsActive',
    'ClientTypeId',
    'ParentId',
  ],
  filters: clientFilters,
  // people are made on the same screen
  createdBy: ['clients', 'patients', 'doctors', 'referrers'],
  files: {
    kinds: [
      ['agreement', 'Agreement'],
      ['identity', 'Proof of identity'],
      ['other', 'Other'],
    ],
    content: ['pdf', 'png', 'jpeg'],
    largest: 5_000_000,
    most: 50,
  },
  imports: true,
  permits: ['list', 'create', 'read', 'update', 'merge'],
})
