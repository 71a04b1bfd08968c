// What the network sets for itself: its name and address, its days, its money, and the titles of signatories.
import {
  boolean,
  date,
  defineModel,
  integer,
  money,
  oneOf,
  percent,
  rows,
  text,
  type DraftOf,
  type Field,
  type RecordOf,
} from '../../core/model.ts'
import { currencies, locales, zones } from './known.rules.ts'
import { paidFor } from './paid-for.rules.ts'

const months = Array.from(
  { length: 12 },
  (_, month) =>
    [
      month + 1,
      new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month)),
    ] as const,
)
/** The title under a name on a paper; empty prints the name alone. */
const signatory = (label: string): Field<string | null> => text(label, { maxLength: 60 })
/** What one person does in a day; empty is no limit. */
const dayLimit = (label: string): Field<number | null> => money(label, { min: 0, range: `${label} cannot be below 0` })
/** What a front desk decides about one sale. */
const saleLimit = (label: string): Field<number | null> =>
  money(label, {
    required: `${label} is required`,
    min: 0,
    range: `${label} cannot be below 0`,
    hint: '0 always asks a second person',
  })

/** TDS on what is paid for, from a day on. */
const gstLimitFields = {
  GstLimitId: integer('Id', { computed: true }),
  EffectiveFromDate: date('From', { required: 'From is required' }),
  LargeValue: money('Named Above', {
    required: 'Named Above is required',
    min: 0,
    range: 'Named Above cannot be below 0',
  }),
}
const tdsRateFields = {
  TdsRateId: integer('Id', { computed: true }),
  PaidFor: oneOf('Paid For', paidFor, { required: 'Paid For is required' }),
  EffectiveFromDate: date('From', { required: 'From is required' }),
  Section: text('Section', { required: 'Section is required', maxLength: 20 }),
  Rate: percent('Rate', { required: 'Rate is required', min: 0, max: 100, range: 'Rate must be between 0% and 100%' }),
  RateWithoutPan: percent('Rate Without PAN', {
    required: 'Rate Without PAN is required',
    min: 0,
    max: 100,
    range: 'Rate Without PAN must be between 0% and 100%',
  }),
  Threshold: money('Threshold of a Year', { otherwise: 0, min: 0, range: 'Threshold of a Year cannot be below 0' }),
}

/** Rupees up to which one person decides; none is 0. */
const atLeastNone = (label: string, hint?: string) =>
  money(label, {
    required: `${label} is required`,
    min: 0,
    range: `${label} cannot be below 0`,
    ...(hint && { hint }),
  })

