// What is printed at the head of every paper: the party it comes from.

/** Images are data addresses (`data:image/png;base64,...`; png, jpeg, gif or webp); anything else is left out. */
export type Letterhead = {
  readonly Name: string
  /** The legal entity behind the name, and what it is. */
  readonly LegalName: string | null
  readonly Address: string | null
  readonly Phone: string | null
  readonly Email: string | null
  readonly TaxId: string | null
  readonly LogoImage: string | null
}
