// The network's settings: its name, time zone, currency, locale, financial year, and the signatories of its documents.
// The server reads them at the start and after a change, the browser with the session.
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
  acceptedNames: string[]
  /** Rupees of a referral beyond its schemes, up to which one person agrees to them and makes it ready. */
  commissionLimit: number
  /** What accounts staff match with a line of a bank: percent of fee, and rupees of a charge alone. */
  matchFeePercent: number
  /** Percent of a cash deposit that accounts staff match as the fee of the bank. */
  matchDepositFeePercent: number
  matchChargeLimit: number
  /** Rupees of an opening balance of a bank account that one person enters alone. */
  bankOpeningLimit: number
  /** Rupees of a sale that a front desk gives beyond the discount of the doctor, and lends beyond a credit limit. */
  deskDiscountLimit: number
  deskCreditLimit: number
  /** Rupees received for a sale that one person cancels; null is no limit. */
  deskCancelLimit: number | null
  /** Who accessions a sale draws its tubes; else they wait to be drawn. */
  deskDraws: boolean
  /** The person who draws a tube scans the bill or types a second identifier. */
  identifyAtDraw: boolean
  /** What a patient pays is rounded to whole rupees. */
  roundBills: boolean
  /** The designation printed under a signatory's name; null prints the name alone. */
  reportSignatory: string | null
  billSignatory: string | null
  worksheetSignatory: string | null
}

/** The settings until the network has its own. */
export const network: Network = {
  name: 'Aliquot',
  timeZone: 'Asia/Kolkata',
  currency: 'INR',
  locale: 'en-IN',
  yearStartMonth: 4,
  publicAddress: null,
  acceptedNames: [],
  commissionLimit: 500,
  matchFeePercent: 5,
  matchDepositFeePercent: 0,
  matchChargeLimit: 1000,
  bankOpeningLimit: 0,
  deskDiscountLimit: 0,
  deskCreditLimit: 0,
  deskCancelLimit: 5000,
  deskDraws: true,
  identifyAtDraw: false,
  roundBills: false,
  reportSignatory: 'Authorised signatory',
  billSignatory: null,
  worksheetSignatory: null,
}

/** Applies the given settings; missing ones do not change. */
export const setNetwork = (settings: Partial<Network>): void => void Object.assign(network, settings)
