// What each figure of the system means: good, to be watched, or to be acted on now, and how.
import { backupLines, backupWarning, recordsWarning, type BackupState } from '../../core/entrance/backups.ts'
import { formatDateTime } from '../../core/dates.ts'
import { sizeText } from '../../core/files/size.ts'
import type { SystemState } from './systemstatus.model.ts'

export type Judged = { readonly state: SystemState; readonly value: string; readonly advice: string }

const giga = 1_000_000_000
const good = (value: string): Judged => ({ state: 'good', value, advice: '' })

/** Seconds as people read them: `40 s`, `12 min`, `3 h`. */
export const spanText = (seconds: number): string => {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

export const ofRelease = (found: {
  version: string
  migrations: number
  known: number
  processes: number
  startedSecondsAgo: number
}): Judged => {
  const value = [
    found.version,
    counted(found.migrations, 'migration', 'migrations'),
    counted(found.processes, 'process', 'processes'),
    `running for ${spanText(found.startedSecondsAgo)}`,
  ].join(', ')
  if (found.migrations <= found.known) return good(value)
  return {
    state: 'watch',
    value,
    advice: 'A newer release has changed this database: update and restart this server.',
  }
}

/** `before`: bytes on an earlier day, and how many days ago. */
export const ofDatabase = (bytes: number, before: { bytes: number; days: number } | undefined): Judged => {
  const grown = before === undefined ? '' : `, ${sizeText((bytes - before.bytes) / before.days)} more a day`
  return good(`${sizeText(bytes)}${grown}`)
}

/** `growth`: bytes a day, 0 where it is not known. */
export const ofDisk = ({ free, size, growth }: { free: number; size: number; growth: number }): Judged => {
  const days = growth > 0 ? Math.floor(free / growth) : Infinity
  const left = days < 3650 ? `, enough for about ${counted(days, 'day', 'days')}` : ''
  const value = `${sizeText(free)} of ${sizeText(size)} free${left}`
  if (free < giga || free < size * 0.03 || days < 7)
    return {
      state: 'act',
      value,
      advice: 'Free some space or add a disk today: a full disk stops all work. Old backups can be moved elsewhere.',
    }
  if (free < 5 * giga || free < size * 0.1 || days < 60)
    return { state: 'watch', value, advice: 'Plan a bigger disk, or move old backups elsewhere.' }
  return good(value)
}

export const ofBackup = (backups: BackupState, at: string): Judged => {
  const warning = backupWarning(backups, at)
  const [first = ''] = backupLines(backups)
  if (warning !== undefined)
    return { state: 'act', value: warning, advice: 'Correct the cause, and make one now: npm run backup.' }
  if (backups.IsScheduled || backups.IsDemo) return good(first)
  return { state: 'watch', value: first, advice: 'Set BACKUP_FOLDER, or back the database up by its own means.' }
}

/** Whether bills, money, tubes and results agree with one another, as the backups have found. */
export const ofRecords = (backups: BackupState): Judged => {
  const { Records } = backups
  if (Records === null) return good('Not checked yet: each backup checks them')
  const value = recordsWarning(backups)
  if (value === undefined) return good(`Each invariant held in the backup of ${formatDateTime(Records.At)}`)
  return {
    state: 'act',
    value,
    advice: 'Keep the last backup in which it held, and follow "The records do not agree" in docs/operate.md.',
  }
}

export const ofTransactions = (oldestSeconds: number): Judged => {
  const value = oldestSeconds < 1 ? 'None is long' : `The oldest runs for ${spanText(oldestSeconds)}`
  if (oldestSeconds >= 1800)
    return {
      state: 'act',
      value,
      advice: 'It keeps the database from cleaning up: end the program that opened it, or restart the server.',
    }
  if (oldestSeconds >= 300) return { state: 'watch', value, advice: 'An export or an outside program may be at work.' }
  return good(value)
}

export const ofConnections = ({ open, waiting }: { open: number; waiting: number }): Judged => {
  const value = `${open} open, ${counted(waiting, 'request waits', 'requests wait')}`
  if (waiting === 0) return good(value)
  return {
    state: 'watch',
    value,
    advice: 'If this lasts, raise DATABASE_CONNECTIONS, or look for slow statements in the log.',
  }
}

/** `undefined`: there is no replica. */
export const ofReplica = (replica: { isAway: boolean; lagSeconds: number } | undefined): Judged => {
  if (replica === undefined) return good('There is none')
  if (!replica.isAway) return good(`${spanText(replica.lagSeconds)} behind`)
  return {
    state: 'watch',
    value: 'Away, or too far behind',
    advice: 'Lists are read from the primary meanwhile. Look at the replica: it is used again when it has caught up.',
  }
}

export const ofJobs = (found: { waiting: number; oldestSeconds: number; failed: number }): Judged => {
  const value = `${found.waiting} due, ${found.failed} failed`
  if (found.oldestSeconds > 900)
    return {
      state: 'act',
      value: `${value}, the oldest is due for ${spanText(found.oldestSeconds)}`,
      advice: 'No worker takes jobs: restart the server. Until then no report is sent and no call is escalated.',
    }
  if (found.failed > 0)
    return {
      state: 'watch',
      value,
      advice: 'The log names each as "job failed". Scheduled ones run again by themselves; ask the others again.',
    }
  return good(value)
}

export const ofLetters = (found: { waitingLong: number; notSent: number; hasMail: boolean }): Judged => {
  if (!found.hasMail)
    return found.waitingLong === 0
      ? good('No mail server is set')
      : {
          state: 'watch',
          value: `${counted(found.waitingLong, 'letter waits', 'letters wait')}, and no mail server is set`,
          advice: 'Set SMTP_URL and restart the server.',
        }
  const value = `${found.waitingLong} wait for over an hour, ${found.notSent} of the last day not sent`
  if (found.waitingLong > 0)
    return { state: 'act', value, advice: 'The mail server does not take them: check SMTP_URL and the mail server.' }
  if (found.notSent > 0)
    return { state: 'watch', value, advice: 'Correct the addresses: the history of each record has the reason.' }
  return good(value)
}

export const ofHistory = ({ blocks, brokenAt }: { blocks: number; brokenAt: number | null }): Judged => {
  if (brokenAt === null) return good(`${counted(blocks, 'sealed block', 'sealed blocks')}, each as it was sealed`)
  return {
    state: 'act',
    value: `Block ${brokenAt} of ${blocks} differs from what was sealed`,
    advice: 'Someone has changed the history in the database. Keep this database as it is, and compare with a backup.',
  }
}

/** Seconds that the clocks of server and database are apart. */
export const ofClock = (apart: number): Judged => {
  const value = `Server and database are ${apart.toFixed(1)} s apart`
  if (apart >= 60)
    return { state: 'act', value, advice: 'Set both clocks by a time server: times on reports would be wrong.' }
  if (apart >= 2) return { state: 'watch', value, advice: 'Set both clocks by a time server.' }
  return good(value)
}

/** `days`: until it expires, undefined where it could not be read; `null`: no public address with https. */
export const ofCertificate = (days: number | undefined | null): Judged => {
  if (days === null) return good('No public address with https is set')
  if (days === undefined)
    return {
      state: 'watch',
      value: 'It could not be read from here',
      advice: 'Open PUBLIC_URL in a browser: if it answers there, this server only cannot reach itself.',
    }
  const value = days < 0 ? 'Expired' : `Valid for ${counted(Math.floor(days), 'more day', 'more days')}`
  if (days < 3) return { state: 'act', value, advice: 'Renew it now: browsers refuse the product without it.' }
  if (days < 21) return { state: 'watch', value, advice: 'Renew it, or check why it does not renew itself.' }
  return good(value)
}

/** A part whose figures could not be read. */
export const unread: Judged = {
  state: 'watch',
  value: 'It could not be read',
  advice: 'If this lasts, look at the log of the database, and restart the server.',
}
