// Steps of the accounts: sales on credit invoiced, cancelled, credited and paid; cheques; batches closed and taken over;
// books closed.
import { addDays } from '../../core/dates.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { paise } from './books.ts'
import type { Worker } from './people.ts'
import { status as referralStatus } from './referred.ts'
import { cash, cheque, newReference, upi } from './sale.steps.ts'
import type { Invoice, Money } from './records.ts'
import { isRefused, recent, type Step, type World } from './world.ts'

const [card, bank, draft, gateway] = [41, 43, 45, 46]
const rupees = (amount: number): number => amount / 100

export const invoice: Step = async (world) => {
  const { books, dice } = world
  const pair = world.pairs.length > 0 ? dice.pick(world.pairs) : undefined
  if (!pair) return 'nothing'
  const [seller, buyer] = pair
  const pending = [...books.sales.values()].filter(
    (sale) => sale.seller === seller && sale.buyer === buyer && sale.invoice === null && sale.live,
  )
  if (pending.length === 0) return 'nothing'
  const sales = pending.filter(() => dice.chance(0.7)).slice(0, 12)
  const worker = dice.pick([...world.people.place(seller).accounts, world.people.manager(seller)])
  const answer = await world.ask(worker, 'POST', '/api/invoices/', {
    SellerId: seller,
    BuyerId: buyer,
    Sales: sales.map((sale) => ({ SaleId: sale.id })),
  })
  if (isRefused(answer)) return 'refused'
  const id = Number(answer.body['InvoiceId'])
  const read = await world.read(worker, `/api/invoices/${id}`)
  books.issue({
    id,
    no: String(read['InvoiceNo']),
    seller,
    buyer,
    isSingle: false,
    since: world.moment.toISOString(),
    cancelled: false,
    sales: sales.map((sale) => sale.id),
    frozen: 0,
  })
  books.settle(seller, buyer)
  return 'done'
}

const anIssued = (world: World, fits: (one: Invoice) => boolean = () => true): Invoice | undefined =>
  recent(world, world.books.invoices.values(), (one) => !one.isSingle && fits(one), 15)

export const cancelInvoice: Step = async (world) => {
  const { books } = world
  const one = anIssued(world)
  if (!one) return 'nothing'
  const answer = await world.ask(world.people.manager(one.seller), 'PUT', '/api/cancel/invoices', {
    formId: one.id,
    reason: 'Wrong month',
  })
  if (isRefused(answer)) return 'refused'
  if (one.cancelled || books.paidByName(one.id) !== 0 || books.waiting(one.id) !== 0)
    throw new Error(`Invoice ${one.id} was cancelled although it may not be`)
  books.billed(one, () => {
    one.frozen = books.invoiceNet(one)
    one.cancelled = true
  })
  for (const id of one.sales) books.sale(id).invoice = null
  books.puts = books.puts.filter((put) => put.to !== one.id)
  return 'done'
}

export const credit: Step = async (world) => {
  const one = anIssued(world, ({ cancelled }) => !cancelled)
  if (!one) return 'nothing'
  const off = one.sales.filter(() => world.dice.chance(0.3))
  const answer = await world.ask(world.people.manager(one.seller), 'PUT', '/api/creditnote/invoices', {
    formId: one.id,
    SaleIds: off,
    reason: 'Test not done',
  })
  if (isRefused(answer)) return 'refused'
  world.books.billed(one, () => {
    one.sales = one.sales.filter((id) => !off.includes(id))
  })
  for (const id of off) world.books.sale(id).invoice = null
  return 'done'
}

/** Notes money that was recorded, in the batch it went into. */
export const receive = async (
  world: World,
  worker: Worker,
  id: number,
  { seller, party, invoice, tax }: Pick<Money, 'seller' | 'party' | 'invoice' | 'tax'>,
  amount: number,
  mode: number,
): Promise<void> => {
  const read = await world.read(worker, `/api/transactions/${id}`)
  const batch = Number((read['Batch'] as Json)['BatchId'])
  world.books.batchOf(batch, worker.id)
  const state = mode === cheque && amount > 0 ? 'waits' : 'counts'
  const since = world.moment.toISOString()
  const received: Money = {
    id,
    seller,
    party,
    invoice,
    amount,
    mode,
    batch,
    since,
    state,
    ...(tax && { tax }),
    banked: 0,
  }
  world.books.receive(received)
  if (invoice === null && state === 'counts' && amount > 0) world.books.settle(seller, party, received)
}

