// Steps with what suppliers are paid: bills paid with the tax of the day, payments ahead, payments cancelled, and the tax
// paid to the government.
import { keptClient } from '../../../modules/clients/clients.fixture.ts'
import { clientType } from '../../../modules/lists/items.model.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { receive } from '../account.steps.ts'
import { paise } from '../books.ts'
import type { Money } from '../records.ts'
import { cash, newReference, upi } from '../sale.steps.ts'
import { isRefused, recent, type Step, type World } from '../world.ts'
import type { Supplier, Tax, Withheld } from '../bill-books.ts'
import { aBill, payer, supplierOf } from './bill.steps.ts'

const [bank, withoutMoney] = [43, 49]
/** The laboratory whose work is sold on; it is of the second place. */
const outside = 4
const professional = { percent: 10, threshold: 100_000 }
const contract = { percent: 2, threshold: 60_000 }

/** Each laboratory has suppliers of its own, and two are of all of them; rates are those of the law, thresholds low. */
export const openSuppliers = async (world: World): Promise<void> => {
  const { app, bills, people } = world
  bills.since = world.day
  for (const [PaidFor, { percent, threshold }] of [
    ['professional', professional],
    ['contract', contract],
  ] as const)
    await setRows(app, 'tds_rates', { PaidFor }, { Section: PaidFor, Rate: percent, Threshold: threshold / 100 })
  let made = 0
  const add = async (place: number | null, type: number, TdsOn: string | null, pan = true): Promise<void> => {
    const letter = String.fromCharCode(65 + (made += 1))
    const isLab = type === clientType.ExternalLab
    const id = await keptClient(people.admin, {
      ClientTypeId: type,
      Name: `Supplier ${letter}`,
      ...(isLab && { Code: `SUP${letter}`, BillPrefix: `SU${letter}` }),
      ...(pan && { RegistrationKey: 'ABCDE1234F' }),
      ...(TdsOn !== null && { TdsOn }),
    })
    const rate = TdsOn === 'contract' ? contract : professional
    // without a PAN the law asks a fifth
    const tax: Withheld | null = TdsOn === null ? null : { section: TdsOn, ...rate, ...(!pan && { percent: 20 }) }
    bills.suppliers.push({ id, place, account: isLab ? 'purchases' : 'expenses', tax })
  }
  await setRows(app, 'clients', { ClientId: outside }, { TdsOn: 'professional', RegistrationKey: '27ABCDE1234F1Z9' })
  bills.suppliers.push({
    id: outside,
    place: 2,
    account: 'purchases',
    tax: { section: 'professional', ...professional },
  })
  for (const place of world.labs) {
    await add(place, clientType.ExternalLab, 'professional', false)
    await add(place, clientType.Courier, 'contract')
  }
  await add(null, clientType.ExternalLab, 'professional')
  await add(null, clientType.Courier, null)
}

const rupees = (amount: number): number => amount / 100
/** By the bank or in cash, which the drawer must hold. */
const somehow = ({ dice }: World) => ({
  PaymentModeId: dice.pick([bank, bank, bank, upi, cash]),
  PaymentRef: newReference(),
})

/** Notes a payment, if any money went, and the tax that the books expect beside it. */
const note = async (
  world: World,
  worker: Parameters<typeof receive>[1],
  { id, mode, amount }: { id: number | null; mode: number; amount: number },
  of: Pick<Money, 'seller' | 'party'>,
): Promise<void> => {
  if (id === null) return
  await receive(world, worker, id, { ...of, invoice: null }, -amount, mode)
  const money = world.books.money.get(id)
  if (money) world.bills.pay(money, world.day)
}
const noteTax = async (
  world: World,
  supplier: Supplier,
  seller: number,
  payment: number | null,
  due: { amount: number; base: number },
): Promise<Tax> => {
  const { rows } = await world.owner.query<{ id: number }>(
    'select withheld_as_id as id from tds_deductions where party_id = $1 order by tds_deduction_id desc limit 1',
    [supplier.id],
  )
  const id = Number(rows[0]?.id)
  const money: Money = {
    id,
    seller,
    party: supplier.id,
    invoice: null,
    amount: -due.amount,
    mode: withoutMoney,
    batch: null,
    since: world.moment.toISOString(),
    state: 'counts',
    banked: 0,
  }
  const section = supplier.tax?.section ?? ''
  const tax: Tax = { money, payment, section, base: due.base, day: world.day, live: true, paidBy: null }
  world.bills.withhold(world.books, tax)
  return tax
}

