// A row of result entry: potassium of a man of 46, and eAG, which is calculated from it.
import type { Measurement } from '../../elements/ranges.rules.ts'
import { gender, resultType, workItemStatus } from '../../lists/items.model.ts'
import type { ResultRow } from '../testresults.model.ts'

export const anInterval = (some: Partial<Measurement> = {}): Measurement => ({
  ElementMeasurementId: 1,
  InstrumentId: null,
  GenderId: null,
  MinAge: 0,
  MaxAge: 120,
  LowValue: 3.5,
  HighValue: 5.1,
  CriticallyLowValue: 2.5,
  CriticallyHighValue: 6.5,
  PrintableRange: null,
  PossibleValues: null,
  ...some,
})
export const aRow = (some: Partial<ResultRow> = {}): ResultRow =>
  ({
    WorkItemId: 1,
    SaleId: 9,
    ElementId: 10,
    Element: 'Potassium',
    resultTypeId: resultType.Numeric,
    DecimalPlaces: 1,
    Result: null,
    Flag: null,
    NotCalculated: null,
    Formula: null,
    PossibleValues: null,
    AbnormalValues: null,
    StatusId: workItemStatus.Pending,
    InstrumentId: null,
    GenderId: gender.Male,
    PatientAge: 46,
    AgeDays: 17_000,
    Measurements: [anInterval()],
    PreviousResult: null,
    PreviousDate: null,
    Neighbours: [],
    TubeRejected: null,
    ReviewNeeded: false,
    DeltaCheck: null,
    Sale: { CollectionDate: '2026-11-22T00:00:00Z' },
    ReviewRequired: false,
    IsDelta: false,
    NoRange: false,
    EnteredById: 4,
    CriticalCall: null,
    Amendment: null,
    PrintOnReport: true,
    ToBeVerified: false,
    ...some,
  }) as ResultRow
export const eAg = aRow({
  WorkItemId: 2,
  ElementId: 11,
  Element: 'eAG',
  resultTypeId: resultType.Formula,
  DecimalPlaces: 0,
  Formula: '28.7 * {10} - 46.7',
})
