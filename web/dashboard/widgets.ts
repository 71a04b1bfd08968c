// The widgets of the dashboard: their places, the parameters of each, how its total is written.
import { currencySign, formatFigure } from '../../core/money.ts'
import { isObject } from '../../core/same.ts'
import { ApiError } from '../api/api.ts'
import type { Query } from '../api/api.ts'

/** Statement 600: Target B1 to B4 are tiles, T1 to T4 tables; Source U is a user's own widget. */
export type Widget = {
  StatementId: number
  Target: string
  Source: string | null
  WidgetId: number
  Label: string
  QueryParameters: unknown
  Path?: string | null
}
export const tiles = ['B1', 'B2', 'B3', 'B4'] as const
export const tables = ['T1', 'T2', 'T3', 'T4'] as const

/** A user's own widget replaces the standard one of its place. */
export const widgetAt = (widgets: readonly Widget[], target: string): Widget | undefined => {
  const here = widgets.filter((widget) => widget.Target === target)
  return here.find((widget) => widget.Source === 'U') ?? here[0]
}

/** QueryParameters as an object: JSON, `a=1&b=2`, or an object already. */
export const parametersOf = (given: unknown): Query => {
  if (isObject(given)) return given
  if (typeof given !== 'string' || given.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(given)
    return isObject(parsed) ? parsed : {}
  } catch {
    return Object.fromEntries(new URLSearchParams(given.replace(/^\?/, '')))
  }
}

type Decimals = number | null | undefined
/**
 * A tile's number, grouped as in the network's locale: 1 to 2 decimals, or as many as its statement gives. Empty for
 * what is not a number.
 */
export const formatTotal = (value: unknown, decimals?: Decimals): string => {
  const number = value === null || value === '' || typeof value === 'boolean' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? formatFigure(number, decimals ?? 1, decimals ?? 2) : ''
}

/** A tile's number with its unit: the sign before an amount, any other unit after the number. */
export const tileText = (value: unknown, unit: string | null | undefined, decimals?: Decimals): string => {
  const total = formatTotal(value, decimals)
  // the sign stays beside its figure
  return unit === currencySign() ? `${unit}\u00a0${total}` : unit ? `${total} ${unit}` : total
}

/**
 * What a tile's statement answers: its first row. All but Total may be absent. `Trend` runs up to today; the bar of
 * seven days ago is highlighted. Without a Previous its label describes the total.
 */
export type TileRow = {
  Total: number | string
  Previous?: number | string | null
  PreviousLabel?: string | null
  Unit?: string | null
  Decimals?: Decimals
  Trend?: readonly (number | null)[] | null
  FallIsGood?: boolean | null
}
/** Users write statements too: each may answer anything. */
type Answered = { readonly [Name in keyof TileRow]?: unknown }
const isFigure = (value: unknown): value is number | string => typeof value === 'number' || typeof value === 'string'
export const tileOf = (rows: unknown): TileRow | undefined => {
  const row: unknown = Array.isArray(rows) ? rows[0] : rows
  if (!isObject(row)) return undefined
  const { Total, Previous, PreviousLabel, Unit, Decimals, Trend, FallIsGood }: Answered = row
  const total = Total ?? Object.values(row).find((value) => typeof value === 'number')
  if (!isFigure(total)) return undefined
  return {
    Total: total,
    Previous: isFigure(Previous) ? Previous : null,
    PreviousLabel: typeof PreviousLabel === 'string' ? PreviousLabel : null,
    Unit: typeof Unit === 'string' ? Unit : null,
    Decimals: typeof Decimals === 'number' ? Decimals : null,
    Trend: Array.isArray(Trend) ? Trend.map((one: unknown) => (isFigure(one) ? Number(one) : null)) : null,
    FallIsGood: FallIsGood === true,
  }
}
export type Change = { direction: 'up' | 'down' | 'same'; text: string; good: boolean }
const numberOf = (value: unknown): number =>
  value === null || value === undefined || value === '' ? Number.NaN : Number(value)
/**
 * Change against the earlier number: percent for amounts, points for percentages, "from 0" where that was 0. Undefined
 * when it cannot be computed.
 */
export const changeOf = (tile: TileRow): Change | undefined => {
  const now = numberOf(tile.Total)
  const before = numberOf(tile.Previous)
  if (!Number.isFinite(now) || !Number.isFinite(before)) return undefined
  const points = tile.Unit === '%'
  const by = points || before === 0 ? now - before : ((now - before) / Math.abs(before)) * 100
  const direction = Math.abs(by) < 0.05 ? 'same' : by > 0 ? 'up' : 'down'
  return {
    direction,
    text:
      direction === 'same'
        ? 'no change'
        : before === 0 && !points
          ? 'from 0'
          : !points && by >= 1000
            ? `${Math.round(now / before)} times`
            : `${Math.abs(by).toFixed(1)} ${points ? 'points' : '%'}`,
    good: direction === 'same' || (direction === 'up') !== (tile.FallIsGood === true),
  }
}
/** What a tile is compared with: its label, and the earlier number unless it was 0. */
export const beforeText = ({ Previous, PreviousLabel, Unit, Decimals }: TileRow): string => {
  const before = numberOf(Previous)
  if (!Number.isFinite(before)) return PreviousLabel ?? ''
  // a figure and its unit must not wrap
  const figure = tileText(before, Unit, Decimals).replaceAll(' ', '\u00a0')
  return before === 0 ? (PreviousLabel ?? '') : `${PreviousLabel ?? 'before'} ${figure}`
}

/** The error of a widget as text: what the server answered, else its message. */
export const serialised = (error: unknown): string => {
  if (error instanceof ApiError) return JSON.stringify(error.body ?? { status: error.status, message: error.message })
  return JSON.stringify({ message: error instanceof Error ? error.message : String(error) })
}