/** Records money without a sale, in the batch of the person who records it. */
const record = async (
  world: World,
  worker: Worker,
  body: Json & { readonly Amount: number },
  books: Pick<Money, 'seller' | 'party' | 'invoice'> & { readonly given?: true },
): Promise<boolean> => {
  const answer = await world.ask(worker, 'POST', '/api/transactions/', { Date: world.moment.toISOString(), ...body })
  if (isRefused(answer)) return false
  const mode = Number(body['PaymentModeId'])
  const amount = paise(body.Amount) * (books.given ? -1 : 1)
  await receive(world, worker, Number(answer.body['TransactionId']), books, amount, mode)
  return true
}

/** Pays an invoice in part, in full, or too much on purpose. */
export const payInvoice: Step = async (world) => {
  const { books, dice } = world
  const one = anIssued(world, ({ id, cancelled }) => !cancelled && books.due(id) > 0)
  if (!one) return 'nothing'
  const open = books.due(one.id) - books.waiting(one.id)
  const over = dice.chance(0.15)
  const amount = over ? Math.max(open, 0) + 12_345 : dice.pick([open, Math.ceil(open / 2)])
  if (amount <= 0) return 'nothing'
  const keeps = dice.chance(0.5)
  const worker = dice.pick(world.people.place(one.seller).accounts)
  const done = await record(
    world,
    worker,
    {
      GiverId: one.buyer,
      ReceiverId: one.seller,
      InvoiceId: one.id,
      Amount: rupees(amount),
      PaymentModeId: dice.pick([card, upi, bank, cheque, draft, gateway, cash]),
      PaymentRef: newReference(),
      ...(keeps && { KeepsAdvance: true }),
    },
    { seller: one.seller, party: one.buyer, invoice: one.id },
  )
  if (done && over && !keeps) throw new Error(`Invoice ${one.id} took too much without a remark`)
  return done ? 'done' : 'refused'
}

export const payOnAccount: Step = async (world) => {
  const { dice } = world
  const pair = world.pairs.length > 0 ? dice.pick(world.pairs) : undefined
  if (!pair) return 'nothing'
  const [seller, buyer] = pair
  const worker = dice.pick(world.people.place(seller).accounts)
  const PaymentModeId = dice.pick([bank, cheque])
  const body = { GiverId: buyer, ReceiverId: seller, Amount: 1234.56, PaymentModeId, PaymentRef: newReference() }
  return (await record(world, worker, body, { seller, party: buyer, invoice: null })) ? 'done' : 'refused'
}

/** No drawer has to hold it. */
const byBank = () => ({ PaymentModeId: bank, PaymentRef: newReference() })

/** Pays a delivered commission to the referrer. */
export const payReferrer: Step = async (world) => {
  const { dice } = world
  if (world.seller !== null && world.seller !== 2) return 'nothing'
  const worker = world.people.manager(2)
  const party = dice.pick([141, 142, 143, 144])
  const body = { GiverId: 2, ReceiverId: party, Amount: dice.pick([12.5, 88.25]), ...byBank() }
  const owed = world.books.owedTo(2, party)
  if (!(await record(world, worker, body, { seller: 2, party, invoice: null, given: true }))) return 'refused'
  if (paise(body.Amount) > owed) throw new Error(`Referrer ${party} was paid more than the ${owed} that were owed`)
  return 'done'
}

/** Pays all that is delivered to a referrer. */
export const payOut: Step = async (world) => {
  const { books } = world
  const one = recent(world, books.referrals.values(), ({ status }) => status === referralStatus.delivered)
  if (!one) return 'nothing'
  const { seller, referrer: party } = one
  const paid = [...books.referrals.values()].filter(
    (other) => other.status === referralStatus.delivered && other.seller === seller && other.referrer === party,
  )
  const sum = paid.reduce((total, other) => total + books.commission(other), 0)
  const amount = Math.min(sum, Math.max(0, books.owedTo(seller, party)))
  const worker = world.people.manager(seller)
  const answer = await world.ask(worker, 'PUT', `/api/pay/referrals/${one.id}`, byBank())
  if (isRefused(answer)) {
    if (sum >= 0) throw new Error(`Referral ${one.id} was not paid: ${answer.text}`)
    return 'refused'
  }
  if (sum < 0 || paise(answer.body['Amount']) !== amount)
    throw new Error(`Referral ${one.id} was paid ${String(answer.body['Amount'])} instead of ${amount}`)
  const id = answer.body['TransactionId'] as number | null
  if (id !== null) await receive(world, worker, id, { seller, party, invoice: null }, -amount, bank)
  for (const other of paid) other.status = referralStatus.paid
  return 'done'
}

