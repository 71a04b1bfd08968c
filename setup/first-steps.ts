// The first steps of a new network: the steps left, the starter catalogue, and the steps marked by hand.
import {
  firstSteps,
  starterTaken,
  stepMarked,
  stepsByHand,
  stepsLeft,
  type FirstStep,
  type FirstStepId,
  type WhatComesNext,
} from '../core/entrance/first-steps.ts'
import { text } from '../core/model.ts'
import { entityType } from '../core/user.ts'
import type { Caller } from '../server/caller.ts'
import { literal, sql, type Tx } from '../server/db/db.ts'
import { writeAudit } from '../server/door/audit.ts'
import { invalid, notPermitted } from '../server/refusal.ts'
import { json, type Route } from '../server/route.ts'
import { isCatalogueEmpty, loadStarter } from './catalogue/starter.ts'

const mark = 'first-steps'

/** Gives a new network its steps; other networks never have them. */
export const beginFirstSteps = (tx: Tx): Promise<number> =>
  tx.run(sql`
    insert into
      settings (name, value)
    values
      (${mark}, '{"done": []}')
  `)

/** The steps marked done by hand; undefined in a network that did not begin with the steps, or ended them. */
const doneByHand = async (tx: Tx): Promise<readonly string[] | undefined> =>
  (
    await tx.maybe<{ Done: string[] }>(sql`
      select
        value -> 'done' as done
      from
        settings
      where
        name = ${mark}
    `)
  )?.Done

type Counts = {
  readonly Steps: Readonly<Record<Exclude<FirstStepId, 'printer' | 'backup'>, number>>
  readonly Lab: number | null
}
const counted = (tx: Tx): Promise<Counts> =>
  tx.one<Counts>(sql`
    select
      json_build_object(
        'departments',
        (
          select
            count(*)
          from
            departments
          where
            is_active
        ),
        'catalogue',
        (
          select
            count(*)
          from
            products
          where
            is_active
        ),
        'ranges',
        (
          select
            count(*)
          from
            elements
          where
            to_be_verified
            and is_active
        ),
        'prices',
        (
          select
            count(*)
          from
            price_lists
        ),
        'people',
        (
          select
            count(*)
          from
            users
          where
            is_active
            and password_hash is not null
        )
      ) as steps,
      (
        select
          min(client_id)
        from
          clients
        where
          client_type_id = ${literal(entityType.Lab)}
          and is_active
      ) as lab
  `)

/** Whether a step is left. The first administrator does not count as people: others must be added. */
const isLeft = (id: FirstStepId, counts: Counts, done: readonly string[]): boolean => {
  if (id === 'printer' || id === 'backup') return !done.includes(id)
  if (id === 'ranges') return counts.Steps.ranges > 0
  return id === 'people' ? counts.Steps.people < 2 : counts.Steps[id] === 0
}

/** Whether the user may change the network's settings: only staff of its first legal entity may. */
const isTheirs = async (tx: Tx, user: Caller): Promise<boolean> =>
  (
    await tx.one<{ Theirs: boolean }>(sql`
      select
        coalesce(
          ${user.EmployerId}::int = (
            select
              min(client_id)
            from
              clients
            where
              client_type_id = ${literal(entityType.LegalEntity)}
          ),
          false
        ) as theirs
    `)
  ).Theirs
const requireTheirs = async (tx: Tx, user: Caller): Promise<void> => {
  if (!(await isTheirs(tx, user))) throw notPermitted()
}

const nothing: WhatComesNext = { Steps: [], MayTakeStarter: false, LabId: null }
const readNext = async (tx: Tx, user: Caller): Promise<WhatComesNext> => {
  const done = await doneByHand(tx)
  if (done === undefined || !(await isTheirs(tx, user))) return nothing
  const counts = await counted(tx)
  const steps = firstSteps
    .filter((id) => isLeft(id, counts, done))
    .map((Id): FirstStep => ({ Id, Count: Id === 'printer' || Id === 'backup' ? null : counts.Steps[Id] }))
  return { Steps: steps, MayTakeStarter: await isCatalogueEmpty(tx), LabId: counts.Lab }
}

const access = { module: 'settings', permit: 'update' } as const
const scope = 'the whole network, for those who may change its settings'

const next: Route = {
  method: 'GET',
  ...stepsLeft,
  access,
  scope,
  summary: 'The first steps left in a new network',
  handler: async (call) => json(await readNext(call.db.read, call.user)),
}

const done: Route = {
  method: 'POST',
  ...stepMarked,
  access,
  scope,
  summary: 'Mark a first step as done by hand',
  body: { Step: text('Step', { required: 'Step is required', maxLength: 20 }) },
  handler: async (call) => {
    const step = String(call.body['Step'])
    if (!stepsByHand.some((id) => id === step))
      throw invalid({ Step: ['This step cannot be marked by hand. It is done when its records exist'] })
    await call.db.transaction(async (tx) => {
      await requireTheirs(tx, call.user)
      await tx.run(sql`
        update settings
        set
          value = jsonb_build_object('done', (value -> 'done') || to_jsonb(${step}::text))
        where
          name = ${mark}
          and not value -> 'done' ? ${step}
      `)
    })
    return json({ message: 'Done' })
  },
}

const starter: Route = {
  method: 'POST',
  ...starterTaken,
  access,
  scope,
  summary: 'Load the starter catalogue into a network without a catalogue, all or none',
  handler: async (call) => {
    const { tests, products, toBeVerified } = await call.db.transaction(async (tx) => {
      await requireTheirs(tx, call.user)
      const taken = await loadStarter(tx)
      await writeAudit(tx, call.user, {
        module: 'settings',
        formId: 1,
        action: 'starter',
        remarks: `Starter catalogue: ${taken.tests} tests, ${taken.products} products`,
      })
      return taken
    })
    const added = `${tests} tests and ${products} products were added`
    return json({ message: `${added}. Verify the ranges of ${toBeVerified} elements.` })
  },
}

export const firstStepRoutes: readonly Route[] = [next, done, starter]
