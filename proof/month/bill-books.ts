// The purchase bills of the plain books: what suppliers charge, are paid, and have tax withheld from, in whole paise. As
// the law has it: once a year's payments to a party, without their GST, are beyond a threshold, all of them are taxed.
import { financialYear } from '../../core/dates.ts'
import { part } from './accounts.ts'
import type { Books } from './books.ts'
import type { Money } from './records.ts'

/** What a legal entity withholds from a supplier: percent, and the paise of a year without tax. */
export type Withheld = { readonly section: string; readonly percent: number; readonly threshold: number }
export type Supplier = {
  readonly id: number
  /** The only place that it works for; null where all laboratories share it. */
  readonly place: number | null
  /** Where what it charges is posted. */
  readonly account: 'purchases' | 'expenses'
  readonly tax: Withheld | null
}
export type BillLine = { readonly work: number | null; readonly amount: number; readonly agreed: number }
export type Bill = {
  readonly id: number
  readonly no: string
  readonly supplier: number
  readonly seller: number
  readonly day: string
  lines: BillLine[]
  gst: number
  live: boolean
  /** Who accepted what it charges beyond what was agreed, on which day. */
  accepted: { by: number; day: string; more: number }
}
/** Tax that was withheld: a payment without money, beside its payment unless it took all of that. */
export type Tax = {
  readonly money: Money
  readonly payment: number | null
  readonly section: string
  readonly base: number
  readonly day: string
  live: boolean
  /** The transaction by which the government has it. */
  paidBy: number | null
}
type Put = { readonly money: number; readonly bill: number; readonly amount: number }

/** GST of this walk is 18 % of whole rupees: 9 in 59 of what is paid. */
const gstIn = (paid: number): number => part(paid, 9, 59)

export class BillBooks {
  readonly suppliers: Supplier[] = []
  readonly bills = new Map<number, Bill>()
  readonly taxes: Tax[] = []
  /** Payments with the day of each; `gone` once it was cancelled, in its batch or by its opposite. */
  readonly payments = new Map<number, { readonly money: Money; readonly day: string; gone: boolean }>()
  puts: Put[] = []
  /** The day on which they begin. */
  since = ''

