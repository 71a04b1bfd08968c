// What the acts on results share: what they are told, what they answer, and how they refuse.
import type { Decision } from '../../../core/refusal.ts'
import type { Loaded } from '../../../server/caller.ts'
import { refused } from '../../../server/refusal.ts'
import type { Amended } from '../../testreports/amendment.server.ts'
import type { ResultRow } from '../testresults.model.ts'

/**
 * What an act answers. `status` 422: it was not done, yet what it found out of step was calculated anew and is kept.
 */
export type Acted = { message: string; saleIds: readonly number[]; status?: 422; errors?: Record<string, string[]> }

/** Issues the next version of a sale's report; null: nothing of what went out before is amended. */
export type MakeReport = (saleId: number, amended: Amended | null) => Promise<void>

/** Refuses with every item that refuses, each at its own field. */
export const allOrNothing = (picked: readonly ResultRow[], decide: (row: ResultRow) => Decision): void => {
  const refusals = picked.flatMap((row) => {
    const decision = decide(row)
    return decision.ok ? [] : [[row, decision.reason] as const]
  })
  if (refusals.length > 0)
    throw refused(
      refusals.map(([, reason]) => reason).join('; '),
      Object.fromEntries(refusals.map(([row, reason]) => [`WorkItems.${row.WorkItemId}`, [reason]])),
    )
}
export const reasonOf = (body: Loaded): number | null => {
  const reason = Number(body['ReasonId'] ?? 0)
  return reason > 0 ? reason : null
}
export const remarksOf = (body: Loaded): string | null =>
  typeof body['Remarks'] === 'string' && body['Remarks'].trim() !== '' ? body['Remarks'].trim() : null

/** `1 amendment waits`, `3 amendments wait`. */
export const counted = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${more}`
