// What an administrator sees of the backups: the last good one, what failed since, the last trial restore.
import { asks, orNull, type AnswerTo } from '../answer/answer.ts'
import { formatDateTime } from '../dates.ts'
import { sizeText } from '../files/size.ts'

/** How the backups are. */
export const backupsOfNetwork = asks('backups', {
  IsScheduled: 'boolean',
  // filled as a demo, which can be loaded again
  IsDemo: 'boolean',
  // when the network's history begins
  Since: 'datetime?',
  Last: orNull({ At: 'datetime', File: 'text', Bytes: 'integer', Rows: 'integer' }),
  // the newest of the schedule that failed after the last good one
  Failed: orNull({ At: 'datetime', Problem: 'text' }),
  Trial: orNull({ At: 'datetime', Problem: 'text?' }),
  // what did not hold in the records when a backup or a trial last asked; null where none has asked
  Records: orNull({ At: 'datetime', Broken: ['text'] }),
})
export type BackupState = AnswerTo<typeof backupsOfNetwork>

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
