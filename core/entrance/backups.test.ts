// What an administrator reads about the backups.
import { expect, test } from 'vitest'
import { backupLines, backupWarning, recordsWarning, type BackupState } from './backups.ts'

const now = '2026-11-26T06:00:00.000Z'
const good: BackupState = {
  IsScheduled: true,
  IsDemo: false,
  Since: '2026-01-01T00:00:00.000Z',
  Last: { At: '2026-11-25T20:31:00.000Z', File: '/backups/a.backup', Bytes: 12_300_000, Rows: 500_000 },
  Failed: null,
  Trial: { At: '2026-11-01T21:00:00.000Z', Problem: null },
  Records: { At: '2026-11-25T20:31:00.000Z', Broken: [] },
}

test('a good backup of the night warns of nothing', () => {
  expect([backupWarning(good, now), recordsWarning(good)]).toEqual([undefined, undefined])
  expect(backupLines(good)).toEqual([
    'Last backup: 26-Nov-2026 02:01 AM, 12.3 MB, 500000 rows, in /backups/a.backup',
    'Last trial restore: 02-Nov-2026 02:30 AM, each table equal to the backup.',
  ])
})

test('a failure, an old one, none and a failed trial warn; a server without a schedule does not', () => {
  const Failed = { At: '2026-11-26T05:00:00.000Z', Problem: 'The disk is full.' }
  const Trial = { At: '2026-11-26T05:00:00.000Z', Problem: 'It is damaged.' }
  expect(backupWarning({ ...good, Failed }, now)).toBe('The backup of 26-Nov-2026 10:30 AM failed: The disk is full.')
  expect(backupWarning(good, '2026-11-26T22:31:00.001Z')).toContain('The last backup is of 26-Nov-2026 02:01 AM.')
  expect(backupWarning({ ...good, Last: null }, now)).toContain('No backup was made yet')
  expect(backupWarning({ ...good, Last: null, Since: '2026-11-26T05:00:00.000Z' }, now)).toBeUndefined()
  expect(backupWarning({ ...good, Trial }, now)).toContain('could not be restored in the trial of 26-Nov-2026 10:30 AM')
  expect(backupWarning({ ...good, IsScheduled: false, Failed }, now)).toBeUndefined()
  expect(backupLines({ ...good, IsScheduled: false })[0]).toContain('BACKUP_FOLDER is not set')
})

test('records that do not agree with one another warn with what does not hold, also where backups are made otherwise', () => {
  const Records = { At: '2026-11-25T20:31:00.000Z', Broken: ['paid bills have receipts', 'stock is what was moved'] }
  expect(recordsWarning({ ...good, IsScheduled: false, Records })).toBe(
    'In the records this does not hold, as the backup of 26-Nov-2026 02:01 AM found: ' +
      'paid bills have receipts; stock is what was moved.',
  )
  expect(recordsWarning({ ...good, Records: null })).toBeUndefined()
})
