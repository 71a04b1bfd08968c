// An element: one thing that is measured, with the specimens it is measured in and its reference ranges.
import {
  boolean,
  choice,
  date,
  defineModel,
  integer,
  json,
  multiline,
  number,
  object,
  oneOf,
  reference,
  rows,
  text,
  yesNo,
  type DraftOf,
} from '../../core/model.ts'
import { genders, resultTypes } from '../lists/items.model.ts'
import { cyclePhases, fastings, pregnancies, pregnancyWeeks, treatments } from '../lists/draw.model.ts'

const age = { min: 0, max: 120, range: 'Age must be between 0 and 120' }
const volume = { min: 0, max: 10_000, range: 'Volume cannot be below 0' }

const elementSpecimenFields = {
  ElementSpecimenId: integer('Id', { computed: true }),
  SpecimenId: reference('Specimen', 'specimen', { names: 'Specimen' }),
  Specimen: object('Specimen', {
    SpecimenId: integer('Id'),
    Name: text('Name'),
    UnitOfMeasure: text('Unit of Measure'),
  }),
  MinVolume: number('Min Volume', volume),
  StdVolume: number('Std Volume', volume),
  // hours after collection in which it can be measured
  StableHours: integer('Stable Hours', { min: 1, max: 87_600, range: 'Stable Hours must be at least 1' }),
  TemperatureId: choice('Temperature', 108),
}
const elementMeasurementFields = {
  ElementMeasurementId: integer('Id', { computed: true }),
  // empty: any instrument, any gender, any state at the draw, any age
  InstrumentId: reference('Instrument', 'instrument', { names: 'Instrument' }),
  Instrument: object('Instrument', { InstrumentId: integer('Id'), Name: text('Name') }),
  GenderId: choice('Gender', genders),
  Pregnancy: oneOf('Pregnancy', pregnancies),
  // completed weeks at the draw, both included; only of ranges for pregnant patients
  MinWeeks: integer('Min Weeks', pregnancyWeeks),
  MaxWeeks: integer('Max Weeks', pregnancyWeeks),
  Fasting: oneOf('Fasting', fastings),
  CyclePhase: oneOf('Cycle Phase', cyclePhases),
  Treatment: oneOf('Treatment', treatments),
  // completed years, both included
  MinAge: integer('Min Age', age),
  MaxAge: integer('Max Age', age),
  // completed days, for the first year of life
  MinAgeDays: integer('Min Age Days', { min: 0, max: 366, range: 'Days must be between 0 and 366' }),
  MaxAgeDays: integer('Max Age Days', { min: 0, max: 366, range: 'Days must be between 0 and 366' }),
  // completed hours, for the first days; used only where the time of birth is known
  MinAgeHours: integer('Min Age Hours', { min: 0, max: 720, range: 'Hours must be between 0 and 720' }),
  MaxAgeHours: integer('Max Age Hours', { min: 0, max: 720, range: 'Hours must be between 0 and 720' }),
  PrintableRange: text('Printable Range', { maxLength: 500 }),
  LowValue: number('Low'),
  HighValue: number('High'),
  CriticallyLowValue: number('Critically Low'),
  CriticallyHighValue: number('Critically High'),
  // split by |
  PossibleValues: text('Possible Values', { maxLength: 1000 }),
  HasImage: boolean('Has Image'),
}
export const elementFields = {
  ElementId: integer('Element Id', { computed: true }),
  Code: text('Code', { maxLength: 20 }),
  Name: text('Name', { required: 'Name is required', maxLength: 120 }),
  Description: multiline('Description', { maxLength: 500 }),
  UnitOfMeasure: text('Unit of Measure', { required: 'Unit of Measure is required', maxLength: 30 }),
  DepartmentId: reference('Department', 'department', { required: 'Department is required', names: 'Department' }),
  Department: object('Department', { DepartmentId: integer('Id'), Name: text('Name') }),
  DecimalPlaces: integer('Decimal Places', { min: 0, max: 6, range: 'Decimal Places must be between 0 and 6' }),
  ReviewRequired: boolean('Review Required'),
  ResultTypeId: choice('Result Type', resultTypes, { required: 'Result Type is required' }),
  // elements by their key in braces
  Formula: text('Formula', {
    maxLength: 1000,
    keyed: { path: '/api/elements', value: 'ElementId', label: 'Name' },
  }),
  Method: text('Method', { maxLength: 120 }),
  Loinc: text('LOINC', { maxLength: 20 }),
  Ucum: text('UCUM', { maxLength: 30 }),
  // answers that are abnormal among the possible values, split by |
  AbnormalValues: text('Abnormal Values', { maxLength: 1000 }),
  // answers, or texts, about which somebody is called, split by |
  CriticalValues: text('Critical Values', { maxLength: 1000 }),
  // { type: abs | pct, limit, windowDays }
  DeltaCheck: json('Delta Check'),
  SampleTimePoint: text('Sample Time Point', { maxLength: 40 }),
  PrintOnReport: boolean('Print On Report'),
  // read with the sale that ordered it and nowhere else: no previous result on paper, no trend
  IsSensitive: boolean('Sensitive'),
  // the inputs of its formula that make it sensitive without a mark of its own
  SensitiveThrough: text('Sensitive Through', { computed: true }),
  // its reference ranges came with the starter catalogue, and no one here has confirmed them yet
  ToBeVerified: boolean('Ranges To Be Verified', { computed: true }),
  IsActive: boolean('Active'),
  // what the user answers where the unit is changed and its ranges or formulas are not
  SameUnit: boolean('Another spelling of the same unit', { asked: true }),
  FormulasChecked: boolean('Formulas checked for the new unit', { asked: true }),
  // the day from which changed ranges hold; empty: from the moment they are agreed to
  RangesFrom: date('New Ranges Hold From', { asked: true }),
  // the ranges of the record hold only from this day on; empty: they hold
  ComingFrom: date('Ranges Hold From', { computed: true }),
  ElementSpecimens: rows('Specimens', elementSpecimenFields, {
    rowKey: 'ElementSpecimenId',
    rowCounts: 'SpecimenId',
    kept: { table: 'element_specimens', order: 'sequence' },
  }),
  ElementMeasurements: rows('Reference Ranges', elementMeasurementFields, {
    rowKey: 'ElementMeasurementId',
    kept: { table: 'element_measurements', order: 'sequence', dated: true },
  }),
}
export type ElementDraft = DraftOf<typeof elementFields>

export const elements = defineModel({
  id: 'elements',
  name: 'Elements',
  singular: 'Element',
  icon: 'test-pipe-2',
  group: 'Set-up',
  sequence: 40,
  key: ['ElementId'],
  statementId: 1012,
  firstRow: 'An element is one thing that is measured. Departments and specimens come first.',
  fields: elementFields,
  list: [
    'ElementId',
    'Code',
    'Name',
    { Department: 'text?' },
    'UnitOfMeasure',
    { ResultType: 'text?' },
    'Method',
    'ReviewRequired',
    'IsActive',
    'DepartmentId',
  ],
  filters: {
    ElementId: integer('Element Id'),
    Name: text('Name'),
    Code: text('Code'),
    DepartmentId: reference('Department', 'department'),
    IsActive: yesNo('Active'),
    ToBeVerified: yesNo('Ranges To Be Verified'),
  },
  imports: true,
  permits: ['list', 'read', 'create', 'update'],
})