/** Pays a bill in full, in part, or too much on purpose: after tax, and never while money is paid ahead. */
export const payBill: Step = async (world) => {
  const { bills, dice } = world
  const bill = aBill(world, (one) => bills.due(one) > 0)
  if (!bill) return 'nothing'
  const left = bills.due(bill)
  const amount = dice.pick([left, left, Math.ceil(left / 2), left + 1])
  const worker = payer(world, bill.seller)
  const by = somehow(world)
  const supplier = bills.supplier(bill.supplier)
  const due = bills.taxOf(supplier.id, amount, world.day, bill)
  const answer = await world.ask(worker, 'PUT', `/api/pay/purchasebills/${bill.id}`, { Amount: rupees(amount), ...by })
  if (isRefused(answer)) return 'refused'
  if (amount > left) throw new Error(`Bill ${bill.no} was paid ${amount} of ${left}`)
  if (bills.aheadSum(bill.seller, bill.supplier) > 0) throw new Error(`Bill ${bill.no} was paid, with money paid ahead`)
  const [tax, net] = [paise(answer.body['Tds']), paise(answer.body['Net'])]
  if (tax !== (due?.amount ?? 0) || net !== amount - tax)
    throw new Error(`Bill ${bill.no}: ${tax} withheld of ${amount} instead of ${due?.amount ?? 0}, ${net} paid`)
  const id = answer.body['TransactionId'] as number | null
  const of = { seller: bill.seller, party: bill.supplier }
  await note(world, worker, { id, mode: by.PaymentModeId, amount: net }, of)
  const withheld = due && (await noteTax(world, supplier, bill.seller, id, due))
  for (const one of [id, withheld?.money.id ?? null]) if (one !== null) bills.put(bill, one)
  return 'done'
}

/** A payment without a bill goes on the oldest; where tax is due on it, a bill has to be paid. */
export const payAhead: Step = async (world) => {
  const { bills, dice } = world
  const of = supplierOf(world)
  if (!of) return 'nothing'
  const { supplier, seller } = of
  const worker = world.people.manager(seller)
  const amount = dice.pick([25_000, 60_050])
  const PaymentModeId = bank
  const due = bills.taxOf(supplier.id, amount, world.day)
  const answer = await world.ask(worker, 'POST', '/api/transactions/', {
    Date: world.moment.toISOString(),
    GiverId: seller,
    ReceiverId: supplier.id,
    Amount: rupees(amount),
    PaymentModeId,
    PaymentRef: newReference(),
  })
  if (isRefused(answer)) return 'refused'
  if (due !== null) throw new Error(`Supplier ${supplier.id} was paid ${amount} without its tax of ${due.amount}`)
  const id = Number(answer.body['TransactionId'])
  await note(world, worker, { id, mode: PaymentModeId, amount }, { seller, party: supplier.id })
  const open = [...bills.bills.values()]
    .filter((bill) => bill.seller === seller && bill.supplier === supplier.id && bills.due(bill) > 0)
    .sort((a, b) => a.day.localeCompare(b.day) || a.id - b.id)
  for (const bill of open) bills.put(bill, id)
  return 'done'
}

