// What a target needs, and how far it is reached.
import { isMoment } from '../../core/dates.ts'
import { lessAmounts, percentOf, roundAmount } from '../../core/money.ts'
import { must, type Decision } from '../../core/refusal.ts'
import type { Errors } from '../../core/validate.ts'
import type { TargetDraft } from './targets.model.ts'

type Key = 'ProductId' | 'ClientId'
type Rows<K extends Key> = readonly ({ readonly [N in K]?: number | null } | null)[] | null | undefined

/** Errors of rows whose product or client is on an earlier row. */
const twice = <K extends Key>(grid: string, rows: Rows<K>, key: K, message: string): Errors => {
  const keys = (rows ?? []).map((row) => row?.[key] ?? null)
  return Object.fromEntries(
    keys.flatMap((one, at) =>
      one !== null && keys.indexOf(one) < at ? [[`${grid}.${at}.${key}`, [message]] as const] : [],
    ),
  )
}
const productTwice = 'Product is already selected'
const clientTwice = 'Client/Doctor is already selected'
const isFree = <K extends Key>(rows: Rows<K>, key: K, index: number, id: number): boolean =>
  !(rows ?? []).some((row, at) => at !== index && row?.[key] === id)

/** Whether a product may be picked into a row of a target. */
export const mayPickProduct = (rows: Rows<'ProductId'>, index: number, id: number): Decision =>
  must(isFree(rows, 'ProductId', index, id), productTwice)
/** Whether a client or doctor may be picked into a row of a target. */
export const mayPickClient = (rows: Rows<'ClientId'>, index: number, id: number): Decision =>
  must(isFree(rows, 'ClientId', index, id), clientTwice)

/** What is wrong by field; an empty object when all is right. */
export const targetErrors = (target: TargetDraft): Errors => ({
  ...(typeof target.StartDate === 'string' &&
    typeof target.EndDate === 'string' &&
    target.EndDate < target.StartDate && { EndDate: ['End Date cannot be before Start Date'] }),
  ...twice('TargetProducts', target.TargetProducts, 'ProductId', productTwice),
  ...twice('TargetClients', target.TargetClients, 'ClientId', clientTwice),
})

const daysFrom = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1

export type Reached = { Percent: number | null; Gap: number | null; RunRate: number | null; NeededRate: number | null }
/**
 * How far `sold` rupees are of a target on the day `today` (yyyy-mm-dd): percent with one decimal, rupees still to
 * sell (0 once it is reached), rupees sold a day over the days begun, and those needed a day over the days left, today
 * one of them. Null where there is no figure: no amount, not begun, or over.
 */
export const reached = (
  { StartDate, EndDate, TargetSaleAmount }: Pick<TargetDraft, 'StartDate' | 'EndDate' | 'TargetSaleAmount'>,
  sold: number,
  today: string,
): Reached => {
  const [first, last] = [StartDate ?? '', EndDate ?? '']
  if (!isMoment(first) || !isMoment(last)) return { Percent: null, Gap: null, RunRate: null, NeededRate: null }
  const gone = today < first ? 0 : daysFrom(first, today < last ? today : last)
  const left = today > last ? 0 : daysFrom(today < first ? first : today, last)
  const amount = TargetSaleAmount ?? null
  const gap = amount === null ? null : Math.max(0, lessAmounts(amount, sold))
  return {
    Percent: percentOf(sold, amount),
    Gap: gap,
    RunRate: gone === 0 ? null : roundAmount(sold / gone),
    NeededRate: gap === null || left === 0 ? null : roundAmount(gap / left),
  }
}
