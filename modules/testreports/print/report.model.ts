// The data of a report: plain JSON, frozen and hashed before it is typeset. Dates and values are already worded; only
// bars take numbers.
import type { LimitClass as DrawnClass } from '../../elements/bar.rules.ts'
import type { Flag } from '../../elements/ranges.rules.ts'
import type { Letterhead } from '../../../core/letterhead.ts'

export type Signatory = {
  readonly Name: string
  /** Degree, post, registration number. */
  readonly Qualification: string | null
  /** "Electronically authorised 21-Nov-2026 12:58 PM". */
  readonly Authorised: string | null
  /** The same moment, to find the last one; absent in reports made before a name could sign for several labs. */
  readonly At?: string
  readonly SignatureImage: string | null
}

type ReportState = 'FINAL' | 'PARTIAL' | 'AMENDED' | 'WITHDRAWN' | 'SUPERSEDED'

/**
 * A class of a decision limit, in the order printed: "borderline 150–199". `Low` is where it begins, null for the
 * lowest.
 */
export type LimitClass = DrawnClass & { readonly Text: string; readonly Applies: boolean }

/** Who was informed of a critical value. */
type CriticalCall = {
  readonly To: string
  /** "telephone". */
  readonly How: string
  readonly ReadBack: boolean
  readonly At: string
  readonly By: string
  /** Repeat, haemolysis index. */
  readonly Note: string | null
}

export type ReportRow = {
  readonly Element: string
  /** Group inside the test ("Red cells"): its head is printed before the first row of each group. */
  readonly Group: string | null
  readonly Method: string | null
  /**
   * `value` is a number in a column; `text` a word or option; `narrative` running text below the name; `not calculated`
   * prints those words.
   */
  readonly Kind: 'value' | 'text' | 'narrative' | 'not calculated'
  readonly Result: string | null
  readonly Unit: string | null
  readonly Flag: Flag | null
  /**
   * Null: no range applies, "Interval not established for this age/sex" is printed. Empty: the element has none,
   * no text is printed.
   */
  readonly IntervalText: string | null
  readonly Low: number | null
  readonly High: number | null
  readonly CriticallyLow: number | null
  readonly CriticallyHigh: number | null
  readonly Classes: readonly LimitClass[]
  /** The interval's text apart from its bounds; absent in reports made before this line existed. */
  readonly IntervalNote?: string | null
  readonly PreviousResult: string | null
  readonly PreviousDate: string | null
  /** The work item of the previous result, never printed; absent in reports made before it was kept. */
  readonly PreviousItem?: number | null
  readonly Comment: string | null
  readonly CriticalCall: CriticalCall | null
  /** On an amended report: "84 LOW in version 2". */
  readonly WasResult: string | null
}

export type ReportTest = {
  readonly Name: string
  /** Next to the name: "Fasting 11 h as stated by the patient". */
  readonly Note: string | null
  readonly Comments: string | null
  /** Name of the referral lab, when another lab performed it. */
  readonly PerformedBy: string | null
  readonly Rows: readonly ReportRow[]
}

export type ReportDepartment = {
  readonly Name: string
  readonly Sample: string | null
  readonly Analyser: string | null
  readonly Approved: string | null
  /**
   * Name and address of the lab that performed the section, where the lab of the letterhead did not perform all of the
   * report; absent in reports made before several labs could perform a sale.
   */
  readonly PerformedBy?: string | null
  readonly Tests: readonly ReportTest[]
  readonly Signatories: readonly Signatory[]
}

export type ReportData = {
  readonly Letterhead: Letterhead
  readonly Patient: {
    readonly Name: string
    /** The name in the local script. */
    readonly LocalName: string | null
    readonly AgeSex: string
    readonly BirthDate: string | null
    readonly PatientId: string
    readonly Gender: string
  }
  readonly Sample: {
    readonly AccessionNo: string
    readonly LRN: string | null
    readonly Collected: string
    /**
     * Where the first tube was drawn; null: at the lab of the letterhead, or not known; absent in reports made before
     * it was kept, which name the client so.
     */
    readonly CollectedAt?: string | null
    readonly Received: string
    readonly Reported: string
    readonly Doctor: string | null
    readonly Client: string | null
    /** `No` is the tube's number after the accession number: "-01". */
    readonly Specimens: readonly { readonly No: string; readonly Specimen: string }[]
  }
  readonly State: ReportState
  readonly Version: number
  /** "2, final, completes 1". */
  readonly VersionText: string
  readonly ReportNo: string
  /** Hex, over the frozen content; the first twelve digits are printed. */
  readonly Hash: string
  /** In the QR: number, version and hash prefix, no name. Empty where no public address is known: no QR. */
  readonly VerifyUrl: string
  /** The address in words, next to the QR. */
  readonly VerifyText: string
  readonly Pending: readonly {
    readonly Test: string
    readonly Sample: string
    readonly State: string
    readonly Expected: string
  }[]
  readonly Amendment: {
    readonly Issued: string
    /** "Replaces version 2 of 21-Nov-2026 01:05 PM". */
    readonly Replaces: string
    readonly WasVersion: number
    readonly Changes: readonly { readonly What: string; readonly Was: string; readonly Is: string }[]
    readonly Reason: string
    readonly By: string
    readonly Informed: string | null
  } | null
  /** Those of the versions before, the first one first; absent in reports made before later versions said so. */
  readonly EarlierAmendments?: readonly NonNullable<ReportData['Amendment']>[]
  /** On a copy of a version of which something was withdrawn since; absent where all of it is in force. */
  readonly Withdrawn?: { readonly On: string; readonly Reason: string; readonly IsWhole: boolean }
  /** On a superseded copy: "Replaced by version 3 of 22-Nov-2026 10:12 AM". */
  readonly SupersededBy: string | null
  readonly Departments: readonly ReportDepartment[]
  readonly Interpretation: readonly { readonly Topic: string; readonly Text: string }[]
}
