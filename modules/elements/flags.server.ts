// Flags in SQL.
import { criticalFlags } from './interval.rules.ts'

/** Whether a result is critical, of the table of results by its alias. */
export const isCriticalIn = (results: string): string =>
  `${results}.flag in (${criticalFlags.map((flag) => `'${flag}'`).join(', ')})`
