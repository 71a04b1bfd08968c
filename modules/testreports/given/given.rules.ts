// Who was given a report, as the server answers it and the screens show it.

/** One recipient of the report of a sale, with the last time. */
export type Given = {
  readonly SaleId: number
  readonly To: string
  readonly What: 'E-mail' | 'Printed' | 'Portal' | 'Telephone'
  readonly At: string
}
