// Steps with purchase bills of outside laboratories and couriers: entered, corrected, cancelled, and what is put on them.
import { addDays } from '../../../core/dates.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { lineNet, paise } from '../books.ts'
import type { Worker } from '../people.ts'
import { isRefused, recent, type Step, type World } from '../world.ts'
import type { Bill, BillLine, Supplier } from '../bill-books.ts'

const rupees = (amount: number): number => amount / 100
/** What accounts staff accept beyond what was agreed in a day, in paise. */
const acceptedAlone = 50_000

/** Those of the place; in steps that are taken alone, those that all laboratories share. */
export const supplierOf = (world: World): { supplier: Supplier; seller: number } | undefined => {
  const { dice, bills, labs, seller } = world
  const supplier = recent(world, bills.suppliers, ({ place }) => place === seller)
  return supplier && { supplier, seller: seller ?? dice.pick(labs) }
}
export const aBill = (world: World, fits: (bill: Bill) => boolean = () => true): Bill | undefined =>
  recent(
    world,
    world.bills.bills.values(),
    (bill) => world.bills.supplier(bill.supplier).place === world.seller && fits(bill),
  )
/** Accounts staff, or a manager, who has no limit. */
export const payer = (world: World, seller: number): Worker =>
  world.dice.pick([...world.people.place(seller).accounts, world.people.manager(seller)])
const isManager = (world: World, worker: Worker): boolean =>
  world.people.place(worker.place).managers.some(({ id }) => id === worker.id)

type Work = { readonly id: number; readonly net: number; readonly day: string }
const workOf = ({ books }: World, supplier: number, seller: number): Work[] =>
  [...books.sales.values()]
    .filter((sale) => sale.seller === supplier && sale.buyer === seller && sale.live)
    .flatMap((sale) =>
      sale.lines.filter((line) => line.live).map((line) => ({ id: line.id, net: lineNet(line), day: sale.date })),
    )

/** Tests that were sent, at their price or another, and what it charges besides; now and then one that is billed. */
const someLines = (world: World, { id }: Supplier, seller: number, but?: Bill): BillLine[] => {
  const { dice, bills } = world
  const wrong = dice.chance(0.1)
  const sent = workOf(world, id, seller).filter((work) => wrong || !bills.isBilled(work.id, but))
  const lines = sent.slice(0, dice.int(0, 3)).map(({ id: work, net }) => ({
    work,
    amount: dice.pick([net, net, net + 2000, Math.max(0, net - 1000)]),
    agreed: net,
  }))
  const more = lines.length === 0 || dice.chance(0.3)
  return more ? [...lines, { work: null, amount: dice.pick([15_000, 40_000, 120_000]), agreed: 0 }] : lines
}
/** 18 %, on whole rupees. */
const someGst = ({ dice }: World, lines: readonly BillLine[]): number => {
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  return sum % 100 === 0 && dice.chance(0.5) ? (sum / 100) * 18 : 0
}
const sentLines = (lines: readonly BillLine[]): Json[] =>
  lines.map(({ work, amount }) => ({
    ...(work === null ? { Description: 'Transport' } : { SaleProductId: work }),
    Amount: rupees(amount),
  }))

type Charged = { readonly lines: BillLine[]; readonly gst: number; readonly total: number; readonly reason: boolean }
const charged = (world: World, lines: BillLine[]): Charged & { readonly body: Json } => {
  const { dice, bills } = world
  const gst = someGst(world, lines)
  const total = bills.total({ lines, gst }) + (dice.chance(0.05) ? 100 : 0)
  const reason = dice.chance(0.9)
  const body = {
    Lines: sentLines(lines),
    GstAmount: rupees(gst),
    TotalAmount: rupees(total),
    Reason: reason ? 'As agreed by phone' : null,
  }
  return { lines, gst, total, reason, body }
}
/** What no bill that was taken may be. */
const checkTaken = (world: World, worker: Worker, bill: Bill, { lines, gst, total, reason }: Charged): void => {
  const { bills } = world
  const wrong = (what: string) => new Error(`Bill ${bill.no} was taken ${what}`)
  if (total !== bills.total({ lines, gst })) throw wrong('although it does not add up')
  if (!reason && lines.some(({ amount, agreed }) => amount !== agreed)) throw wrong('with a difference and no reason')
  for (const { work } of lines)
    if (work !== null && bills.isBilled(work, bill)) throw wrong('with work of another bill')
  const accepted = [...bills.bills.values()].filter(
    (one) => one.live && one !== bill && one.accepted.by === worker.id && one.accepted.day === world.day,
  )
  const sum = accepted.reduce((all, one) => all + one.accepted.more, bills.more({ lines }))
  if (!isManager(world, worker) && bills.more({ lines }) > 0 && sum > acceptedAlone)
    throw wrong(`by accounts staff who accepted ${sum}`)
}

