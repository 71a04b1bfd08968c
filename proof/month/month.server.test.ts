// A random month of fifty people, eight of them at once, equals its plain books to the paisa, although connections
// break. `npm run proof` takes twenty thousand steps; a failure names its step and seed.
import { expect, test } from 'vitest'
import { testApp } from '../../server/testing/app.ts'
import { expectInvariants, expectRecords } from '../../server/testing/invariants.ts'
import { seeded } from '../../demo/people.ts'
import * as account from './account.steps.ts'
import * as bank from './bank.steps.ts'
import * as bill from './bills/bill.steps.ts'
import * as gst from './bills/gst.steps.ts'
import * as payment from './bills/payment.steps.ts'
import { expectSame } from './compare.ts'
import { expectReports, expectTrialBalance } from './reports.ts'
import * as receipt from './receipt.steps.ts'
import * as referral from './referral.steps.ts'
import * as sale from './sale.steps.ts'
import * as together from './together.steps.ts'
import { openMonth, type Step, type World } from './world.ts'

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual)
const count = setting('MONTH_STEPS', 250)
const seed = setting('MONTH_SEED', 7)
const often = setting('MONTH_OFTEN', 50)

/** People who work at once, each at another place. */
const hands = 8

/** Each step and its weight. */
const steps = {
  sell: [sale.sell, 20],
  sellOnCredit: [sale.sellOnCredit, 16],
  changeSale: [sale.changeSale, 6],
  cancelItem: [sale.cancelItem, 3],
  cancelSale: [sale.cancelSale, 2],
  pay: [receipt.pay, 14],
  takeBack: [receipt.takeBack, 3],
  correctReceipt: [receipt.correctReceipt, 3],
  refund: [receipt.refund, 4],
  invoice: [account.invoice, 9],
  cancelInvoice: [account.cancelInvoice, 1],
  credit: [account.credit, 4],
  payInvoice: [account.payInvoice, 6],
  payOnAccount: [account.payOnAccount, 2],
  payReferrer: [account.payReferrer, 3],
  payOut: [account.payOut, 6],
  clear: [account.clear, 5],
  bounce: [account.bounce, 1],
  closeBatch: [account.closeBatch, 3],
  takeOver: [account.takeOver, 3],
  settle: [receipt.settle, 3],
  drawDeposit: [receipt.drawDeposit, 3],
  depositCash: [bank.depositCash, 9],
  matchDay: [bank.matchDay, 9],
  enterBill: [bill.enterBill, 16],
  correctBill: [bill.correctBill, 3],
  cancelBill: [bill.cancelBill, 2],
  allocateBill: [bill.allocateBill, 6],
  unallocateBill: [bill.unallocateBill, 4],
  payBill: [payment.payBill, 20],
  payAhead: [payment.payAhead, 3],
  cancelPayment: [payment.cancelPayment, 8],
  payTax: [payment.payTax, 6],
  cancelTax: [payment.cancelTax, 3],
  payGst: [gst.payGst, 6],
  cancelGst: [gst.cancelGst, 2],
  accession: [together.accession, 4],
  move: [referral.move, 27],
  agree: [referral.agree, 6],
  snooze: [referral.snooze, 6],
  reevaluate: [referral.reevaluate, 6],
} satisfies Record<string, readonly [Step, number]>
/** What all places have in common is changed while no other step runs. */
const alone = {
  closeBooks: [account.closeBooks, 2],
  dateBack: [account.dateBack, 1],
  reopenBooks: [together.reopenBooks, 1],
  mergePatients: [together.mergePatients, 2],
  enterSharedBill: [bill.enterBill, 2],
  paySharedBill: [payment.payBill, 3],
  cancelSharedPayment: [payment.cancelPayment, 1],
} satisfies Record<string, readonly [Step, number]>
type Steps = Readonly<Record<string, readonly [Step, number]>>
const bagOf = (of: Steps) =>
  Object.entries(of).flatMap(([name, [step, n]]) => Array.from({ length: n }, () => ({ name, step })))
const [bag, bagAlone] = [bagOf(steps), bagOf(alone)]
const names = [...Object.keys(steps), ...Object.keys(alone)]

/** Tries random steps until one finds a record to act on. */
const tryOne = async (world: World) => {
  for (;;) {
    const { name, step } = world.dice.pick(bag)
    const outcome = await step(world)
    if (outcome !== 'nothing') return { name, outcome }
  }
}
/** So many at once, each at a place of their own. */
const work = async (world: World, moments: readonly number[], began: Date) => {
  const free = world.people.places.map(({ id }) => id)
  const at = moments.map(() => free.splice(world.dice.int(0, free.length - 1), 1)[0] ?? 0)
  return Promise.all(
    moments.map((moment, hand) => {
      const place = world.at(at[hand] ?? 0, seeded(world.dice.int(1, 2_000_000_000)))
      place.turnTo(moment, count, began)
      return tryOne(place)
    }),
  )
}

test(
  'a month of fifty people, eight at once, equals its plain books to the paisa, although connections break',
  {
    timeout: 120_000 + count * 1_000,
  },
  async () => {
    const app = await testApp()
    const began = new Date()
    const world = await openMonth(app, seed)
    const tally = new Map(names.map((name) => [name, { done: 0, tried: 0 }]))
    const note = (name: string, isDone: boolean): void => {
      const line = tally.get(name)
      if (line) Object.assign(line, { tried: line.tried + 1, done: line.done + (isDone ? 1 : 0) })
    }
    let compared = 0
    try {
      expect([world.people.count, world.people.places.length]).toEqual([50, 9])
      await bank.openBanks(world)
      await payment.openSuppliers(world)
      await gst.openGst(world)
      for (let at = 0; at < count;) {
        const moments = Array.from({ length: Math.min(hands, count - at) }, (_, hand) => at + hand + 1)
        at += moments.length
        const done = await work(world, moments, began)
        world.turnTo(at, count, began)
        if (world.dice.chance(0.3)) {
          const { name, step } = world.dice.pick(bagAlone)
          const outcome = await step(world)
          if (outcome !== 'nothing') done.push({ name, outcome })
        }
        for (const { name, outcome } of done) note(name, outcome === 'done')
        if (at - compared < often && at < count) continue
        compared = at
        try {
          await expectRecords(app.db)
          await expectSame(world, began)
        } catch (error) {
          const last = done.map(({ name }) => name).join(', ')
          throw new Error(`After step ${at} (${last}) of seed ${seed}`, { cause: error })
        }
      }
      await expectReports(world, began)
      await together.mergePlaces(world)
      await expectSame(world, began)
      await expectTrialBalance(world)
      await expectInvariants(app.db)
    } finally {
      const parts = [...tally].map(([name, { done, tried }]) => `${name} ${done}/${tried}`).join(', ')
      console.info(
        `${count} steps of a month from seed ${seed}, ${world.cuts.made} cuts, ${world.cuts.asked} repeated: ${parts}`,
      )
      await world.owner.end()
      await app.close()
    }
  },
)
