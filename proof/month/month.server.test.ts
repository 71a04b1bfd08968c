// A random month of fifty people equals its plain books to the paisa, although connections break. `npm run proof` takes
// twenty thousand steps; a failure names its step and seed.
import { expect, test } from 'vitest'
import { testApp } from '../../server/testing/app.ts'
import { expectInvariants, expectRecords } from '../../server/testing/invariants.ts'
import * as account from './account.steps.ts'
import { expectSame } from './compare.ts'
import { expectReports } from './reports.ts'
import * as receipt from './receipt.steps.ts'
import * as referral from './referral.steps.ts'
import * as sale from './sale.steps.ts'
import { openMonth, type Step, type World } from './world.ts'

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual)
const count = setting('MONTH_STEPS', 250)
const seed = setting('MONTH_SEED', 7)
const often = setting('MONTH_OFTEN', 50)

/** Each step and its weight. */
const steps = {
  sell: [sale.sell, 20],
  sellOnCredit: [sale.sellOnCredit, 12],
  changeSale: [sale.changeSale, 6],
  cancelItem: [sale.cancelItem, 3],
  cancelSale: [sale.cancelSale, 2],
  pay: [receipt.pay, 14],
  takeBack: [receipt.takeBack, 3],
  correctReceipt: [receipt.correctReceipt, 3],
  refund: [receipt.refund, 4],
  invoice: [account.invoice, 6],
  cancelInvoice: [account.cancelInvoice, 1],
  credit: [account.credit, 2],
  payInvoice: [account.payInvoice, 6],
  payOnAccount: [account.payOnAccount, 2],
  payReferrer: [account.payReferrer, 1],
  payOut: [account.payOut, 2],
  clear: [account.clear, 5],
  bounce: [account.bounce, 1],
  closeBatch: [account.closeBatch, 3],
  takeOver: [account.takeOver, 3],
  closeBooks: [account.closeBooks, 1],
  dateBack: [account.dateBack, 1],
  move: [referral.move, 9],
  agree: [referral.agree, 2],
  snooze: [referral.snooze, 2],
  reevaluate: [referral.reevaluate, 2],
} satisfies Record<string, readonly [Step, number]>
type Name = keyof typeof steps
const names = Object.keys(steps) as Name[]
const bag = names.flatMap((name) => Array.from({ length: steps[name][1] }, () => name))

/** Tries random steps until one finds a record to act on. */
const tryOne = async (world: World) => {
  for (;;) {
    const name = world.dice.pick(bag)
    const outcome = await steps[name][0](world)
    if (outcome !== 'nothing') return { name, outcome }
  }
}

test(
  'a month of fifty people equals its plain books to the paisa, although connections break',
  {
    timeout: 120_000 + count * 1_000,
  },
  async () => {
    const app = await testApp()
    const began = new Date()
    const world = await openMonth(app, seed)
    const tally = new Map(names.map((name) => [name, { done: 0, tried: 0 }]))
    try {
      expect([world.people.count, world.people.places.length]).toEqual([50, 9])
      for (let at = 1; at <= count; at += 1) {
        world.turnTo(at, count, began)
        const { name, outcome } = await tryOne(world)
        const line = tally.get(name)
        if (line) Object.assign(line, { tried: line.tried + 1, done: line.done + (outcome === 'done' ? 1 : 0) })
        if (at % often !== 0 && at !== count) continue
        try {
          await expectRecords(app.db)
          await expectSame(world, began)
        } catch (error) {
          throw new Error(`After step ${at} (${name}) of seed ${seed}`, { cause: error })
        }
      }
      await expectReports(world, began)
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
