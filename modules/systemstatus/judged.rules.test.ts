// What the figures of the system mean, at each limit.
import { expect, test } from 'vitest'
import {
  ofBackup,
  ofCertificate,
  ofClock,
  ofConnections,
  ofDatabase,
  ofDisk,
  ofHistory,
  ofJobs,
  ofLetters,
  ofRecords,
  ofRelease,
  ofReplica,
  ofTransactions,
  spanText,
  type Judged,
} from './judged.rules.ts'

const giga = 1_000_000_000
const states = (all: readonly Judged[]): string[] => all.map(({ state }) => state)

test('times are written as people read them', () => {
  expect([spanText(40), spanText(720), spanText(4 * 3600)]).toEqual(['40 s', '12 min', '4 h'])
})

test('a disk is watched and acted on by what is free, by its share, and by the days that are left', () => {
  const disk = (free: number, size: number, growth = 0): Judged =>
    ofDisk({ free: free * giga, size: size * giga, growth: growth * giga })
  expect(states([disk(50, 100), disk(9, 100), disk(2, 100)])).toEqual(['good', 'watch', 'act'])
  expect(states([disk(4.9, 20), disk(0.9, 10)])).toEqual(['watch', 'act'])
  expect(states([disk(50, 100, 0.5), disk(50, 100, 1), disk(50, 100, 10)])).toEqual(['good', 'watch', 'act'])
  expect(disk(50, 100, 10).value).toBe('50.0 GB of 100.0 GB free, enough for about 5 days')
})

test('a size says how much it grows a day', () => {
  expect(ofDatabase(3 * giga, undefined).value).toBe('3.0 GB')
  expect(ofDatabase(3 * giga, { bytes: giga, days: 2 }).value).toBe('3.0 GB, 1.0 GB more a day')
})

test('each other figure has its limits, and what is not good says what to do', () => {
  const jobs = { waiting: 0, oldestSeconds: 0, failed: 0 }
  const backups = {
    IsScheduled: true,
    IsDemo: false,
    Since: '2026-11-01T00:00:00Z',
    Last: { At: '2026-11-26T02:00:00Z', File: 'one.backup', Bytes: 1000, Rows: 10 },
    Failed: null,
    Trial: null,
    Records: null,
  }
  const letters = { waitingLong: 0, notSent: 0, hasMail: true }
  const release = { version: '1.3.1', migrations: 5, known: 5, processes: 1, startedSecondsAgo: 60 }
  const tried: readonly (readonly [Judged, string])[] = [
    [ofRelease(release), 'good'],
    [ofRelease({ ...release, migrations: 6 }), 'watch'],
    [ofBackup(backups, '2026-11-26T03:00:00Z'), 'good'],
    [ofBackup(backups, '2026-11-27T05:00:00Z'), 'act'],
    [ofBackup({ ...backups, IsScheduled: false }, '2026-12-26T03:00:00Z'), 'watch'],
    [ofBackup({ ...backups, IsScheduled: false, IsDemo: true }, '2026-12-26T03:00:00Z'), 'good'],
    [ofRecords(backups), 'good'],
    [ofRecords({ ...backups, Records: { At: '2026-11-26T02:00:00Z', Broken: [] } }), 'good'],
    [ofRecords({ ...backups, Records: { At: '2026-11-26T02:00:00Z', Broken: ['dues are sums'] } }), 'act'],
    [ofTransactions(299), 'good'],
    [ofTransactions(300), 'watch'],
    [ofTransactions(1800), 'act'],
    [ofConnections({ open: 3, waiting: 0 }), 'good'],
    [ofConnections({ open: 3, waiting: 1 }), 'watch'],
    [ofReplica(undefined), 'good'],
    [ofReplica({ isAway: false, lagSeconds: 1 }), 'good'],
    [ofReplica({ isAway: true, lagSeconds: 30 }), 'watch'],
    [ofJobs(jobs), 'good'],
    [ofJobs({ ...jobs, failed: 1 }), 'watch'],
    [ofJobs({ ...jobs, waiting: 1, oldestSeconds: 901 }), 'act'],
    [ofLetters(letters), 'good'],
    [ofLetters({ ...letters, notSent: 1 }), 'watch'],
    [ofLetters({ ...letters, waitingLong: 1 }), 'act'],
    [ofLetters({ ...letters, hasMail: false }), 'good'],
    [ofLetters({ ...letters, hasMail: false, waitingLong: 1 }), 'watch'],
    [ofHistory({ blocks: 9, brokenAt: null }), 'good'],
    [ofHistory({ blocks: 9, brokenAt: 4 }), 'act'],
    [ofClock(1.9), 'good'],
    [ofClock(2), 'watch'],
    [ofClock(60), 'act'],
    [ofCertificate(null), 'good'],
    [ofCertificate(21), 'good'],
    [ofCertificate(20.9), 'watch'],
    [ofCertificate(2.9), 'act'],
    [ofCertificate(-1), 'act'],
    [ofCertificate(undefined), 'watch'],
  ]
  expect(states(tried.map(([found]) => found))).toEqual(tried.map(([, state]) => state))
  for (const [{ state, advice }] of tried) expect(advice === '').toBe(state === 'good')
})
