// The referrals of the plain books: lines owed to a referrer are on the open referral of the month, others leave it.
import { found, lineNet, type Books, type Line, type Referral, type Sale } from './books.ts'

export const status = { open: 110, pending: 111, ready: 112, dispatched: 113, delivered: 114 } as const

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

/** Gives the id of a new referral for seller, referrer and month, as the network assigned it. */
export type Opened = (sale: Sale) => Promise<number>

/** Adds owed lines without a referral to the open one; the first line of a month opens it. */
export const accrue = async (books: Books, sale: Sale, lines: readonly Line[], opened: Opened): Promise<void> => {
  for (const line of lines) {
    if (!isOwed(sale, line) || referralOf(books, line.id)) continue
    const open = accruing(books, sale)
    if (open) {
      open.lines.set(line.id, line.percent)
      continue
    }
    const id = await opened(sale)
    books.referrals.set(id, {
      id,
      seller: sale.seller,
      referrer: found(sale.referrer ?? undefined, 'referrer'),
      month: sale.month,
      status: status.open,
      hasManager: false,
      lines: new Map([[line.id, line.percent]]),
    })
  }
}

/** Removes a referral that is not ready with its last line. */
export const removeEmpty = (books: Books, referrals: Iterable<Referral>): void => {
  for (const one of referrals) if (one.status <= status.pending && one.lines.size === 0) books.referrals.delete(one.id)
}

/** Follows a booked or changed sale: lines no longer owed leave referrals that are not ready. */
export const follow = async (books: Books, sale: Sale, opened: Opened): Promise<void> => {
  const left = new Set<Referral>()
  for (const line of sale.lines) {
    const referral = referralOf(books, line.id)
    if (!referral || referral.status > status.pending || isOwed(sale, line)) continue
    referral.lines.delete(line.id)
    left.add(referral)
  }
  await accrue(books, sale, sale.lines, opened)
  removeEmpty(books, left)
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
