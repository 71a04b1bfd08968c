// The widgets of the dashboard: which stands where, what is asked for it, how its total reads.
import { currencySign, formatFigure } from '../../core/money.ts'
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

/** A user's own widget stands before the standard one of its place. */
export const widgetAt = (widgets: readonly Widget[], target: string): Widget | undefined => {
  const here = widgets.filter((widget) => widget.Target === target)
  return here.find((widget) => widget.Source === 'U') ?? here[0]
}

/** QueryParameters as an object: JSON, `a=1&b=2`, or an object already. */
export const parametersOf = (given: unknown): Query => {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Query
  if (typeof given !== 'string' || given.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(given)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Query) : {}
  } catch {
    return Object.fromEntries(new URLSearchParams(given.replace(/^\?/, '')))
  }
}

/** A tile's number: 1 to 2 decimals, grouped as the network's locale says. Empty for what is no number. */
export const formatTotal = (value: unknown): string => {
  const number = value === null || value === '' || typeof value === 'boolean' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? formatFigure(number, 1, 2) : ''
}

/** A tile's number with its unit: the sign before an amount, any other unit after the number. */
export const tileText = (value: unknown, unit: string | null | undefined): string =>
  unit === currencySign()
    ? `${unit} ${formatTotal(value)}`
    : unit
      ? `${formatTotal(value)} ${unit}`
      : formatTotal(value)

/**
 * What a tile's statement answers: its first row. All but Total may be absent. `Trend` runs up to today, seven days ago
 * stands out.
 */
export type TileRow = {
  Total: number | string
  Previous?: number | string | null
  PreviousLabel?: string | null
  Unit?: string | null
  Trend?: readonly number[] | null
  FallIsGood?: boolean | null
}
export const tileOf = (rows: unknown): TileRow | undefined => {
  const row = Array.isArray(rows)
    ? (rows[0] as Record<string, unknown> | undefined)
    : (rows as Record<string, unknown> | undefined)
  if (!row) return undefined
  const Total = row['Total'] ?? Object.values(row).find((value) => typeof value === 'number')
  return Total === undefined || Total === null ? undefined : ({ ...row, Total } as TileRow)
}
export type Change = { direction: 'up' | 'down' | 'same'; text: string; good: boolean }
/** Change against the number before: percent for amounts, points for percentages. Undefined when it cannot be said. */
export const changeOf = (tile: TileRow): Change | undefined => {
  const now = Number(tile.Total)
  const before =
    tile.Previous === null || tile.Previous === undefined || tile.Previous === '' ? Number.NaN : Number(tile.Previous)
  if (!Number.isFinite(now) || !Number.isFinite(before)) return undefined
  const points = tile.Unit === '%'
  if (!points && before === 0) return undefined
  const by = points ? now - before : ((now - before) / Math.abs(before)) * 100
  const direction = Math.abs(by) < 0.05 ? 'same' : by > 0 ? 'up' : 'down'
  return {
    direction,
    text: direction === 'same' ? 'no change' : `${Math.abs(by).toFixed(1)} ${points ? 'points' : '%'}`,
    good: direction === 'same' || (direction === 'up') !== (tile.FallIsGood === true),
  }
}

/** The error of a widget as text: what the server answered, else its message. */
export const serialised = (error: unknown): string => {
  const { status, body, message } = error as { status?: number; body?: unknown; message?: string }
  return JSON.stringify(body ?? { status, message })
}
