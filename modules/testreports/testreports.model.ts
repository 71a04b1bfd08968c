// A test report: the issued versions for one accession; its record is that of the sale.
import { datetime, defineModel, digits, integer, json, oneOf, text } from '../../core/model.ts'
import { isStaff } from '../../core/user.ts'
import type { SentLetter } from '../invoices/letters.rules.ts'

/** One issued version; Hash over its frozen content. */
export type ReportVersion = {
  ReportId: number
  ReportNo: string
  Version: number
  State: 'PARTIAL' | 'FINAL' | 'AMENDED' | 'WITHDRAWN'
  Hash: string
  Reason: string | null
  CreatedOn: string
  /** Who released it; hidden from outside readers. */
  CreatedBy?: string
  SupersededOn: string | null
  /** Its recipients by e-mail; hidden from outside readers. */
  Letters?: SentLetter[] | null
  /** What of it was withdrawn after it was issued. */
  Withdrawn: { On: string; Reason: string | null; IsWhole: boolean } | null
  /** Who was informed that it amends or withdraws the one before; hidden from outside readers. */
  Told?: { To: string; How: string; At: string; By: string }[] | null
}

/** The status of a test of the sale. */
type ReportTest = { Code: string; Name: string; Status: string; StatusId: number }

const reportFields = {
  SaleId: integer('Sale Id', { computed: true }),
  AccessionNo: text('Accession No', { computed: true }),
  AccessionDate: datetime('Accession Date', { computed: true }),
  SaleDate: datetime('Sale Date', { computed: true }),
  LRN: text('LRN', { computed: true }),
  Patient: text('Patient', { computed: true }),
  Doctor: text('Doctor', { computed: true }),
  Seller: text('Seller', { computed: true }),
  SaleStatus: text('Status', { computed: true }),
  StatusId: integer('Status', { computed: true }),
  Versions: json<ReportVersion[] | null>('Versions', {
    computed: true,
    fields: {
      CreatedBy: text('Created by', { seen: isStaff }),
      Letters: json<SentLetter[] | null>('E-mail', { seen: isStaff }),
      Told: json<ReportVersion['Told']>('Told', { seen: isStaff }),
    },
  }),
  Tests: json<ReportTest[] | null>('Tests', { computed: true }),
}
export const testreports = defineModel({
  id: 'testreports',
  name: 'Test Reports',
  singular: 'Test Report',
  icon: 'file-check',
  group: 'Laboratory',
  sequence: 50,
  key: ['SaleId'],
  statementId: 1005,
  firstRow: 'A report appears here when a result of its sale is released.',
  fields: reportFields,
  list: [
    'SaleId',
    'AccessionNo',
    'Patient',
    { State: 'text?' },
    'LRN',
    'SaleDate',
    'Doctor',
    'Seller',
    { Version: 'integer?', ReportedDate: 'datetime?' },
    'SaleStatus',
    'StatusId',
    { SellerId: 'integer' },
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    Patient: text('Patient'),
    Doctor: text('Doctor'),
    LRN: digits('LRN'),
    AccessionNo: text('Accession No'),
    State: oneOf('State', [
      ['PARTIAL', 'Partial'],
      ['FINAL', 'Final'],
      ['AMENDED', 'Amended'],
      ['WITHDRAWN', 'Withdrawn'],
    ]),
  },
  defaultDays: 5,
  permits: ['list', 'read', 'print'],
})
