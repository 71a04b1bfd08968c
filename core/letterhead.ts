// What is printed at the head and foot of every paper: the party it comes from.

/** Images are data addresses (`data:image/png;base64,...`; png, jpeg, gif or webp); anything else is left out. */
export type Letterhead = {
  readonly Name: string
  /** The name in the language and script of the place; absent in reports made before there was one. */
  readonly LocalName?: string | null
  /** The legal entity behind the name, and what it is. */
  readonly LegalName: string | null
  readonly Address: string | null
  readonly Phone: string | null
  readonly Email: string | null
  readonly TaxId: string | null
  readonly LogoImage: string | null
  /** One line at the foot: accreditation, hours, how to reach the lab. Absent in reports made before there was one. */
  readonly FootLine?: string | null
}

/** Whom a paper is for, or from. */
export type PrintedParty = {
  readonly Name: string
  readonly Address: string | null
  readonly Phone: string | null
  /** GSTIN. */
  readonly TaxId: string | null
  readonly State: string | null
}
