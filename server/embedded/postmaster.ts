// What a running PostgreSQL says of itself in its folder, and whether it is still there.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

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
 * A dead process that nobody has collected still answers to signal 0, and a number in an old file may be anybody's: so
 * its state and name are read too.
 */
export const isRunning = (pid: number): boolean => {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^Name:\s+postgres/m.test(status) && !/^State:\s+[ZX]/m.test(status)
  } catch {
    return false
  }
}

/** True when the database lets us in and answers. */
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
