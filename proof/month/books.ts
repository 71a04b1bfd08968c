// Plain books of a month, kept independently of the network: what each party owes, holds and is paid, in whole paise,
// by the simplest arithmetic. They take only ids and list prices from the product.
import type { Bank, Batch, Invoice, Line, Money, MoneyState, Referral, Sale } from './records.ts'
import { Accounts, deposit, isMoney, part, settledBy, type Account } from './accounts.ts'

export const paise = (rupees: unknown): number => Math.round(Number(rupees) * 100)
/** Rounded half up; amounts and percentages are never negative here. */
const share = (amount: number, percent: number): number =>
  Math.floor((amount * Math.round(percent * 100) + 5000) / 10_000)
export const lineNet = (line: Line): number => line.price - (line.price - share(line.price, 100 - line.discount))

/** Free money put on an invoice: of a receipt on account, or of an invoice of which too much is paid. */
type Put = {
  readonly money: number | null
  readonly from: number | null
  /** The invoice that it pays; null where a draw on a deposit has used it. */
  readonly to: number | null
  readonly drawn?: number
  readonly amount: number
}

const cash = 40

/** A debit is owed to the seller. */
type Owed = Map<string, number>
const add = (owed: Owed, seller: number, party: number, amount: number): void => {
  const key = `${seller}/${party}`
  owed.set(key, (owed.get(key) ?? 0) + amount)
}

export class Books {
  readonly sales = new Map<number, Sale>()
  readonly invoices = new Map<number, Invoice>()
  readonly money = new Map<number, Money>()
  readonly batches = new Map<number, Batch>()
  readonly referrals = new Map<number, Referral>()
  readonly ledger: Owed = new Map()
  readonly accounts = new Accounts()
  /** The bank account of a laboratory. */
  readonly banks = new Map<number, Bank>()
  puts: Put[] = []
  /** Places of one registration for GST, which charge it. */
  registered = new Set<number>()
  /** The day up to which the books are closed, yyyy-mm-dd. */
  closedTill = ''

