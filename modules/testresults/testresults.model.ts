// Result entry: the work items of one sale on one worksheet, with interval, flag, previous value and permitted actions.
import {
  boolean,
  choice,
  datetime,
  defineModel,
  integer,
  json,
  number,
  oneOf,
  reference,
  rows,
  text,
  type DraftOf,
} from '../../core/model.ts'
import type { KeptAtDraw } from '../elements/draw.rules.ts'
import type { Flag, Measurement } from '../elements/ranges.rules.ts'
import { workItemReasons, workItemStatuses } from '../lists/items.model.ts'
import { printedFields, type Printed } from '../testreports/printed/printed.model.ts'
import type {
  Amendment,
  CallAttempt,
  CriticalCall,
  InService,
  Neighbour,
  OutOfService,
  PreviousResult,
  ResultRun,
  TubeFault,
} from './beside.model.ts'

/** Characters of a result, a narrative included. */
export const longestResult = 20_000

export const resultFields = {
  WorkItemId: integer('Id', { required: 'WorkItemId is missing' }),
  Result: text('Result', { maxLength: longestResult }),
  // internal, never printed
  Remarks: text('Remarks', { maxLength: 1000 }),
  ...printedFields,
  StatusId: choice('Status', workItemStatuses),
  ReasonId: choice('Reason', workItemReasons),
  // the version as it was read: a change of another user since is not overwritten
  RowVersion: integer('Version'),
}
export type ResultSent = DraftOf<typeof resultFields>

/** The amendment of a released result: a new value, what is printed beside it, or both. */
export const amendFields = {
  WorkItemId: resultFields.WorkItemId,
  Result: resultFields.Result,
  ...printedFields,
  RowVersion: resultFields.RowVersion,
}
export type AmendSent = DraftOf<typeof amendFields>

/** A released result to withdraw, as it was seen. */
export const withdrawFields = { WorkItemId: resultFields.WorkItemId, RowVersion: resultFields.RowVersion }

/** The changes of one row; an absent field is not changed. */
export type Change = Partial<Printed> & {
  readonly Result?: string | null
  readonly Remarks?: string | null
  readonly StatusId?: number
  readonly ReasonId?: number | null
}
export type Changes = ReadonlyMap<number, Change>
/** The cell's message about the last typed text: why it was not taken, or how it was rounded. */
export type Said = { readonly text: string; readonly refused?: string; readonly rounded?: string }
export type AllSaid = ReadonlyMap<number, Said>
/** Typed texts apart from saved values, by WorkItemId. */
export type Typed = { readonly changes: Changes; readonly said: AllSaid }

/** The source of a value; the database has the same constraint. */
export const resultSources = ['person', 'analyser', 'formula', 'outside lab', 'rule'] as const
export type ResultSource = (typeof resultSources)[number]
/** The sign before the number of a result that is not exact. */
export type Comparator = '<' | '<=' | '>' | '>='