const aCheque = (world: World): Money | undefined =>
  recent(world, world.books.money.values(), (one) => one.mode === cheque && one.amount > 0)
const sayOf =
  (path: string, to: 'counts' | 'bounced', more: Json): Step =>
  async (world) => {
    const money = aCheque(world)
    if (!money) return 'nothing'
    const { accounts } = world.people.place(money.seller)
    const answer = await world.ask(world.dice.pick(accounts), 'PUT', path, { formId: money.id, ...more })
    if (isRefused(answer)) return 'refused'
    if (money.state !== 'waits') throw new Error(`Cheque ${money.id} was ${money.state} and was changed again`)
    world.books.become(money, to)
    if (to === 'counts' && money.invoice === null) world.books.settle(money.seller, money.party, money)
    return 'done'
  }
export const clear = sayOf('/api/cleared/transactions', 'counts', {})
export const bounce = sayOf('/api/bounced/transactions', 'bounced', { reason: 'Funds insufficient' })

const sentCount = (counted: ReadonlyMap<number, number>): Json[] =>
  [...counted].map(([PaymentModeId, amount]) => ({ PaymentModeId, Amount: rupees(amount) }))

export const closeBatch: Step = async (world) => {
  const { books, dice } = world
  const batch = recent(world, books.batches.values(), (one) => one.open)
  const worker = batch && world.people.staff.find((one) => one.id === batch.owner)
  if (!batch || !worker) return 'nothing'
  const held = books.held(batch)
  const short = dice.chance(0.2)
  const counted = new Map(
    [...held].map(([mode, amount]) => [mode, short && mode === cash ? Math.max(0, amount - 500) : amount]),
  )
  const answer = await world.ask(worker, 'POST', `/api/closebatch/${batch.id}`, {
    Counted: sentCount(counted),
    ...(short && { Remarks: 'A note is missing' }),
  })
  if (isRefused(answer)) return 'refused'
  batch.open = false
  batch.counted = counted
  const sum = (of: ReadonlyMap<number, number>): number => [...of.values()].reduce((all, one) => all + one, 0)
  books.accounts.post(worker.place, 'money', 'over and short', sum(counted) - sum(held))
  return 'done'
}

export const takeOver: Step = async (world) => {
  const { books, dice } = world
  const batch = recent(world, books.batches.values(), (one) => !one.open)
  const owner = batch && world.people.staff.find((one) => one.id === batch.owner)
  if (!batch || !owner) return 'nothing'
  const worker = dice.pick(world.people.place(owner.place).accounts)
  const answer = await world.ask<{ BatchId: number }>(worker, 'POST', `/api/transferbatch/${batch.id}`, {
    Counted: sentCount(batch.counted),
  })
  if (isRefused(answer)) return 'refused'
  if (batch.takenBy !== null) throw new Error(`Batch ${batch.id} is taken over twice`)
  if (worker.id === batch.owner) throw new Error(`Batch ${batch.id} was taken over by its owner`)
  batch.takenBy = worker.id
  const into = books.batchOf(answer.body.BatchId, worker.id)
  for (const [mode, amount] of batch.counted) if (amount !== 0) into.taken.push({ mode, amount })
  return 'done'
}

/** Closes the books up to two days ago; later entries dated into that period are refused. */
export const closeBooks: Step = async (world) => {
  const till = addDays(world.day, -2)
  const answer = await world.ask({ person: world.people.admin }, 'PUT', '/api/clients/1', { BooksClosedTill: till })
  if (isRefused(answer)) return 'refused'
  if (till < world.books.closedTill) throw new Error(`Books closed up to ${world.books.closedTill} were reopened`)
  world.books.closedTill = till
  return 'done'
}
export const dateBack: Step = async (world) => {
  const { books } = world
  if (books.closedTill === '') return 'nothing'
  const worker = world.people.manager(2)
  const answer = await world.ask(worker, 'POST', '/api/transactions/', {
    Date: `${books.closedTill}T06:00:00.000Z`,
    GiverId: 21,
    ReceiverId: 2,
    Amount: 5,
    PaymentModeId: cash,
  })
  if (isRefused(answer)) return 'done'
  throw new Error(`Money was dated ${books.closedTill}, into closed books`)
}
