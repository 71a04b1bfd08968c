// Steps of the money that leaves the last drawer: cash deposited, statements of the bank imported and matched.
import { isMoney } from './accounts.ts'
import { found } from './books.ts'
import type { Bank, Money, Out } from './records.ts'
import { cash } from './sale.steps.ts'
import { isRefused, recent, type Step, type World } from './world.ts'

const rupees = (amount: number): number => amount / 100

/** Each laboratory begins with an account that expects its receipts. */
export const openBanks = async (world: World): Promise<void> => {
  for (const OwnerId of world.labs) {
    const answer = await world.ask(world.people.manager(OwnerId), 'POST', '/api/bankaccounts/', {
      OwnerId,
      Name: 'Current',
      Number: `50200${OwnerId}`,
      OpeningDate: world.day,
      IsDefault: true,
    })
    if (answer.status !== 201) throw new Error(answer.text)
    world.books.banks.set(OwnerId, { id: Number(answer.body['BankAccountId']), balance: 0 })
  }
}

let slips = 0
/** Cash of a batch of accounts staff or a manager goes to the bank; never more than it holds. */
export const depositCash: Step = async (world) => {
  const { books, dice, people } = world
  const bank = books.banks.get(world.seller ?? 0)
  const handlers = bank && [...people.place(world.seller ?? 0).accounts, ...people.place(world.seller ?? 0).managers]
  const batch = recent(
    world,
    books.batches.values(),
    (one) => one.open && handlers?.some(({ id }) => id === one.owner) === true && (books.held(one).get(cash) ?? 0) > 0,
  )
  const worker = handlers?.find(({ id }) => id === batch?.owner)
  if (!bank || !batch || !worker) return 'nothing'
  const held = books.held(batch).get(cash) ?? 0
  const amount = dice.pick([held, Math.ceil(held / 2), held + 100])
  const slip = `SLIP ${(slips += 1)}`
  const answer = await world.ask(worker, 'PUT', `/api/depositbatch/${batch.id}`, {
    BankAccountId: bank.id,
    Amount: rupees(amount),
    SlipNo: slip,
    Day: world.day,
  })
  if (isRefused(answer)) return 'refused'
  if (amount > held) throw new Error(`Batch ${batch.id} deposited ${amount} of ${held}`)
  batch.outs.push({ id: Number(answer.body['BatchOutId']), slip, amount, isSeen: false })
  books.accounts.post(worker.place, 'bank', 'money', amount)
  return 'done'
}

type Shown = { readonly money: Money[]; readonly out?: Out; readonly fee: number; readonly amount: number }
/** What the bank may show of a laboratory: receipts, one or several in a sum less a fee, and deposits. */
const shownOf = (world: World, seller: number): Shown[] => {
  const { books, dice, people } = world
  const open = [...books.money.values()].filter(
    (one) => one.seller === seller && isMoney(one.mode) && one.mode !== cash && books.openAtBank(one) !== 0,
  )
  const outs = [...books.batches.values()]
    .filter((batch) => people.staff.find(({ id }) => id === batch.owner)?.place === seller)
    .flatMap((batch) => batch.outs)
    .filter((out) => !out.isSeen)
  const shown: Shown[] = []
  for (let at = 0; at < open.length && shown.length < 4;) {
    const money = open.slice(at, (at += dice.pick([1, 1, 2])))
    const sum = money.reduce((all, one) => all + books.openAtBank(one), 0)
    const fee = sum > 0 && dice.chance(0.3) ? Math.floor(sum * 0.02) : 0
    if (sum - fee !== 0) shown.push({ money, fee, amount: sum - fee })
  }
  return [...shown, ...outs.slice(0, 2).map((out) => ({ money: [], out, fee: 0, amount: out.amount }))]
}

/** A statement as a bank writes it, whose lines follow from its balance. */
const statement = (day: string, bank: Bank, shown: readonly Shown[]): string => {
  const date = day.split('-').reverse().join('/')
  let { balance } = bank
  const lines = shown.map(({ amount, out, money }) => {
    balance += amount
    const [paid, received] = amount < 0 ? [rupees(-amount), ''] : ['', rupees(amount)]
    return [date, 'TRANSFER', out?.slip ?? money[0]?.id ?? '', paid, received, rupees(balance)].join(',')
  })
  return ['Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance', ...lines, ''].join('\n')
}

/** A day's lines come, and each is matched with what it is. */
export const matchDay: Step = async (world) => {
  const { books, dice } = world
  const seller = world.seller ?? 0
  const bank = books.banks.get(seller)
  const shown = bank ? shownOf(world, seller) : []
  if (!bank || shown.length === 0) return 'nothing'
  const worker = dice.pick(world.people.place(seller).accounts)
  const imported = await world.ask(worker, 'PUT', `/api/statement/bankaccounts/${bank.id}`, {
    File: statement(world.day, bank, shown),
  })
  if (imported.body['Imported'] !== shown.length) throw new Error(`The bank's lines did not come: ${imported.text}`)
  const { rows } = await world.owner.query<{ id: number }>(
    'select bank_line_id as id from bank_lines where bank_account_id = $1 order by line_no desc limit $2',
    [bank.id, shown.length],
  )
  for (const [at, { money, out, fee, amount }] of shown.entries()) {
    bank.balance += amount
    const line = found(rows[shown.length - 1 - at], 'line of the bank').id
    const matched = await world.ask(worker, 'PUT', `/api/match/banklines/${line}`, {
      Items: out ? [{ BatchOutId: out.id }] : money.map(({ id }) => ({ TransactionId: id })),
      Fee: rupees(fee),
    })
    if (matched.status !== 200) throw new Error(`Line ${line} was not matched: ${matched.text}`)
    if (out) out.isSeen = true
    for (const one of money) {
      const open = books.openAtBank(one)
      one.banked += open
      books.accounts.post(seller, 'bank', 'money', open)
    }
    books.accounts.post(seller, 'bank charges', 'bank', fee)
  }
  return 'done'
}
