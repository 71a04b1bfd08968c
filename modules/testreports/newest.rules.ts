// The newest reports or sales for outside readers: by day, with those that are new since the last visit.
import { addDays, dayOf, formatDate } from '../../core/dates.ts'

type Dated = { readonly SaleDate: string; readonly ReportedDate?: string | null }
/** The moment of a row. */
export const cameAt = ({ ReportedDate, SaleDate }: Dated): string => ReportedDate ?? SaleDate

const nameOf = (day: string, today: string): string =>
  day === today ? 'Today' : day === addDays(today, -1) ? 'Yesterday' : formatDate(day)
/** Rows in their order, grouped by day. */
export const byDay = <Row extends Dated>(rows: readonly Row[], today: string): { name: string; rows: Row[] }[] => {
  const days: { name: string; rows: Row[] }[] = []
  for (const row of rows) {
    const name = nameOf(dayOf(cameAt(row)), today)
    const last = days.at(-1)
    if (last?.name === name) last.rows.push(row)
    else days.push({ name, rows: [row] })
  }
  return days
}
/** The moment of the newest row, stored as seen; undefined without rows. */
export const latestOf = (rows: readonly Dated[]): string | undefined =>
  rows
    .map(cameAt)
    .reduce<string | undefined>((latest, at) => (latest === undefined || at > latest ? at : latest), undefined)
/** Whether a row is newer than the last visit; at the first visit none is. */
export const isNew = (row: Dated, seen: unknown): boolean => typeof seen === 'string' && cameAt(row) > seen
