// The accounts of the plain books: each seller's, in whole paise, a debit above zero. What is posted has two sides, so
// each seller's add up to zero whatever happens.

/** `money` is in the hands of the network. */
export type Account =
  | 'party'
  | 'sales'
  | 'money'
  | 'bank'
  | 'commission'
  | 'write-off'
  | 'insurer'
  | 'over and short'
  | 'bank charges'
  | 'purchases'
  | 'expenses'
  | 'gst paid'
  | 'gst payable'
  | 'tds payable'
  | 'merged'

/** Rounded half up, of amounts that are not below zero. */
export const part = (amount: number, times: number, of: number): number =>
  Math.floor((2 * amount * times + of) / (2 * of))

export const [deposit, insurer, writeOff] = [47, 48, 49]
/** The account of what is settled by a mode. */
export const settledBy = (mode: number): Account =>
  mode === writeOff ? 'write-off' : mode === insurer ? 'insurer' : 'money'
/** What lies in a drawer: neither a settlement without money nor a draw on a deposit. */
export const isMoney = (mode: number): boolean => ![deposit, insurer, writeOff].includes(mode)

export class Accounts {
  /** By seller and account. */
  readonly sums = new Map<string, number>()

  of(seller: number, account: Account): number {
    return this.sums.get(`${seller} ${account}`) ?? 0
  }
  #add(seller: number, account: Account, amount: number): void {
    this.sums.set(`${seller} ${account}`, this.of(seller, account) + amount)
  }
  post(seller: number, debit: Account, credit: Account, amount: number): void {
    this.#add(seller, debit, amount)
    this.#add(seller, credit, -amount)
  }
  /** All sellers together. */
  total(account: Account): number {
    let sum = 0
    for (const [key, amount] of this.sums) if (key.endsWith(` ${account}`)) sum += amount
    return sum
  }
}
