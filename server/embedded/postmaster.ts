// The state file of a running PostgreSQL, and whether its process still runs.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { partOf } from '../thrown.ts'

/** The lines of postmaster.pid that matter, or undefined when no server has left one. */
export const readPostmaster = (data: string): { pid: number; port: number; ready: boolean } | undefined => {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: (lines[7] ?? '').trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Whether the process runs. A zombie still answers to signal 0, and the id in an old file may now belong to another
 * process: so its state and name are read too.
 */
export const isRunning = (pid: number): boolean => {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (partOf(error, 'code') !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^Name:\s+postgres/m.test(status) && !/^State:\s+[ZX]/m.test(status)
  } catch {
    return false
  }
}

/** Whether the database accepts a connection and answers. */
export const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