  supplier(id: number): Supplier {
    const one = this.suppliers.find((supplier) => supplier.id === id)
    if (!one) throw new Error(`There is no supplier ${id}`)
    return one
  }
  work({ lines }: Pick<Bill, 'lines'>): number {
    return lines.reduce((sum, { amount }) => sum + amount, 0)
  }
  total(bill: Pick<Bill, 'lines' | 'gst'>): number {
    return this.work(bill) + bill.gst
  }
  /** What is charged beyond what was agreed; GST of 18 % is what the law charges. */
  more({ lines }: Pick<Bill, 'lines'>): number {
    return lines.reduce((sum, { amount, agreed }) => sum + Math.max(0, amount - agreed), 0)
  }
  paid(bill: number): number {
    return this.puts.reduce((sum, put) => sum + (put.bill === bill ? put.amount : 0), 0)
  }
  due(bill: Bill): number {
    return bill.live ? this.total(bill) - this.paid(bill.id) : 0
  }
  /** A test is charged by one bill. */
  isBilled(work: number, but?: Bill): boolean {
    return [...this.bills.values()].some(
      (bill) => bill.live && bill !== but && bill.lines.some((line) => line.work === work),
    )
  }
  /** What was paid and is on no bill, the oldest first. */
  ahead(seller: number, supplier: number): { id: number; left: number }[] {
    return [...this.payments]
      .filter(([, { money, gone }]) => money.seller === seller && money.party === supplier && !gone)
      .map(([id, { money }]) => ({
        id,
        left: this.puts.reduce((left, put) => left - (put.money === id ? put.amount : 0), -money.amount),
      }))
      .filter(({ left }) => left > 0)
      .sort((a, b) => a.id - b.id)
  }
  aheadSum(seller: number, supplier: number): number {
    return this.ahead(seller, supplier).reduce((sum, { left }) => sum + left, 0)
  }
  /** Puts what was paid ahead, or one payment, on a bill; answers what it put. */
  put(bill: Bill, only?: number): number {
    let sum = 0
    for (const { id, left } of this.ahead(bill.seller, bill.supplier)) {
      const amount = Math.min(left, this.due(bill))
      if (amount <= 0 || (only !== undefined && id !== only)) continue
      this.puts.push({ money: id, bill: bill.id, amount })
      sum += amount
    }
    return sum
  }
  #post(books: Books, bill: Bill, sign: 1 | -1): void {
    const { account } = this.supplier(bill.supplier)
    books.owe(bill.seller, bill.supplier, account, -sign * this.work(bill))
    books.owe(bill.seller, bill.supplier, 'gst paid', -sign * bill.gst)
  }
  enter(books: Books, bill: Bill): void {
    this.bills.set(bill.id, bill)
    this.#post(books, bill, 1)
    this.put(bill)
  }
  correct(books: Books, bill: Bill, to: Pick<Bill, 'lines' | 'gst' | 'accepted'>): void {
    this.#post(books, bill, -1)
    Object.assign(bill, to)
    this.#post(books, bill, 1)
  }
  cancel(books: Books, bill: Bill): void {
    this.#post(books, bill, -1)
    bill.live = false
    this.puts = this.puts.filter((put) => put.bill !== bill.id)
  }
  /** The tax of a payment of today that is put on a bill; without one it is all for work. */
  taxOf(supplierId: number, amount: number, day: string, bill?: Bill): { amount: number; base: number } | null {
    const { tax } = this.supplier(supplierId)
    if (tax === null) return null
    const { firstDay, lastDay } = financialYear(day)
    const inYear = (one: string): boolean => one >= firstDay && one <= lastDay
    let [year, withGst] = [0, 0]
    for (const payment of this.payments.values())
      if (payment.money.party === supplierId && !payment.gone && inYear(payment.day)) year -= payment.money.amount
    for (const put of this.puts) {
      const payment = this.payments.get(put.money)
      const paidBill = this.bills.get(put.bill)
      if (payment?.money.party === supplierId && inYear(payment.day) && paidBill && paidBill.gst > 0)
        withGst += put.amount
    }
    const taxed = this.taxes.reduce(
      (sum, one) => sum + (one.live && one.money.party === supplierId && inYear(one.day) ? one.base : 0),
      0,
    )
    const all = year - gstIn(withGst) + (bill && bill.gst > 0 ? part(amount, 50, 59) : amount)
    if (all <= tax.threshold) return null
    const whole = part(all - taxed, tax.percent * 100, 10_000)
    const due = Math.min(whole, amount)
    if (due <= 0) return null
    return { amount: due, base: due < whole ? part(due, 10_000, tax.percent * 100) : all - taxed }
  }
  /** A payment, or the tax that is one without money, counts from its day. */
  pay(money: Money, day: string): void {
    this.payments.set(money.id, { money, day, gone: false })
  }
  /** The tax of a payment, or by itself where it took all of it. */
  withhold(books: Books, tax: Tax): void {
    this.taxes.push(tax)
    const { money } = tax
    books.owe(money.seller, money.party, 'tds payable', -money.amount)
    this.pay(money, tax.day)
  }
  /** It was never paid, and its tax not withheld. */
  takeBack(books: Books, id: number): void {
    const tax = this.taxes.find((one) => one.live && (one.payment === id || one.money.id === id))
    for (const one of tax ? [id, tax.money.id] : [id]) {
      const payment = this.payments.get(one)
      if (payment) payment.gone = true
      this.puts = this.puts.filter((put) => put.money !== one)
    }
    if (!tax) return
    tax.live = false
    books.owe(tax.money.seller, tax.money.party, 'tds payable', tax.money.amount)
  }
}
