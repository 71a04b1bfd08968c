// Steps of GST: what a place charged is paid to the government by challan, and a challan that was wrong is cancelled.
import { setRows } from '../../../server/testing/rows.ts'
import { receive } from '../account.steps.ts'
import { newReference, taxedProduct } from '../sale.steps.ts'
import { isRefused, recent, type Step, type World } from '../world.ts'
import { payer } from './bill.steps.ts'
import { cancel } from './payment.steps.ts'

const bankTransfer = 43

/** The legal entity is registered, and a product is taxed at 18 %, in its price. */
export const openGst = async (world: World): Promise<void> => {
  await setRows(world.app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
  const { status, text } = await world.people.admin.put(`/api/products/${taxedProduct}`, { GstRate: 18, Sac: '999799' })
  if (status !== 200) throw new Error(text)
  const { rows } = await world.owner.query<{ id: number }>(
    'select client_id as id from clients where legal_entity_id = 1',
  )
  world.books.registered = new Set(rows.map(({ id }) => id))
}

/** All that a place owes, or half of it; more than that is refused. */
export const payGst: Step = async (world) => {
  const { books, dice } = world
  const seller = world.seller ?? 2
  const owed = -books.accounts.of(seller, 'gst payable')
  if (owed <= 1) return 'nothing'
  const amount = dice.pick([owed, Math.floor(owed / 2), owed + 1])
  const worker = payer(world, seller)
  const answer = await world.ask(worker, 'POST', '/api/paygst/partyledger', {
    SellerId: seller,
    Month: world.month,
    Amount: amount / 100,
    Date: world.day,
    ChallanNo: `CH ${newReference()}`,
    PaymentModeId: bankTransfer,
    PaymentRef: newReference(),
  })
  if (isRefused(answer)) {
    if (amount <= owed && world.day > books.closedTill)
      throw new Error(`Place ${seller} may not pay ${amount} of GST of the ${owed} that it owes: ${answer.text}`)
    return 'refused'
  }
  if (amount > owed) throw new Error(`Place ${seller} paid ${amount} of GST and owed ${owed}`)
  const id = Number(answer.body['TransactionId'])
  await receive(world, worker, id, { seller, party: 1, invoice: null, tax: 'gst payable' }, -amount, bankTransfer)
  return 'done'
}

/** What the government has is taken back, and is owed to it again. */
export const cancelGst: Step = async (world) => {
  const paid = recent(world, world.books.money.values(), (one) => one.tax === 'gst payable' && one.amount < 0, 5)
  if (!paid || paid.seller !== (world.seller ?? 2)) return 'nothing'
  const was = world.books.accounts.of(paid.seller, 'gst payable')
  if (!(await cancel(world, paid))) return 'refused'
  if (world.books.accounts.of(paid.seller, 'gst payable') !== was + paid.amount)
    throw new Error(`Transaction ${paid.id} was cancelled twice`)
  return 'done'
}
