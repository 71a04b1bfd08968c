// The head and foot of every printed document: the party that issues it.

/** Images are data addresses (`data:image/png;base64,...`; png, jpeg, gif or webp); anything else is left out. */
export type Letterhead = {
  readonly Name: string
  /** The name in the local language and script; absent in reports made before the field existed. */
  readonly LocalName?: string | null
  /** The legal entity behind the name, with its kind. */
  readonly LegalName: string | null
  readonly Address: string | null
  readonly Phone: string | null
  readonly Email: string | null
  readonly TaxId: string | null
  readonly LogoImage: string | null
  /**
   * One line at the foot: accreditation, hours, how to reach the lab. Absent in reports made before the field existed.
   */
  readonly FootLine?: string | null
}

/** The recipient or issuer of a document. */
export type PrintedParty = {
  readonly Name: string
  readonly Address: string | null
  readonly Phone: string | null
  /** GSTIN. */
  readonly TaxId: string | null
  readonly State: string | null
}

/** The code by which an unpaid bill is paid. */
export type PayCode = {
  readonly UpiId: string
  /** A drawing, of the size that the paper gives it. */
  readonly Svg: string
}
