// What is known beside a value: earlier and neighbouring ones, its runs, the calls about it, a waiting amendment, what
// speaks against its tube, which instruments measure it.
import type { Flag } from '../elements/ranges.rules.ts'
import type { CalledRole } from '../lists/called.model.ts'
import type { Printed } from '../testreports/printed/printed.model.ts'

export type PreviousResult = { Result: string; Date: string; Flag: Flag | null }
/** A value of the same element and patient in another sale, drawn next to this one. */
export type Neighbour = {
  readonly AccessionNo: string
  readonly Result: string
  readonly UnitOfMeasure: string | null
  /** On which it was measured; null: not known, or at an outside lab. */
  readonly InstrumentId: number | null
  readonly Instrument: string | null
  /** Of its draw. */
  readonly Date: string
  readonly IsEarlier: boolean
  /** The last signature on this result, or on its amendment where one waits, is of after its entry. */
  readonly IsSeen: boolean
}
/** Key names this very fault, so that another one is decided again. */
export type TubeFault = { readonly Key: string; readonly Says: string }
export type CriticalCall = {
  CalledTo: string
  CalledRole: CalledRole | null
  CalledPhone: string | null
  CalledAt: string
  CalledBy: string
  ReadBack: boolean
  Remarks: string | null
}
/** Who did not answer may have no name. */
export type CallAttempt = Omit<CriticalCall, 'ReadBack' | 'CalledTo'> & { CalledTo: string | null }
/** The outcome of one run of a repeated result. */
export type ResultRun = {
  ResultId: number
  Run: number
  Result: string
  UnitOfMeasure: string | null
  Flag: Flag | null
  EnteredBy: string
  MeasuredAt: string
  Instrument: string | null
  /** Why it was repeated, or chosen. */
  Reason: string | null
  /** Its value is the current one. */
  IsCounting: boolean
  /** Measured in the present tube, not in one that has since been rejected. */
  IsOfTube: boolean
}
/** A new version of a released result that waits for a signatory, with what would be printed beside it. */
export type Amendment = Printed & {
  ResultId: number
  Result: string | null
  NotCalculated: string | null
  Flag: Flag | null
  EnteredById: number
  EnteredBy: string
  EnteredOn: string
  ReasonId: number | null
  Remarks: string | null
  /** It takes the released value back, and gives none. */
  IsWithdrawal: boolean
  /** The patient or the draw was corrected: the value in force was judged by what was wrong. */
  IsJudgedAnew: boolean
  LowValue: number | null
  HighValue: number | null
  PrintableRange: string | null
  IsDelta: boolean
  NoRange: boolean
  ReviewNeeded: boolean
  /** When a signatory reviewed it. */
  ReviewedOn: string | null
  CriticalCall: CriticalCall | null
  CallAttempts: readonly CallAttempt[]
}
/** An instrument in service at the lab that measures the element. */
export type InService = {
  readonly LabInstrumentId: number
  readonly InstrumentId: number
  readonly Name: string
  /** By which the lab measures the element on it, else that of the element. */
  readonly Method: string | null
}
/** One that measures it and is out of service, with the reason. */
export type OutOfService = Pick<InService, 'LabInstrumentId' | 'Name'> & { readonly Reason: string }
