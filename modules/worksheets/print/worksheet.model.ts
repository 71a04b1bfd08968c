// The data of a printed worksheet: the tubes to run, in order, each with its elements and room for the result.
import type { Letterhead } from '../../../core/letterhead.ts'

export type WorksheetItem = {
  /** AccessionNo-NN. */
  readonly Barcode: string
  readonly Patient: string
  readonly AgeSex: string
  readonly PatientId: string
  readonly Specimen: string
  /** STAT runs first and is marked. */
  readonly Stat: boolean
  readonly Due: string | null
  readonly Tests: readonly { readonly Name: string; readonly Elements: readonly string[] }[]
}

export type WorksheetData = {
  readonly Letterhead: Letterhead
  readonly WorksheetNo: string
  readonly Department: string
  readonly Instrument: string | null
  readonly Generated: string
  readonly GeneratedBy: string | null
  readonly Items: readonly WorksheetItem[]
}