/** Cancels a payment; in a closed batch the opposite comes today. */
/** Cancels a payment in the network and the books; answers whether it was. */
export const cancel = async (world: World, money: Money): Promise<boolean> => {
  const worker = world.dice.pick(world.people.place(money.seller).accounts)
  const isOpen = money.batch === null || world.books.batches.get(money.batch)?.open === true
  const answer = await world.ask(worker, 'PUT', '/api/cancel/transactions', { formId: money.id, reason: 'Not sent' })
  if (isRefused(answer)) return false
  const by = Number(answer.body['TransactionId'])
  if ((by === money.id) !== isOpen)
    throw new Error(`Transaction ${money.id} of ${isOpen ? 'an open' : 'a closed'} batch: ${answer.text}`)
  if (by !== money.id) await receive(world, worker, by, money, -money.amount, money.mode)
  else if (money.batch !== null) world.books.become(money, 'back')
  return true
}

/** What was paid is owed again, with its tax; not once the government has that. */
export const cancelPayment: Step = async (world) => {
  const { bills } = world
  const ofPlace = ({ party }: Money): boolean => bills.supplier(party).place === world.seller
  const payment = recent(
    world,
    [...bills.payments.values()].map(({ money }) => money),
    (money) => ofPlace(money) && bills.taxes.every((tax) => tax.money !== money || tax.payment === null),
    12,
  )
  if (!payment) return 'nothing'
  const isGone = bills.payments.get(payment.id)?.gone === true
  const tax = bills.taxes.find((one) => one.live && (one.payment === payment.id || one.money === payment))
  if (!(await cancel(world, payment))) return 'refused'
  if (isGone) throw new Error(`Payment ${payment.id} was cancelled twice`)
  if (tax && tax.paidBy !== null) throw new Error(`Payment ${payment.id} was cancelled, its tax is paid`)
  bills.takeBack(world.books, payment.id)
  return 'done'
}

/** All that the place withheld under a section, up to the end of the month of one, goes to the government. */
export const payTax: Step = async (world) => {
  const { bills } = world
  const open = (tax: Tax): boolean => tax.live && tax.paidBy === null && tax.money.seller === (world.seller ?? 2)
  const one = recent(world, bills.taxes, open)
  if (!one) return 'nothing'
  const { seller } = one.money
  const { rows } = await world.owner.query<{ id: number }>(
    'select tds_deduction_id as id from tds_deductions where withheld_as_id = $1',
    [one.money.id],
  )
  const due = bills.taxes.filter(
    (tax) => open(tax) && tax.section === one.section && tax.day.slice(0, 7) <= one.day.slice(0, 7),
  )
  const amount = due.reduce((sum, tax) => sum - tax.money.amount, 0)
  const worker = payer(world, seller)
  const answer = await world.ask(worker, 'PUT', `/api/pay/tds/${Number(rows[0]?.id)}`, {
    ChallanNo: `CH ${newReference()}`,
    PaymentModeId: bank,
    PaymentRef: newReference(),
  })
  if (isRefused(answer)) return 'refused'
  if (paise(answer.body['Amount']) !== amount)
    throw new Error(`The government was paid ${String(answer.body['Amount'])} instead of ${amount}`)
  const id = Number(answer.body['TransactionId'])
  await receive(world, worker, id, { seller, party: 1, invoice: null, tax: 'tds payable' }, -amount, bank)
  for (const tax of due) tax.paidBy = id
  return 'done'
}

/** What the government has is taken back, and is owed to it again. */
export const cancelTax: Step = async (world) => {
  const { bills, books } = world
  const paid = recent(world, books.money.values(), (one) => one.tax === 'tds payable' && one.amount < 0, 5)
  if (!paid || paid.seller !== (world.seller ?? 2)) return 'nothing'
  const had = bills.taxes.filter((tax) => tax.paidBy === paid.id)
  if (!(await cancel(world, paid))) return 'refused'
  if (had.length === 0) throw new Error(`Transaction ${paid.id} was cancelled twice`)
  for (const tax of had) tax.paidBy = null
  return 'done'
}
