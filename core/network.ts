// What the network has set for itself: its name, time zone, currency, locale, financial year, and who signs its papers.
// The server reads it at the start and when it was changed, the browser with the session.
export type Network = {
  name: string
  /** IANA name: `Asia/Kolkata`. Days, ages and numbers per month follow it. */
  timeZone: string
  /** ISO 4217: `INR`. */
  currency: string
  /** BCP 47, for figures: `en-IN` groups lakhs. */
  locale: string
  /** 1 to 12: the month in which the financial year starts. */
  yearStartMonth: number
  /**
   * Where patients reach the product, for the code on reports: `https://lab.example.org`; null takes the address of the
   * request.
   */
  publicAddress: string | null
  /** Host names of earlier public addresses, which are still answered. */
  acceptedNames: readonly string[]
  /** What a paper calls the person whose name stands on it; null prints the name alone. */
  reportSignatory: string | null
  billSignatory: string | null
  worksheetSignatory: string | null
}

/** As it is until the network has set its own. */
export const network: Network = {
  name: 'Aliquot',
  timeZone: 'Asia/Kolkata',
  currency: 'INR',
  locale: 'en-IN',
  yearStartMonth: 4,
  publicAddress: null,
  acceptedNames: [],
  reportSignatory: 'Authorised signatory',
  billSignatory: null,
  worksheetSignatory: null,
}

/** Takes over what was set; what is missing stays. */
export const setNetwork = (settings: Partial<Network>): void => void Object.assign(network, settings)