let numbers = 0
export const enterBill: Step = async (world) => {
  const { dice, bills, books } = world
  const of = supplierOf(world)
  if (!of) return 'nothing'
  const { supplier, seller } = of
  const worker = payer(world, seller)
  const twice = dice.chance(0.05) ? aBill(world, (bill) => bill.live && bill.supplier === supplier.id) : undefined
  const no = twice?.no ?? `PB/${(numbers += 1)}`
  const sent = charged(world, someLines(world, supplier, seller))
  const early = addDays(world.day, -dice.int(0, 3))
  const day = early < bills.since ? bills.since : early
  const answer = await world.ask(worker, 'POST', '/api/purchasebills/', {
    SupplierId: supplier.id,
    BuyerId: seller,
    BillNo: no,
    BillDate: day,
    ...sent.body,
  })
  if (isRefused(answer)) return 'refused'
  if (twice) throw new Error(`Bill ${no} was entered twice`)
  const accepted = { by: worker.id, day: world.day, more: bills.more(sent) }
  const { lines, gst } = sent
  const id = Number(answer.body['PurchaseBillId'])
  const bill: Bill = { id, no, supplier: supplier.id, seller, day, lines, gst, live: true, accepted }
  checkTaken(world, worker, bill, sent)
  bills.enter(books, bill)
  return 'done'
}

/** Lines and total of a bill change until something is paid of it. */
export const correctBill: Step = async (world) => {
  const { bills, books } = world
  const bill = aBill(world)
  if (!bill) return 'nothing'
  const worker = payer(world, bill.seller)
  const sent = charged(world, someLines(world, bills.supplier(bill.supplier), bill.seller, bill))
  const answer = await world.ask(worker, 'PUT', `/api/purchasebills/${bill.id}`, sent.body)
  if (isRefused(answer)) return 'refused'
  if (!bill.live || bills.paid(bill.id) > 0) throw new Error(`Bill ${bill.no} was corrected although it may not be`)
  checkTaken(world, worker, bill, sent)
  bills.correct(books, bill, { ...sent, accepted: { by: worker.id, day: world.day, more: bills.more(sent) } })
  return 'done'
}

export const cancelBill: Step = async (world) => {
  const bill = aBill(world)
  if (!bill) return 'nothing'
  const worker = payer(world, bill.seller)
  const answer = await world.ask(worker, 'PUT', `/api/cancel/purchasebills/${bill.id}`, { reason: 'Of another place' })
  if (isRefused(answer)) return 'refused'
  if (!bill.live) throw new Error(`Bill ${bill.no} was cancelled twice`)
  world.bills.cancel(world.books, bill)
  return 'done'
}

/** What was paid ahead is put on a bill. */
export const allocateBill: Step = async (world) => {
  const { bills } = world
  const bill = aBill(world, (one) => bills.aheadSum(one.seller, one.supplier) > 0)
  if (!bill) return 'nothing'
  const answer = await world.ask(payer(world, bill.seller), 'PUT', `/api/allocate/purchasebills/${bill.id}`)
  if (isRefused(answer)) return 'refused'
  if (bills.due(bill) === 0) throw new Error(`Bill ${bill.no} was paid more than it charges`)
  const put = bills.put(bill)
  if (paise(answer.body['Allocated']) !== put)
    throw new Error(`Bill ${bill.no} took ${String(answer.body['Allocated'])} of the ${put} that it could`)
  return 'done'
}

/** What a payment pays of a bill is taken off it: paid ahead then. */
export const unallocateBill: Step = async (world) => {
  const { bills, dice } = world
  const bill = aBill(world, (one) => one.live && bills.paid(one.id) > 0)
  if (!bill) return 'nothing'
  const worker = payer(world, bill.seller)
  const read = await world.read(worker, `/api/purchasebills/${bill.id}`)
  const rows = (read['Payments'] as Json[]).filter((row) => row['UndoneAt'] === null)
  if (rows.length === 0) return 'nothing'
  const row = dice.pick(rows)
  const [transaction, amount] = [Number(row['TransactionId']), paise(row['Amount'])]
  const undo = { AllocationId: Number(row['AllocationId']), reason: 'Of another bill' }
  const answer = await world.ask(worker, 'PUT', `/api/unallocate/purchasebills/${bill.id}`, undo)
  if (isRefused(answer)) return 'refused'
  const put = bills.puts.find((one) => one.bill === bill.id && one.money === transaction && one.amount === amount)
  if (!put) throw new Error(`Bill ${bill.no} was paid ${amount} by transaction ${transaction}, unknown here`)
  bills.puts = bills.puts.filter((one) => one !== put)
  return 'done'
}
