// Steps with referrals: moved forward and back, lines snoozed, commission agreed, reevaluated.
import { addDays, endOfDay, startOfDay } from '../../core/dates.ts'
import type { Referral } from './records.ts'
import { accrue, closeEmpty, latestOpen, reevaluated, status } from './referred.ts'
import { opened } from './sale.steps.ts'
import { isRefused, recent, type Step, type World } from './world.ts'

const some = (world: World, of?: number): Referral | undefined =>
  recent(world, world.books.referrals.values(), (one) => of === undefined || one.status === of, 12)

const next: Readonly<Record<number, readonly number[]>> = {
  [status.open]: [status.pending],
  [status.pending]: [status.ready],
  [status.ready]: [status.dispatched],
  [status.dispatched]: [status.delivered, status.delivered, status.ready],
}
const manager = async ({ owner }: World): Promise<number> => {
  const { rows } = await owner.query<{ UserId: number }>(
    `select user_id as "UserId" from users where user_name = 'salesmanager'`,
  )
  return Number(rows[0]?.UserId)
}

export const move: Step = async (world) => {
  const one = some(world)
  const to = one && next[one.status] && world.dice.pick(next[one.status] ?? [])
  if (!one || to === undefined) return 'nothing'
  const SalesManagerId = world.dice.chance(0.7) ? await manager(world) : undefined
  const answer = await world.ask(world.people.manager(one.seller), 'PUT', `/api/referrals/${one.id}`, {
    StatusId: to,
    ...(SalesManagerId !== undefined && { SalesManagerId }),
    ...(world.dice.chance(0.7) && { OverrideRemarks: 'Agreed on' }),
  })
  if (isRefused(answer)) return 'refused'
  if (SalesManagerId !== undefined) one.hasManager = true
  if (to <= status.ready && one.lines.size === 0 && one.takenBack.length === 0)
    throw new Error(`Referral ${one.id} was advanced without lines`)
  if (to === status.dispatched && !one.hasManager)
    throw new Error(`Referral ${one.id} was dispatched without a manager`)
  if (one.status === status.pending && to === status.ready) world.books.freeze(one)
  // one that comes to nothing ends there
  one.status = to === status.ready && world.books.commission(one) === 0 ? status.closed : to
  if (to === status.delivered) world.books.deliver(one)
  return 'done'
}

/** Changes a line's commission on this referral only. */
export const agree: Step = async (world) => {
  const one = some(world)
  const line = one && recent(world, one.lines.keys(), () => true)
  if (!one || line === undefined) return 'nothing'
  const percent = world.dice.pick([5, 9.5, 15])
  const answer = await world.ask(world.people.manager(one.seller), 'PUT', `/api/referrals/${one.id}`, {
    SaleProducts: [{ SaleProductId: line, CommissionPercent: percent, CommissionReason: 'Agreed by phone' }],
  })
  if (isRefused(answer)) return 'refused'
  // the same commission is not a change
  if (one.status > status.pending && one.lines.get(line) !== percent)
    throw new Error(`The commission of referral ${one.id} was changed once it was ready`)
  one.lines.set(line, percent)
  return 'done'
}

export const snooze: Step = async (world) => {
  const { books, dice } = world
  const one = some(world, status.pending)
  if (!one || one.lines.size === 0) return 'nothing'
  const lines = [...one.lines.keys()].filter(() => dice.chance(0.4)).slice(0, 5)
  const answer = await world.ask<{ ReferralId: number }>(
    world.people.manager(one.seller),
    'PUT',
    `/api/snooze/${one.id}`,
    {
      SaleProductIds: lines,
    },
  )
  if (isRefused(answer)) return 'refused'
  const to: Referral = latestOpen(books, one) ?? {
    id: answer.body.ReferralId,
    seller: one.seller,
    referrer: one.referrer,
    month: world.month,
    status: status.open,
    hasManager: false,
    lines: new Map(),
    frozen: new Map(),
    takenBack: [],
  }
  if (to.id !== answer.body.ReferralId) throw new Error(`Snoozed into ${answer.body.ReferralId} instead of ${to.id}`)
  books.referrals.set(to.id, to)
  for (const line of lines) {
    to.lines.set(line, one.lines.get(line) ?? 0)
    one.lines.delete(line)
  }
  closeEmpty([one])
  return 'done'
}

export const reevaluate: Step = async (world) => {
  const { books, dice } = world
  const one = some(world, status.pending)
  if (!one) return 'nothing'
  const [FromDate, ToDate] = [startOfDay(addDays(world.day, -dice.int(3, 20))), endOfDay(world.day)]
  const answer = await world.ask(world.people.manager(one.seller), 'PUT', `/api/reevaluate/referrals/${one.id}`, {
    FromDate,
    ToDate,
  })
  if (isRefused(answer)) return 'refused'
  const lines = reevaluated(books, one, FromDate, ToDate)
  const gone = [...one.lines.keys()].filter((id) => !lines.has(id))
  for (const other of books.referrals.values()) for (const id of lines.keys()) if (other !== one) other.lines.delete(id)
  one.lines = lines
  for (const id of gone) {
    const { sale, line } = books.line(id)
    await accrue(books, sale, [line], opened(world))
  }
  closeEmpty(
    [...books.referrals.values()].filter((other) => other.seller === one.seller && other.referrer === one.referrer),
  )
  return 'done'
}