  net(sale: Sale): number {
    return sale.live
      ? sale.lines.filter((line) => line.live).reduce((sum, line) => sum + lineNet(line), 0) - sale.addl
      : 0
  }
  /** A line is cancelled, and takes its share of the additional discount along: the rest does not become free. */
  cancelLine(sale: Sale, line: Line): void {
    const live = (): number => sale.lines.reduce((sum, one) => sum + (one.live ? lineNet(one) : 0), 0)
    const before = live()
    line.live = false
    if (live() < before) sale.addl = Math.floor((2 * sale.addl * live() + before) / (2 * before))
    // a sale without a line is cancelled
    if (!sale.lines.some((one) => one.live)) sale.live = false
  }
  invoiceNet(invoice: Invoice): number {
    if (invoice.cancelled) return invoice.frozen
    return invoice.sales.reduce((sum, id) => sum + this.net(this.sale(id)), 0)
  }
  /**
   * The GST in a sale: 18 in 118 of what is taxed of it, with its share of the additional discount, in two halves of
   * whole paise. A registered place charges it to all but places of the same registration.
   */
  tax(sale: Sale): number {
    if (!this.registered.has(sale.seller) || this.registered.has(sale.buyer)) return 0
    const live = sale.live ? sale.lines.filter((line) => line.live) : []
    const sum = (lines: readonly Line[]): number => lines.reduce((all, line) => all + lineNet(line), 0)
    const [all, taxed] = [sum(live), sum(live.filter((line) => line.taxed))]
    return taxed === 0 ? 0 : 2 * part(part(this.net(sale), taxed, all), 9, 118)
  }
  /** What an invoice that is not cancelled has of GST. */
  invoiceTax(invoice: Invoice): number {
    return invoice.cancelled ? 0 : invoice.sales.reduce((all, id) => all + this.tax(this.sale(id)), 0)
  }
  paid(invoice: number): number {
    let sum = 0
    for (const one of this.money.values()) if (one.invoice === invoice && one.state === 'counts') sum += one.amount
    for (const put of this.puts) sum += put.to === invoice ? put.amount : put.from === invoice ? -put.amount : 0
    return sum
  }
  /** What is paid of an invoice by money that names it. */
  paidByName(invoice: number): number {
    return this.paid(invoice) - this.puts.reduce((sum, put) => sum + (put.to === invoice ? put.amount : 0), 0)
  }
  waiting(invoice: number): number {
    let sum = 0
    for (const one of this.money.values()) if (one.invoice === invoice && one.state === 'waits') sum += one.amount
    return sum
  }
  /** The part of an invoice's payments allocated to a sale, oldest first; the only sale of an invoice has all of it. */
  salePaid(sale: Sale): number {
    if (sale.invoice === null) return 0
    const invoice = this.invoice(sale.invoice)
    const paid = this.paid(invoice.id)
    if (invoice.isSingle) return paid
    const order = invoice.sales.map((id) => this.sale(id)).sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id)
    let left = paid
    for (const one of order) {
      const part = Math.max(0, Math.min(this.net(one), left))
      if (one.id === sale.id) return part
      left -= this.net(one)
    }
    throw new Error(`Sale ${sale.id} is not on invoice ${invoice.id}`)
  }
  due(invoice: number): number {
    const one = this.invoice(invoice)
    return (one.cancelled ? 0 : this.invoiceNet(one)) - this.paid(invoice)
  }

  /** By mode: the amounts recorded in the batch and those it took over. */
  held(batch: Batch): Map<number, number> {
    const held = new Map<number, number>()
    const put = (mode: number, amount: number) => held.set(mode, (held.get(mode) ?? 0) + amount)
    for (const one of this.money.values())
      if (one.batch === batch.id && one.state !== 'back' && isMoney(one.mode)) put(one.mode, one.amount)
    for (const { amount } of batch.outs) put(cash, -amount)
    for (const { mode, amount } of batch.taken) put(mode, amount)
    return held
  }

  sale(id: number): Sale {
    return found(this.sales.get(id), `sale ${id}`)
  }
  invoice(id: number): Invoice {
    return found(this.invoices.get(id), `invoice ${id}`)
  }

  /** What a party owes more, against an account of the seller. */
  owe(seller: number, party: number, against: Account, amount: number): void {
    add(this.ledger, seller, party, amount)
    this.accounts.post(seller, 'party', against, amount)
  }
  /** Runs a change to sales of an invoice: its buyer owes the difference. */
  billed(invoice: Invoice, work: () => void): void {
    const net = (): number => (invoice.cancelled ? 0 : this.invoiceNet(invoice))
    const [before, taxBefore] = [net(), this.invoiceTax(invoice)]
    work()
    this.owe(invoice.seller, invoice.buyer, 'sales', net() - before)
    this.accounts.post(invoice.seller, 'sales', 'gst payable', this.invoiceTax(invoice) - taxBefore)
  }
  issue(invoice: Invoice): void {
    this.invoices.set(invoice.id, invoice)
    for (const id of invoice.sales) this.sale(id).invoice = invoice.id
    this.owe(invoice.seller, invoice.buyer, 'sales', this.invoiceNet(invoice))
    this.accounts.post(invoice.seller, 'sales', 'gst payable', this.invoiceTax(invoice))
  }
  /** What a receipt on account has left. */
  rest(one: Money): number {
    if (one.state !== 'counts' || one.invoice !== null || one.amount < 0) return 0
    return this.puts.reduce((left, put) => left - (put.money === one.id ? put.amount : 0), one.amount)
  }
  /** What is paid beyond an invoice and is money: neither what an insurer settled nor what was written off. */
  #beyond(invoice: number): number {
    let settled = 0
    for (const one of this.money.values())
      if (one.invoice === invoice && one.state === 'counts' && settledBy(one.mode) !== 'money') settled += one.amount
    return Math.min(-this.due(invoice), this.paid(invoice) - settled)
  }
  /** What of a buyer pays nothing yet, the oldest first. */
  free(seller: number, buyer: number, only?: Money) {
    const received = [...this.money.values()].filter((one) => one.seller === seller && one.party === buyer)
    const invoices = [...this.invoices.values()].filter(
      (one) => one.seller === seller && one.buyer === buyer && !one.cancelled,
    )
    return [
      ...received.map((one) => ({ money: one.id, from: null, left: this.rest(one), since: one.since })),
      ...invoices.map((one) => ({ money: null, from: one.id, left: this.#beyond(one.id), since: one.since })),
    ]
      .filter(({ left, money }) => left > 0 && (only === undefined || money === only.id))
      .sort((a, b) => a.since.localeCompare(b.since))
  }
  /** A draw on a deposit uses what is free, the oldest first. */
  draw(draw: Money): void {
    let left = draw.amount
    for (const { money, from, left: free } of this.free(draw.seller, draw.party)) {
      if (left === 0) break
      const amount = Math.min(left, free)
      this.puts.push({ money, from, to: null, drawn: draw.id, amount })
      left -= amount
    }
    if (left !== 0) throw new Error(`Transaction ${draw.id} drew ${left} more than there was`)
  }
  /**
   * Free money of a buyer goes to the oldest that it owes, the oldest money first; only that of one receipt where it
   * is named. Keys rise with time.
   */
  settle(seller: number, buyer: number, only?: Money): void {
    const ofBoth = [...this.invoices.values()].filter(
      (one) => one.seller === seller && one.buyer === buyer && !one.cancelled,
    )
    for (const invoice of ofBoth) {
      for (;;) {
        const open = this.due(invoice.id) - this.waiting(invoice.id)
        if (open <= 0) break
        const oldest = this.free(seller, buyer, only)[0]
        if (!oldest) return
        const { money, from, left } = oldest
        this.puts.push({ money, from, to: invoice.id, amount: Math.min(left, open) })
      }
    }
  }
  /** Records received money. */
  receive(one: Money): void {
    if (one.mode === deposit) this.draw(one)
    this.money.set(one.id, one)
    if (one.state === 'counts') this.#settled(one, 1)
  }
  /** A draw moves what a party has already. */
  #settled(one: Money, sign: 1 | -1): void {
    // what the government is paid is of no party
    if (one.tax) this.accounts.post(one.seller, one.tax, 'money', -sign * one.amount)
    else if (one.mode !== deposit) this.owe(one.seller, one.party, settledBy(one.mode), -sign * one.amount)
    else if (sign < 0) this.puts = this.puts.filter((put) => put.drawn !== one.id)
  }
  /** What of it the bank does not show, or shows although it counts no longer. */
  openAtBank(one: Money): number {
    return (one.state === 'counts' ? one.amount : 0) - one.banked
  }
  become(one: Money, state: MoneyState): void {
    if (one.state === 'counts') this.#settled(one, -1)
    if (state === 'counts') this.#settled(one, 1)
    one.state = state
  }
  /** The owner's open batch; it must be this one. */
  batchOf(id: number, owner: number): Batch {
    const known = this.batches.get(id)
    if (known) return known
    for (const one of this.batches.values())
      if (one.owner === owner && one.open) throw new Error(`User ${owner} has two open batches, ${one.id} and ${id}`)
    const batch: Batch = { id, owner, open: true, counted: new Map(), outs: [], taken: [], takenBy: null }
    this.batches.set(id, batch)
    return batch
  }

  line(id: number): { readonly sale: Sale; readonly line: Line } {
    for (const sale of this.sales.values()) for (const line of sale.lines) if (line.id === id) return { sale, line }
    throw new Error(`No line ${id}`)
  }
  /** What a line is worth at a percent: nothing once it, or its sale, is cancelled. */
  worth(id: number, percent: number): number {
    const { sale, line } = this.line(id)
    return sale.live && line.live ? share(lineNet(line), percent) : 0
  }
  commission(referral: Referral): number {
    let sum = 0
    for (const [id, percent] of referral.lines) sum += referral.frozen.get(id) ?? this.worth(id, percent)
    for (const { amount } of referral.takenBack) sum += amount
    return sum
  }
  freeze(referral: Referral): void {
    for (const [id, percent] of referral.lines) referral.frozen.set(id, this.worth(id, percent))
  }
  /** What a seller owes a party. */
  owedTo(seller: number, party: number): number {
    return -(this.ledger.get(`${seller}/${party}`) ?? 0)
  }
  deliver(referral: Referral): void {
    this.owe(referral.seller, referral.referrer, 'commission', -this.commission(referral))
  }
  /** What a place is owed and has is another's from now on; what it sold and spent remains its own. */
  mergePlaces(from: number, to: number): void {
    for (const account of ['party', 'money', 'bank', 'gst payable'] as const) {
      const amount = this.accounts.of(from, account)
      this.accounts.post(from, 'merged', account, amount)
      this.accounts.post(to, account, 'merged', amount)
    }
    for (const [key, amount] of [...this.ledger]) {
      const [seller, party] = key.split('/').map(Number)
      if (seller !== from || party === undefined) continue
      this.ledger.delete(key)
      add(this.ledger, to, party, amount)
    }
  }
  /** All of one client becomes another's; what was put where remains. */
  merge(from: number, to: number): void {
    for (const sale of this.sales.values()) if (sale.buyer === from) sale.buyer = to
    for (const invoice of this.invoices.values()) if (invoice.buyer === from) invoice.buyer = to
    for (const money of this.money.values()) if (money.party === from) money.party = to
    for (const [key, amount] of [...this.ledger]) {
      const [seller, party] = key.split('/').map(Number)
      if (party !== from || seller === undefined) continue
      this.ledger.delete(key)
      add(this.ledger, seller, to, amount)
    }
  }
}

export const found = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`There is no ${what}`)
  return value
}
