// Plain books of a month, kept independently of the network: what each party owes, holds and is paid, in whole paise,
// by the simplest arithmetic. They take only ids and list prices from the product.

export type Line = {
  readonly id: number
  readonly price: number
  discount: number
  /** Percent of the line's net, as recorded on the sale. */
  readonly percent: number
  live: boolean
}
export type Sale = {
  readonly id: number
  readonly seller: number
  readonly buyer: number
  readonly isWalkIn: boolean
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
  readonly buyer: number
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
  readonly party: number
  readonly invoice: number | null
  /** Below zero for money given. */
  readonly amount: number
  readonly mode: number
  readonly batch: number
  /** ISO. */
  readonly since: string
  state: MoneyState
}
export type Batch = {
  readonly id: number
  readonly owner: number
  open: boolean
  counted: Map<number, number>
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

export const paise = (rupees: unknown): number => Math.round(Number(rupees) * 100)
/** Rounded half up; amounts and percentages are never negative here. */
const share = (amount: number, percent: number): number =>
  Math.floor((amount * Math.round(percent * 100) + 5000) / 10_000)
export const lineNet = (line: Line): number => line.price - (line.price - share(line.price, 100 - line.discount))

/** Free money put on an invoice: of a receipt on account, or of an invoice of which too much is paid. */
type Put = { readonly money: number | null; readonly from: number | null; readonly to: number; readonly amount: number }

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
  puts: Put[] = []
  /** The day up to which the books are closed, yyyy-mm-dd. */
  closedTill = ''

  net(sale: Sale): number {
    return sale.live
      ? sale.lines.filter((line) => line.live).reduce((sum, line) => sum + lineNet(line), 0) - sale.addl
      : 0
  }
  invoiceNet(invoice: Invoice): number {
    if (invoice.cancelled) return invoice.frozen
    return invoice.sales.reduce((sum, id) => sum + this.net(this.sale(id)), 0)
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
    for (const one of this.money.values()) if (one.batch === batch.id && one.state !== 'back') put(one.mode, one.amount)
    for (const { mode, amount } of batch.taken) put(mode, amount)
    return held
  }

  sale(id: number): Sale {
    return found(this.sales.get(id), `sale ${id}`)
  }
  invoice(id: number): Invoice {
    return found(this.invoices.get(id), `invoice ${id}`)
  }

  /** Runs a change to sales of an invoice: its buyer owes the difference. */
  billed(invoice: Invoice, work: () => void): void {
    const before = invoice.cancelled ? 0 : this.invoiceNet(invoice)
    work()
    add(this.ledger, invoice.seller, invoice.buyer, (invoice.cancelled ? 0 : this.invoiceNet(invoice)) - before)
  }
  issue(invoice: Invoice): void {
    this.invoices.set(invoice.id, invoice)
    for (const id of invoice.sales) this.sale(id).invoice = invoice.id
    add(this.ledger, invoice.seller, invoice.buyer, this.invoiceNet(invoice))
  }
  /** What a receipt on account has left. */
  rest(one: Money): number {
    if (one.state !== 'counts' || one.invoice !== null || one.amount < 0) return 0
    return this.puts.reduce((left, put) => left - (put.money === one.id ? put.amount : 0), one.amount)
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
        const received = [...this.money.values()].filter((one) => one.seller === seller && one.party === buyer)
        const free = [
          ...received.map((one) => ({ money: one.id, from: null, left: this.rest(one), since: one.since })),
          ...ofBoth.map((one) => ({ money: null, from: one.id, left: -this.due(one.id), since: one.since })),
        ].filter(({ left, money }) => left > 0 && (only === undefined || money === only.id))
        const [oldest] = free.sort((a, b) => a.since.localeCompare(b.since))
        if (!oldest) return
        const { money, from, left } = oldest
        this.puts.push({ money, from, to: invoice.id, amount: Math.min(left, open) })
      }
    }
  }
  /** Records received money. */
  receive(one: Money): void {
    this.money.set(one.id, one)
    if (one.state === 'counts') add(this.ledger, one.seller, one.party, -one.amount)
  }
  become(one: Money, state: MoneyState): void {
    if (one.state === 'counts') add(this.ledger, one.seller, one.party, one.amount)
    if (state === 'counts') add(this.ledger, one.seller, one.party, -one.amount)
    one.state = state
  }
  /** The owner's open batch; it must be this one. */
  batchOf(id: number, owner: number): Batch {
    const known = this.batches.get(id)
    if (known) return known
    for (const one of this.batches.values())
      if (one.owner === owner && one.open) throw new Error(`User ${owner} has two open batches, ${one.id} and ${id}`)
    const batch: Batch = { id, owner, open: true, counted: new Map(), taken: [], takenBy: null }
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
    add(this.ledger, referral.seller, referral.referrer, -this.commission(referral))
  }
}

export const found = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`There is no ${what}`)
  return value
}
