// Result entry: the work items of one sale on one worksheet, with interval, flag, previous value and what may be done next.
import { choice, datetime, defineModel, integer, json, multiline, number, reference, rows, text, type DraftOf } from '../../core/model.ts'
import type { Measurement } from './ranges.rules.ts'

export const resultFields = {
  WorkItemId: integer('Id', { required: 'WorkItemId is missing' }),
  Result: text('Result', { maxLength: 20_000 }),
  // internal, never printed
  Remarks: text('Remarks', { maxLength: 1000 }),
  // external, printed under the result
  Comments: multiline('Comments', { maxLength: 4000 }),
  StatusId: choice('Status', 121),
  ReasonId: choice('Reason', 122),
  // the row as it was read: what somebody else changed since is not written over
  RowVersion: integer('Version'),
}
export type ResultSent = DraftOf<typeof resultFields>

export type PreviousResult = { Result: string; Date: string; Flag: string | null }
type CriticalCall = {
  CalledTo: string
  CalledPhone: string | null
  CalledAt: string
  CalledBy: string
  ReadBack: boolean
  Remarks: string | null
}
/** A row of GET /api/testresults. Measurements are all intervals of the element, for flags at the keystroke. */
export type ResultRow = {
  WorkItemId: number
  ElementId: number
  Element: string
  InstrumentId: number | null
  Instrument: string | null
  UnitOfMeasure: string | null
  DecimalPlaces: number | null
  Method: string | null
  Result: string | null
  Flag: 'N' | 'L' | 'H' | 'LL' | 'HH' | 'A' | null
  LowValue: number | null
  HighValue: number | null
  CriticallyLowValue: number | null
  CriticallyHighValue: number | null
  PrintableRange: string | null
  PreviousResult: string | null
  PreviousDate: string | null
  History: PreviousResult[]
  Formula: string | null
  NotCalculated: string | null
  PossibleValues: string | null
  AbnormalValues: string | null
  resultTypeId: number
  Remarks: string | null
  Comments: string | null
  StatusId: number
  Status: { ItemName: string; ItemLabel: string }
  ReasonId: number | null
  Reason: { ItemName: string; ItemLabel: string } | null
  ReviewRequired: boolean
  IsDelta: boolean
  NoRange: boolean
  EnteredById: number | null
  EnteredBy: string | null
  CriticalCall: CriticalCall | null
  PrintOnReport: boolean
  Measurements: Measurement[]
  TestId: number | null
  Test: string | null
  Specimen: string
  Barcode: string
  ReceivedDate: string | null
  WorkSheetId: number | null
  SaleId: number
  RowVersion: number
  Sale: {
    SaleId: number
    AccessionNo: string
    AccessionDate: string
    SaleDate: string
    ReportDate: string
    CollectionDate: string
    IsStat: boolean
    Outstanding: number
    BuyerIsPatient: boolean
  }
  Patient: string
  PatientId: number
  Gender: string
  GenderId: number | null
  PatientAge: number | null
  AgeDays: number | null
  Department: string
  DoctorName: string
  DoctorPhone: string | null
  DeltaCheck: { type: 'abs' | 'pct' | 'any'; limit: number; windowDays: number } | null
  Actions: Partial<Record<'update' | 'review' | 'approve' | 'release' | 'repeat' | 'amend', true | string>>
}

export const testresults = defineModel({
  id: 'testresults',
  name: 'Test Results',
  singular: 'Test Result',
  icon: 'flask',
  group: 'Laboratory',
  sequence: 40,
  key: ['WorkSheetId', 'SaleId'],
  statementId: 1004,
  fields: {
    WorkSheetId: integer('Worksheet'),
    SaleId: integer('Sale'),
    WorkItems: rows('Results', resultFields, { rowKey: 'WorkItemId' }),
    Rows: json('Rows', { computed: true }),
    Age: number('Age', { computed: true }),
    EnteredOn: datetime('Entered On', { computed: true }),
  },
  filters: { Name: text('Patient'), DepartmentId: reference('Department', 'department') },
  permits: ['list', 'read', 'update', 'review', 'approve', 'release', 'amend'],
})
