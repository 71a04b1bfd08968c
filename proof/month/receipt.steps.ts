// Steps with the money of a sale: paid after booking, cancelled, corrected, refunded.
import { deposit, insurer, writeOff } from './accounts.ts'
import type { Worker } from './people.ts'
import type { Money, Sale } from './records.ts'
import { cash, modes, newReference, noteReceipts, readSale } from './sale.steps.ts'
import { isRefused, recent, type Outcome, type Step, type World } from './world.ts'

const ownInvoice = ({ books }: World, sale: Sale): boolean =>
  sale.isWalkIn && sale.invoice !== null && books.invoice(sale.invoice).isSingle
const walkIn = (world: World, fits: (sale: Sale) => boolean): Sale | undefined =>
  recent(world, world.books.sales.values(), (one) => ownInvoice(world, one) && fits(one))
const rupees = (amount: number): number => amount / 100

/** Pays the amount due, a part of it, or more: the excess is change, or an advance. */
export const pay: Step = async (world) => {
  const { dice, books } = world
  const sale = walkIn(world, (one) => one.live && books.due(Number(one.invoice)) > 0)
  if (!sale || sale.invoice === null) return 'nothing'
  const open = books.due(sale.invoice) - books.waiting(sale.invoice)
  if (open <= 0) return 'nothing'
  const worker = dice.pick(world.people.place(sale.seller).desks)
  const [more, Overpaid] = dice.pick([
    [0, undefined],
    [-Math.floor(open / 3), undefined],
    [5000, 'Change'],
    [5000, 'Advance'],
    [5000, undefined],
  ] as const)
  const PaymentModeId = dice.pick(modes)
  const answer = await world.ask(worker, 'PUT', `/api/sales/${sale.id}`, {
    Invoice: { Transactions: [{ PaymentModeId, Amount: rupees(open + more), PaymentRef: newReference() }] },
    ...(Overpaid && { Overpaid }),
  })
  if (isRefused(answer)) return 'refused'
  if (more > 0 && Overpaid === undefined)
    throw new Error(`Sale ${sale.id} took too much without a choice for the excess`)
  const before = books.paid(sale.invoice) + books.waiting(sale.invoice)
  await noteReceipts(world, worker, sale, await readSale(world, sale.id))
  const brought = books.paid(sale.invoice) + books.waiting(sale.invoice) - before
  const wanted = Overpaid === 'Change' ? open : open + more
  if (brought !== wanted) throw new Error(`Sale ${sale.id} got ${brought} instead of ${wanted} paise`)
  return 'done'
}

const aReceipt = (world: World): { sale: Sale; money: Money; worker: Worker } | undefined => {
  const money = recent(
    world,
    world.books.money.values(),
    (one) => one.state !== 'back' && one.invoice !== null && one.amount > 0,
  )
  if (!money || money.invoice === null) return undefined
  const invoice = world.books.invoice(money.invoice)
  const sale = invoice.isSingle ? world.books.sale(Number(invoice.sales[0])) : undefined
  const owner = money.batch === null ? undefined : world.books.batches.get(money.batch)?.owner
  const worker = world.people.staff.find((one) => one.id === owner)
  return sale?.live && worker ? { sale, money, worker } : undefined
}
const isHandedIn = (world: World, money: Money): boolean =>
  money.batch !== null && world.books.batches.get(money.batch)?.open === false

export const takeBack: Step = async (world) => {
  const receipt = aReceipt(world)
  if (!receipt) return 'nothing'
  const { sale, money, worker } = receipt
  const answer = await world.ask(worker, 'PUT', `/api/sales/${sale.id}`, {
    ReceiptReason: 'Typed wrongly',
    Invoice: { Transactions: [{ TransactionId: money.id, Cancelled: true }] },
  })
  if (isRefused(answer)) return 'refused'
  if (isHandedIn(world, money)) throw new Error(`Transaction ${money.id} was cancelled in a closed batch`)
  world.books.become(money, 'back')
  return 'done'
}

