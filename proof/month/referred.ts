// The referrals of the plain books: lines owed to a referrer are on the open referral of the month, others leave it.
import { found, lineNet, type Books } from './books.ts'
import type { Line, Referral, Sale } from './records.ts'

export const status = {
  open: 110,
  pending: 111,
  ready: 112,
  dispatched: 113,
  delivered: 114,
  paid: 118,
  closed: 119,
} as const

const isOwed = (sale: Sale, line: Line): boolean =>
  sale.isWalkIn && sale.referrer !== null && sale.live && line.live && line.percent > 0 && lineNet(line) > 0

const referralOf = (books: Books, line: number): Referral | undefined =>
  [...books.referrals.values()].find((one) => one.lines.has(line))

/** The referral that accrues for a sale: the oldest open one of its month. */
const accruing = (books: Books, sale: Sale): Referral | undefined =>
  [...books.referrals.values()]
    .filter(
      (one) =>
        one.status === status.open &&
        one.seller === sale.seller &&
        one.referrer === sale.referrer &&
        one.month === sale.month,
    )
    .sort((a, b) => a.id - b.id)[0]

type Owing = Pick<Referral, 'seller' | 'referrer' | 'month'>
/** Gives the id of a new referral for seller, referrer and month, as the network assigned it. */
export type Opened = (of: Owing) => Promise<number>

const open = async (books: Books, of: Owing, opened: Opened): Promise<Referral> => {
  const one: Referral = {
    seller: of.seller,
    referrer: of.referrer,
    month: of.month,
    id: await opened(of),
    status: status.open,
    hasManager: false,
    lines: new Map(),
    frozen: new Map(),
    takenBack: [],
  }
  books.referrals.set(one.id, one)
  return one
}

/** The latest open one of the same seller and referrer, in which lines wait and from which is taken back. */
export const latestOpen = (books: Books, { seller, referrer }: Omit<Owing, 'month'>): Referral | undefined =>
  [...books.referrals.values()]
    .filter((one) => one.status === status.open && one.seller === seller && one.referrer === referrer)
    .sort((a, b) => b.month.localeCompare(a.month) || b.id - a.id)[0]

/** Adds owed lines without a referral to the open one; the first line of a month opens it. */
export const accrue = async (books: Books, sale: Sale, lines: readonly Line[], opened: Opened): Promise<void> => {
  for (const line of lines) {
    if (!isOwed(sale, line) || referralOf(books, line.id)) continue
    const { seller, month } = sale
    const to =
      accruing(books, sale) ??
      (await open(books, { seller, referrer: found(sale.referrer ?? undefined, 'referrer'), month }, opened))
    to.lines.set(line.id, line.percent)
  }
}

const isEmpty = (one: Referral): boolean => one.lines.size === 0 && one.takenBack.length === 0

/** A referral that is not ready ends with its last line. */
export const closeEmpty = (referrals: Iterable<Referral>): void => {
  for (const one of referrals) if (one.status <= status.pending && isEmpty(one)) one.status = status.closed
}

const takenBackOf = (books: Books, line: number): number => {
  let sum = 0
  for (const one of books.referrals.values())
    for (const taken of one.takenBack) if (taken.line === line) sum += taken.amount
  return sum
}

/** What ready lines of the sale lost is taken back on the next open referral; what they gained is not added. */
const takeBack = async (books: Books, sale: Sale, opened: Opened, month: string): Promise<void> => {
  for (const { id } of [...sale.lines].sort((a, b) => a.id - b.id)) {
    const from = referralOf(books, id)
    const frozen = from?.frozen.get(id)
    if (!from || frozen === undefined) continue
    const worth = Math.min(frozen, books.worth(id, from.lines.get(id) ?? 0))
    const amount = worth - frozen - takenBackOf(books, id)
    if (amount === 0) continue
    const to = latestOpen(books, from) ?? (await open(books, { ...from, month }, opened))
    to.takenBack.push({ line: id, amount })
  }
}

/**
 * Follows a booked or changed sale: lines no longer owed leave referrals that are not ready, and are taken back of
 * those that are. `month`: the present one.
 */
export const follow = async (books: Books, sale: Sale, opened: Opened, month: string): Promise<void> => {
  const left = new Set<Referral>()
  for (const line of sale.lines) {
    const referral = referralOf(books, line.id)
    if (!referral || referral.status > status.pending || isOwed(sale, line)) continue
    referral.lines.delete(line.id)
    left.add(referral)
  }
  await takeBack(books, sale, opened, month)
  await accrue(books, sale, sale.lines, opened)
  closeEmpty(left)
}

/** The lines owed for a period that are on no ready referral, at the percent of their sale. */
export const reevaluated = (books: Books, referral: Referral, from: string, till: string): Map<number, number> => {
  const lines = new Map<number, number>()
  for (const sale of books.sales.values()) {
    if (sale.seller !== referral.seller || sale.referrer !== referral.referrer) continue
    if (sale.date < from || sale.date > till) continue
    for (const line of sale.lines)
      if (isOwed(sale, line) && (referralOf(books, line.id)?.status ?? 0) < status.ready)
        lines.set(line.id, line.percent)
  }
  return lines
}