export const settingsFields = {
  SettingsId: integer('Settings Id', { computed: true }),
  Name: text('Network Name', { required: 'Network Name is required', maxLength: 200 }),
  PublicAddress: text('Public Address', {
    maxLength: 200,
    hint: 'Printed on reports as a QR code for looking them up; without it, reports sent by e-mail have no code',
  }),
  TimeZone: text('Time Zone', { required: 'Time Zone is required', maxLength: 60, suggestions: zones }),
  YearStartMonth: oneOf('Financial Year Starts', months, { required: 'Financial Year Starts is required' }),
  Currency: text('Currency', { required: 'Currency is required', maxLength: 3, suggestions: currencies }),
  Locale: text('Locale', { required: 'Locale is required', maxLength: 35, suggestions: locales }),
  CommissionLimit: atLeastNone('Commission Beyond the Schemes', '0 always asks a second person'),
  MatchFeePercent: percent('Fee of a Bank', {
    required: 'Fee of a Bank is required',
    min: 0,
    max: 100,
    range: 'Fee of a Bank must be between 0 and 100',
    hint: '0 always asks a manager',
  }),
  MatchDepositFeePercent: percent('Fee of a Cash Deposit', {
    required: 'Fee of a Cash Deposit is required',
    min: 0,
    max: 100,
    range: 'Fee of a Cash Deposit must be between 0 and 100',
    hint: '0 always asks a manager',
  }),
  MatchChargeLimit: atLeastNone('Charge of a Bank', '0 always asks a manager'),
  BankOpeningLimit: atLeastNone('Opening Balance of an Account', '0 always asks a second person'),
  CashNotes: text('Notes and Coins', {
    maxLength: 120,
    hint: 'Like 500, 200, 100, 50, 20, 10, 5, 2, 1',
  }),
  DifferenceLimit: atLeastNone(
    'Difference Without a Second Person',
    'Of a day, over all batches that one person counts',
  ),
  CashOnTile: boolean('Cash of an Open Batch on Its Tile'),
  DeskRefundLimit: dayLimit('Refunds, Front Desk'),
  AccountsRefundLimit: dayLimit('Refunds, Accounts'),
  DeskTakeBackLimit: dayLimit('Cancelled Receipts, Front Desk'),
  AccountsTakeBackLimit: dayLimit('Cancelled Receipts, Accounts'),
  DeskWriteOffLimit: dayLimit('Write-offs, Front Desk'),
  AccountsWriteOffLimit: dayLimit('Write-offs, Accounts'),
  AccountsInsurerLimit: dayLimit('Settled by Insurers, Accounts'),
  ManagerWriteOffLimit: dayLimit('Write-offs, Manager'),
  ManagerInsurerLimit: dayLimit('Settled by Insurers, Manager'),
  AccountsDeductedLimit: dayLimit('TDS of Customers, Accounts'),
  ManagerDeductedLimit: dayLimit('TDS of Customers, Manager'),
  OpeningCreditLimit: atLeastNone('Opening Balances in Favour of Clients', '0 always asks a second person'),
  AccountsTaxLimit: dayLimit('GST and TDS Paid, Accounts'),
  DeskDiscountLimit: saleLimit('Discount Beyond the Doctor’s'),
  DeskCreditLimit: saleLimit('Credit Beyond the Limit'),
  DeskCancelLimit: dayLimit('Cancelled After Payment'),
  DeskPaidOutLimit: dayLimit('Petty Cash, Front Desk'),
  AccountsPaidOutLimit: dayLimit('Petty Cash, Accounts'),
  DeskOwnBillLimit: dayLimit('Own Purchase Bills Paid, Front Desk'),
  AccountsOwnBillLimit: dayLimit('Own Purchase Bills Paid, Accounts'),
  PurchaseDifferenceLimit: atLeastNone('Purchase Bill Beyond What Was Agreed', '0 always asks a second person'),
  DeskDraws: boolean('Tubes Are Drawn at the Accession'),
  IdentifyAtDraw: boolean('Patient Is Identified at the Draw'),
  RoundBills: boolean('Bills of Patients Rounded'),
  TdsRates: rows('TDS on commission and purchase bills', tdsRateFields, {
    rowKey: 'TdsRateId',
    rowCounts: 'EffectiveFromDate',
    kept: { table: 'tds_rates' },
  }),
  GstLimits: rows('Large invoices of GSTR-1', gstLimitFields, {
    rowKey: 'GstLimitId',
    rowCounts: 'EffectiveFromDate',
    kept: { table: 'gst_limits' },
  }),
  ReportSignatory: signatory('Who approves, on reports'),
  BillSignatory: signatory('Who bills, on bills'),
  WorksheetSignatory: signatory('Who generates, on worksheets'),
  /** Bills or payments exist: their days and amounts were written in the zone and currency of their time. */
  HasWork: boolean('Has Work', { computed: true }),
}
export type Settings = RecordOf<typeof settingsFields>
export type SettingsDraft = DraftOf<typeof settingsFields>

export const settings = defineModel({
  id: 'settings',
  name: 'Settings',
  singular: 'Settings',
  icon: 'settings',
  group: 'Set-up',
  sequence: 200,
  key: ['SettingsId'],
  statementId: 1050,
  single: 1,
  createdBy: [],
  fields: settingsFields,
  list: ['SettingsId', 'Name', 'TimeZone', 'Currency', 'Locale'],
  filters: {},
  permits: ['list', 'read', 'update'],
})