type AtDrawAndPrinted = KeptAtDraw & Printed
/** A row of GET /api/testresults. Measurements are all intervals of the element, for flags at the keystroke. */
export type ResultRow = AtDrawAndPrinted & {
  WorkItemId: number
  ElementId: number
  /** With the time point where the sale has the element at several. */
  Element: string
  /** That measured it; without a result, the planned one. Of the lab, and its kind. */
  LabInstrumentId: number | null
  InstrumentId: number | null
  Instrument: string | null
  /** Of those the sheet chooses; none for what is calculated or measured at an outside lab. */
  InService: readonly InService[]
  OutOfService: readonly OutOfService[]
  MeasuredAt: string | null
  /** The sign, apart from the number of a result that is not exact. */
  Comparator: Comparator | null
  /** Null while there is no result. */
  Source: ResultSource | null
  /** Since when the released value is withdrawn; null while it is in force. */
  WithdrawnOn: string | null
  UnitOfMeasure: string | null
  DecimalPlaces: number | null
  /** The moment of the definition and intervals of the element that apply to it. */
  DefinedAt: string
  /** Of the instrument at this lab, else of the element; frozen with the value. */
  Method: string | null
  Result: string | null
  Flag: Flag | null
  LowValue: number | null
  HighValue: number | null
  CriticallyLowValue: number | null
  CriticallyHighValue: number | null
  PrintableRange: string | null
  /** The interval that judged the result. */
  ElementMeasurementId: number | null
  PreviousResult: string | null
  PreviousDate: string | null
  History: PreviousResult[]
  /** The one drawn before, signed or not, and the one drawn after that is not released; at most two. */
  Neighbours: readonly Neighbour[]
  /** The runs with a value, the first one first; a single one when it was never repeated. */
  Runs: ResultRun[]
  Formula: string | null
  /** Units of the elements that its formula uses, at the moment of its definition, by ElementId; null without one. */
  InputUnits: Readonly<Record<number, string | null>> | null
  NotCalculated: string | null
  PossibleValues: string | null
  AbnormalValues: string | null
  CriticalValues: string | null
  resultTypeId: number
  Remarks: string | null
  StatusId: number
  /** When its test is promised. */
  ReportDate: string
  Status: { ItemName: string; ItemLabel: string }
  ReasonId: number | null
  Reason: { ItemName: string; ItemLabel: string } | null
  ReviewRequired: boolean
  IsDelta: boolean
  NoRange: boolean
  /** Its limits did not judge it fully; a person reviews it. */
  ReviewNeeded: boolean
  /** What speaks against the tube it was measured in, without what a signatory has kept the value for. */
  TubeFaults: readonly TubeFault[]
  EnteredById: number | null
  EnteredBy: string | null
  /** Users who sign for other departments only. */
  NotSignedBy: readonly number[]
  /** Since when a report lists it as not performed. */
  GivenOutAt: string | null
  /** A line that is not cancelled needs it. */
  IsSold: boolean
  /** Name of the verification rule that approved it; null where a person did, or where it is not approved. */
  ApprovedByRule: string | null
  CriticalCall: CriticalCall | null
  CallAttempts: readonly CallAttempt[]
  /** It was issued in another patient's name, and is critical for one of the two: a call to the right one is owed. */
  IsToCallAgain: boolean
  Amendment: Amendment | null
  PrintOnReport: boolean
  /** Its value is seen with its own sale alone, and each opening is noted. */
  IsSensitive: boolean
  /** Its value is not shown before its reader gives a reason. */
  IsClosed?: boolean
  /** Its reference ranges are from the starter catalogue and not confirmed yet. */
  ToBeVerified: boolean
  Measurements: Measurement[]
  /** The first test that asks for it, and all that do: a result that two tests share is released with either. */
  TestId: number | null
  TestIds: readonly number[]
  Test: string | null
  Specimen: string
  SampleId: number
  Barcode: string
  /** When the tube is to be collected: `F`, `T60` ...; null at any time. */
  TimePoint: string | null
  ReceivedDate: string | null
  WorkSheetId: number | null
  LabId: number
  /** The lab that enters what an outside lab reports on paper; null where the performing lab enters it itself. */
  KeeperId: number | null
  /** Its name, where an outside lab performs it. */
  OutsideLab: string | null
  /** Whether a report of an outside lab is stored with the sale. */
  HasPaper: boolean
  SaleId: number
  RowVersion: number
  Sale: {
    SaleId: number
    AccessionNo: string
    /** Null while the sale is unlocked at the counter. */
    AccessionDate: string | null
    SaleDate: string
    CollectionDate: string
    IsStat: boolean
    Outstanding: number
    BuyerIsPatient: boolean
    /** Of the sale. */
    StatusId: number
  }
  Patient: string
  PatientId: number
  Gender: string | null
  GenderId: number | null
  PatientAge: number | null
  AgeDays: number | null
  /** Null: the time of birth is not known. */
  AgeHours: number | null
  BirthDate: string | null
  BirthTime: string | null
  /** Of the tube; null until it is collected. Ages are those on its day. */
  CollectionDate: string | null
  DepartmentId: number
  Department: string
  DoctorName: string
  DoctorPhone: string | null
  DeltaCheck: { type: 'abs' | 'pct' | 'any'; limit: number; windowDays: number } | null
  Actions: Partial<
    Record<'update' | 'note' | 'review' | 'approve' | 'release' | 'repeat' | 'amend' | 'withdraw', true | string>
  >
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
  firstRow: 'Results appear here when their laboratory has received the samples.',
  fields: {
    WorkSheetId: integer('Worksheet', { asked: true }),
    SaleId: integer('Sale'),
    WorkItems: rows('Results', resultFields, { rowKey: 'WorkItemId', asked: true }),
    // of the record itself: the sale of the rows
    AccessionNo: text('Accession No', { computed: true }),
    Patient: text('Patient', { computed: true }),
    PatientId: integer('Patient Id', { computed: true }),
    CollectionDate: datetime('Collection Date', { computed: true }),
    StatusId: choice('Status', workItemStatuses, { computed: true }),
    Rows: json<readonly ResultRow[]>('Rows', { computed: true }),
    Typed: json<Typed>('Typed', { view: true }),
    Age: number('Age', { computed: true }),
    EnteredOn: datetime('Entered On', { computed: true }),
  },
  list: [
    'WorkSheetId',
    'AccessionNo',
    'Patient',
    {
      Department: 'text?',
      IsStat: 'boolean?',
      ReportDate: 'datetime?',
      Pending: 'integer?',
      ToApprove: 'integer?',
      Normal: 'integer?',
      ToRelease: 'integer?',
      Critical: 'integer?',
    },
    'SaleId',
    { Items: 'integer?', LabId: 'integer' },
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    Name: text('Patient'),
    DepartmentId: reference('Department', 'department'),
    State: oneOf('State', [
      ['pending', 'To enter'],
      ['approve', 'To approve'],
      ['release', 'To release'],
      ['critical', 'Critical, not released'],
      ['released', 'Released'],
      ['disowned', 'Released, tube not of its sender'],
    ]),
    IsStat: boolean('Stat'),
    IsLate: boolean('Late'),
    AccessionNo: text('Accession No'),
  },
  files: {
    kinds: [
      ['outside', 'Report of an outside lab'],
      ['other', 'Other'],
    ],
    content: ['pdf'],
    about: { outside: 'Tests' },
    largest: 5_000_000,
    most: 20,
  },
  wide: true,
  permits: ['list', 'read', 'update', 'review', 'approve', 'release', 'amend'],
})
