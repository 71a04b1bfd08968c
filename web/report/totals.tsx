// What the rows of a report add up to, under the filter of the rows.
import type { ReactNode } from 'react'
import { formatMoney } from '../../core/money.ts'
import { titleOf } from '../../core/titles.ts'
import { useGet } from '../api/cache.ts'

type Query = Readonly<Record<string, unknown>>
type Sums = Readonly<Record<string, number>>

/** The filter as the list sent it, each field a parameter. */
export const askedOf = ({ filterCriteria }: Query): Record<string, string> => {
  const filter: unknown = typeof filterCriteria === 'string' ? JSON.parse(filterCriteria) : {}
  return Object.fromEntries(
    Object.entries(typeof filter === 'object' && filter !== null ? filter : {}).map(([name, value]) => [
      name,
      String(value),
    ]),
  )
}

export const Totals = ({ statementId, query }: { statementId: number; query: Query }): ReactNode => {
  const totals = useGet<Sums[]>(`/api/getdata/${statementId}`, askedOf(query))
  const [sums] = totals.data ?? []
  if (!sums) return null
  return (
    <span className="quiet" role="status" aria-label="Totals">
      {Object.entries(sums)
        // a balance of zero is an answer, nothing of the others is none
        .filter(([name, sum]) => name !== 'Rows' && (sum !== 0 || /(Balance|Total)$/.test(name)))
        .map(([name, sum]) => `${titleOf(name)} ${formatMoney(sum, { symbol: true })}`)
        .join(' · ')}
    </span>
  )
}
/** The totals of one report. */
export const totalsOf =
  (statementId: number) =>
  ({ query }: { query: Query }): ReactNode => <Totals statementId={statementId} query={query} />
