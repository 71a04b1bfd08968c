// How a version differs from the one before: which values it changes, why and by whom.
import { formatDateTime } from '../../core/dates.ts'
import { unitText } from '../../core/interval.ts'
import type { ReportData } from './print/report.model.ts'
import { workItemStatus } from '../lists/items.model.ts'
import type { ItemRow } from './items.server.ts'

export type Earlier = { version: number; created_at: string; state: string; content: ReportData }

/**
 * The reason and author of an amendment. Changes lists those that are not of results: `{ What: 'Patient', Was, Is }`.
 */
export type Amended = {
  Reason: string
  By: string
  Changes: readonly { What: string; Was: string; Is: string }[]
}

const flagged = (result: string | null, unit: string | null): string =>
  [result, unitText(unit)].filter(Boolean).join(' ')
const changesOf = (item: ItemRow): { What: string; Was: string; Is: string }[] => [
  ...(item.was !== null && item.was !== item.result
    ? [{ What: item.element, Was: flagged(item.was, item.unit), Is: flagged(item.result, item.unit) }]
    : []),
  ...((item.was_comments ?? '') === (item.comments ?? '')
    ? []
    : [{ What: `${item.element}, comment`, Was: item.was_comments ?? 'none', Is: item.comments ?? 'none' }]),
]
export const amendmentOf = (
  items: readonly ItemRow[],
  earlier: Earlier | undefined,
  amended: Amended | null,
  now: string,
): ReportData['Amendment'] =>
  amended === null || earlier === undefined
    ? null
    : {
        Issued: formatDateTime(now),
        Replaces: `Replaces version ${earlier.version} of ${formatDateTime(earlier.created_at)}`,
        WasVersion: earlier.version,
        Changes: [
          ...amended.Changes,
          ...items.filter((item) => item.status_id === workItemStatus.Amended).flatMap(changesOf),
        ],
        Reason: amended.Reason,
        By: amended.By,
        Informed: null,
      }

/** A version completes the one before when that one was waiting for a result and this one is not. */
export const versionText = (
  version: number,
  state: string,
  earlier: Earlier | undefined,
  isPartial: boolean,
): string => {
  const word = state.toLowerCase()
  if (earlier === undefined) return `${version}, ${word}`
  const completes = earlier.content.Pending.length > 0 && !isPartial
  return `${version}, ${word}, ${completes ? 'completes' : 'replaces'} ${earlier.version}`
}
