// What the plain books of a month keep: sales, invoices, money, drawers, referrals; amounts in whole paise.

export type Line = {
  readonly id: number
  readonly price: number
  discount: number
  /** Percent of the line's net, as recorded on the sale. */
  readonly percent: number
  live: boolean
  /** Of a product that is taxed, at 18 % in its price. */
  readonly taxed: boolean
}
export type Sale = {
  readonly id: number
  readonly seller: number
  buyer: number
  readonly isWalkIn: boolean
  /** It was accessioned, or is the leg of another one: it is not changed any more. */
  isUnderWay: boolean
  readonly isLeg: boolean
  readonly referrer: number | null
  /** yyyy-mm of its date. */
  readonly month: string
  /** ISO; money is allocated in this order. */
  readonly date: string
  lines: Line[]
  addl: number
  live: boolean
  invoice: number | null
}
export type Invoice = {
  readonly id: number
  readonly no: string
  readonly seller: number
  buyer: number
  readonly isSingle: boolean
  /** ISO. */
  readonly since: string
  cancelled: boolean
  sales: number[]
  /** Its net when it was cancelled. */
  frozen: number
}
/** waits and bounced are cheques; back is cancelled. */
export type MoneyState = 'counts' | 'waits' | 'bounced' | 'back'
export type Money = {
  readonly id: number
  readonly seller: number
  party: number
  readonly invoice: number | null
  /** Below zero for money given. */
  readonly amount: number
  readonly mode: number
  /** None where it was settled without money. */
  readonly batch: number | null
  /** ISO. */
  readonly since: string
  state: MoneyState
  /** Tax, withheld or charged, that the government was paid, or gave back. */
  readonly tax?: 'gst payable' | 'tds payable'
  /** What of it the bank has shown. */
  banked: number
}
/** Cash that was brought to the bank. */
export type Out = { readonly id: number; readonly slip: string; readonly amount: number; isSeen: boolean }
export type Bank = { readonly id: number; balance: number }
export type Batch = {
  readonly id: number
  readonly owner: number
  open: boolean
  counted: Map<number, number>
  readonly outs: Out[]
  taken: { mode: number; amount: number }[]
  takenBy: number | null
}
export type Referral = {
  readonly id: number
  readonly seller: number
  readonly referrer: number
  readonly month: string
  status: number
  hasManager: boolean
  /** Agreed percent by line. */
  lines: Map<number, number>
  /** What each line was worth when the referral became ready. */
  frozen: Map<number, number>
  /** What lines of earlier referrals lost since they were ready: below zero. */
  takenBack: { readonly line: number; readonly amount: number }[]
}
