// What an administrator sees of the backups: the last good one, what failed since, the last trial restore.
import { formatDateTime } from '../dates.ts'
import { sizeText } from '../files/size.ts'

export type BackupState = {
  readonly IsScheduled: boolean
  /** The network was filled as a demo, which can be loaded again. */
  readonly IsDemo: boolean
  /** When the network's history begins. */
  readonly Since: string | null
  readonly Last: { readonly At: string; readonly File: string; readonly Bytes: number; readonly Rows: number } | null
  /** The newest of the schedule that failed after the last good one. */
  readonly Failed: { readonly At: string; readonly Problem: string } | null
  readonly Trial: { readonly At: string; readonly Problem: string | null } | null
  /** What did not hold in the records when a backup or a trial last asked; null where none has asked. */
  readonly Records: { readonly At: string; readonly Broken: readonly string[] } | null
}

/** A night, and two hours for a slow one. */
const oldAfter = 26 * 60 * 60 * 1000

/** Why the administrator must look at the backups; undefined while all is well. */
export const backupWarning = (
  { IsScheduled, Since, Last, Failed, Trial }: BackupState,
  now: string,
): string | undefined => {
  if (!IsScheduled) return undefined
  if (Failed) return `The backup of ${formatDateTime(Failed.At)} failed: ${Failed.Problem}`
  const from = Last?.At ?? Since
  if (from !== null && Date.parse(now) - Date.parse(from) > oldAfter)
    return Last
      ? `The last backup is of ${formatDateTime(Last.At)}. Since then none was made: see that the server runs at night.`
      : 'No backup was made yet: see that the server runs and that its backup folder can be written.'
  if (Trial !== null && Trial.Problem !== null)
    return `The backup could not be restored in the trial of ${formatDateTime(Trial.At)}: ${Trial.Problem}`
  return undefined
}

/** What does not hold in the records; undefined while all of it holds. */
export const recordsWarning = ({ Records }: BackupState): string | undefined =>
  Records === null || Records.Broken.length === 0
    ? undefined
    : `In the records this does not hold, as the backup of ${formatDateTime(Records.At)} found: ` +
      `${Records.Broken.join('; ')}.`

/** The lines of the state, without its warnings. */
export const backupLines = ({ IsScheduled, IsDemo, Last, Trial }: BackupState): readonly string[] => [
  ...(IsScheduled
    ? []
    : [
        IsDemo
          ? 'A demo is not backed up by itself.'
          : 'Aliquot makes no backups by itself here: BACKUP_FOLDER is not set. See that the database is backed up.',
      ]),
  Last
    ? `Last backup: ${formatDateTime(Last.At)}, ${sizeText(Last.Bytes)}, ${Last.Rows} rows, in ${Last.File}`
    : 'No backup was made yet.',
  ...(Trial !== null && Trial.Problem === null
    ? [`Last trial restore: ${formatDateTime(Trial.At)}, each table equal to the backup.`]
    : []),
]
