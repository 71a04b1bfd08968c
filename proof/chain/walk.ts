// A walk through the chain: random steps from a seed, with every invariant checked after each.
import { expect } from 'vitest'
import { seeded } from '../../demo/people.ts'
import { aPatient, bornHoursAgo } from '../../modules/sales/sales.fixture.ts'
import { gender, workItemReasons } from '../../modules/lists/items.model.ts'
import type { TestApp } from '../../server/testing/app.ts'
import { expectInvariants, expectRecords } from '../../server/testing/invariants.ts'
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
  const reasons = (await people.admin.get<Json[]>(`/api/listitems?ListId=${workItemReasons.listId}`)).body
  return { app, people, patients, dice: seeded(seed), reasons: reasons.map((row) => Number(row['ListItemId'])) }
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

/**
 * Takes `count` steps. Fails at the first server error or broken invariant, naming the step and the seed that repeats
 * it.
 */
export const walk = async (world: World, count: number, seed: number): Promise<Tally> => {
  const tally = Object.fromEntries(names.map((name) => [name, { done: 0, refused: 0, nothing: 0 }])) as Tally
  for (let at = 1; at <= count; at += 1) {
    const { name, answer } = await tryOne(world, tally)
    const where = `step ${at} (${name}) of seed ${seed}`
    if (answer.status < 300) tally[name].done += 1
    else {
      expect([where, answer.status, answer.text]).toEqual([where, expect.toSatisfy(isRefusal), answer.text])
      tally[name].refused += 1
    }
    try {
      await expectRecords(world.app.db)
    } catch (error) {
      throw new Error(`After ${where}: ${answer.text}`, { cause: error })
    }
  }
  await expectInvariants(world.app.db)
  return tally
}
const isRefusal = (status: unknown): boolean => [400, 403, 404, 409, 422, 423].includes(Number(status))