/** Another amount makes another transaction in the same batch. */
export const correctReceipt: Step = async (world) => {
  const receipt = aReceipt(world)
  if (!receipt) return 'nothing'
  const { sale, money, worker } = receipt
  const answer = await world.ask(worker, 'PUT', `/api/sales/${sale.id}`, {
    ReceiptReason: 'Typed wrongly',
    Invoice: { Transactions: [{ TransactionId: money.id, Amount: rupees(Math.ceil(money.amount / 2)) }] },
  })
  if (isRefused(answer)) return 'refused'
  if (isHandedIn(world, money)) throw new Error(`Transaction ${money.id} was changed in a closed batch`)
  world.books.become(money, 'back')
  await noteReceipts(world, worker, sale, await readSale(world, sale.id))
  return 'done'
}

export const refund: Step = async (world) => {
  const { books, dice } = world
  const sale = walkIn(world, (one) => books.due(Number(one.invoice)) < 0)
  if (!sale || sale.invoice === null) return 'nothing'
  const excess = -books.due(sale.invoice)
  const asked = dice.pick([excess, Math.ceil(excess / 2), excess + 1])
  const worker = dice.pick(world.people.place(sale.seller).desks)
  // by the mode that it came; another one asks a manager
  const came = [...books.money.values()].filter((one) => one.invoice === sale.invoice && one.amount > 0)
  const PaymentModeId = came.at(-1)?.mode ?? cash
  const answer = await world.ask(worker, 'PUT', '/api/refund/sales', {
    formId: sale.id,
    PaymentModeId,
    Amount: rupees(asked),
    ...(PaymentModeId !== cash && { PaymentRef: newReference() }),
  })
  if (isRefused(answer)) return 'refused'
  if (asked > excess) throw new Error(`Sale ${sale.id} refunded more than the excess`)
  await noteReceipts(world, worker, sale, await readSale(world, sale.id))
  return 'done' satisfies Outcome
}

/** What is due is settled without money: an insurer pays it later, or a manager writes it off. */
export const settle: Step = async (world) => {
  const { dice, books } = world
  const sale = walkIn(world, (one) => one.live && books.due(Number(one.invoice)) > 0)
  if (!sale || sale.invoice === null) return 'nothing'
  const open = books.due(sale.invoice) - books.waiting(sale.invoice)
  if (open <= 0) return 'nothing'
  const worker = world.people.manager(sale.seller)
  const paid = { PaymentModeId: dice.pick([insurer, writeOff]), Amount: rupees(Math.ceil(open / 2)), Remarks: 'Agreed' }
  const answer = await world.ask(worker, 'PUT', `/api/sales/${sale.id}`, { Invoice: { Transactions: [paid] } })
  if (isRefused(answer)) return 'refused'
  await noteReceipts(world, worker, sale, await readSale(world, sale.id))
  return 'done'
}

/** What a patient paid in advance pays another sale, and never more than is there. */
export const drawDeposit: Step = async (world) => {
  const { dice, books } = world
  const free = (sale: Sale): number => books.free(sale.seller, sale.buyer).reduce((sum, one) => sum + one.left, 0)
  const sale = walkIn(world, (one) => one.live && books.due(Number(one.invoice)) > 0 && free(one) > 0)
  if (!sale || sale.invoice === null) return 'nothing'
  const open = books.due(sale.invoice) - books.waiting(sale.invoice)
  if (open <= 0) return 'nothing'
  const there = free(sale)
  const amount = dice.chance(0.2) ? there + 1 : Math.min(open, there)
  const worker = dice.pick(world.people.place(sale.seller).desks)
  const answer = await world.ask(worker, 'PUT', `/api/sales/${sale.id}`, {
    Invoice: { Transactions: [{ PaymentModeId: deposit, Amount: rupees(amount) }] },
  })
  if (isRefused(answer)) return 'refused'
  if (amount > there) throw new Error(`Sale ${sale.id} drew ${amount} of ${there}`)
  await noteReceipts(world, worker, sale, await readSale(world, sale.id))
  return 'done'
}
