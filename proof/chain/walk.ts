// A walk through the chain: random steps from a seed, with every invariant checked after each, or after so many.
import pg from 'pg'
import { expect } from 'vitest'
import { seeded } from '../../demo/people.ts'
import { aPatient, bornHoursAgo } from '../../modules/sales/sales.fixture.ts'
import { recollectionReason } from '../../modules/samples/recollection/recollection.model.ts'
import { gender, workItemReasons } from '../../modules/lists/items.model.ts'
import type { TestApp } from '../../server/testing/app.ts'
import { expectInvariants, expectRecords } from '../../server/testing/invariants.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { peopleOf } from './people.ts'
import { steps, type StepName } from './steps.ts'
import type { World } from './world.ts'

export type Tally = Record<StepName, { done: number; refused: number; nothing: number }>
const names = Object.keys(steps) as StepName[]
/** The share of each step that succeeded, the lowest first. */
export const sharesOf = (tallies: readonly Tally[]) =>
  names
    .map((name) => {
      const sum = (of: (one: Tally[StepName]) => number) => tallies.reduce((all, tally) => all + of(tally[name]), 0)
      const [done, tried] = [sum((one) => one.done), sum((one) => one.done + one.refused)]
      const share = tried === 0 ? 0 : done / tried
      return { name, tried, share, text: `${name} ${done}/${tried} (${Math.round(share * 100)} %)` }
    })
    .sort((a, b) => a.share - b.share)
/** Each name as many times as its weight. */
const bag = names.flatMap((name) => Array.from({ length: steps[name][1] }, () => name))

/** All people in their place, with patients to bill. For every other seed the outside lab has no users. */
export const openWorld = async (app: TestApp, seed: number): Promise<World> => {
  const people = await peopleOf(app, seed % 2 === 0)
  // nobody pays what a centre owes here, and at its limit a long walk would book no more: money is the month's
  await setRows(app, 'clients', { true: true }, { CreditLimit: 100_000_000 })
  const patients: number[] = []
  for (const Name of ['Asha Walk', 'Bala Walk', 'Chitra Walk', 'Dev Walk'])
    patients.push(await aPatient(people.admin, { Name }))
  for (const [Name, GenderId] of [
    ['Esha Walk', gender.Other],
    ['Farid Walk', gender.Unknown],
  ] as const)
    patients.push(await aPatient(people.admin, { Name, GenderId }))
  patients.push(
    await aPatient(people.admin, {
      Name: 'Baby of Chitra Walk',
      Age: undefined,
      IsActualBirthDay: true,
      ...bornHoursAgo(30),
    }),
  )
  const listed = (await people.admin.get(`/api/listitems?ListId=${workItemReasons.listId}`)).body
  const idsOf = (rows: readonly Json[]) => rows.map((row) => Number(row['ListItemId']))
  const tubeReasons = idsOf(listed.filter((row) => row.ItemValue === recollectionReason.valued))
  return { app, people, patients, dice: seeded(seed), reasons: idsOf(listed), tubeReasons }
}

/** Tries random steps until one finds a record to act on. */
const tryOne = async (world: World, tally: Tally) => {
  for (;;) {
    const name = world.dice.pick(bag)
    const answer = await steps[name][0](world)
    if (answer) return { name, answer }
    tally[name].nothing += 1
  }
}

/** A database of tests gathers no statistics by itself, and plans for empty tables cost more with each record. */
const lookAfter = async (app: TestApp) => {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  let next = 50
  return {
    /** At growing distances: after a walk has grown by a fifth. */
    at: async (step: number): Promise<void> => {
      if (step < next) return
      next = Math.ceil(step * 1.2)
      await owner.query('vacuum analyze')
    },
    end: () => owner.end(),
  }
}

/** `often`: every invariant is checked after so many steps. `minutes`: no step is begun later. */
export type Way = {
  readonly seed: number
  readonly steps: number
  readonly often: number
  readonly minutes: number
}
/**
 * Takes the steps, or fewer where time is out. Fails at the first server error or broken invariant, naming the steps
 * since the last check and the seed that repeats them.
 */
export const walk = async (world: World, { seed, steps: count, often, minutes }: Way) => {
  const tally = Object.fromEntries(names.map((name) => [name, { done: 0, refused: 0, nothing: 0 }])) as Tally
  const care = await lookAfter(world.app)
  const began = performance.now()
  let [taken, whole] = [0, 0]
  try {
    while (taken < count && performance.now() - began < minutes * 60_000) {
      const { name, answer } = await tryOne(world, tally)
      taken += 1
      const where = `step ${taken} (${name}) of seed ${seed}`
      if (answer.status < 300) tally[name].done += 1
      else {
        expect([where, answer.status, answer.text]).toEqual([where, expect.toSatisfy(isRefusal), answer.text])
        tally[name].refused += 1
      }
      await care.at(taken)
      if (taken % often !== 0) continue
      try {
        await expectRecords(world.app.db)
      } catch (error) {
        const since = whole + 1 < taken ? `, whole after step ${whole}` : ''
        throw new Error(`After ${where}${since}: ${answer.text}`, { cause: error })
      }
      whole = taken
      if (often > 1) console.info(`${where}: ${Math.round((performance.now() - began) / 1000)} s`)
    }
  } finally {
    await care.end()
  }
  await expectInvariants(world.app.db)
  return { tally, taken }
}
const isRefusal = (status: unknown): boolean => [400, 403, 404, 409, 422, 423].includes(Number(status))
