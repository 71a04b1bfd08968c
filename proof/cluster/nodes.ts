// The machines of a cluster, as folders of this one: a primary, the standby that follows it, and their end by kill -9.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseAccount, give, runAs } from '../../server/embedded/account.ts'
import { startCluster, type Cluster } from '../../server/embedded/cluster.ts'
import { readPostmaster } from '../../server/embedded/postmaster.ts'

export type Node = { readonly home: string; readonly cluster: Cluster }
const account = databaseAccount()

export const asked = async <T extends pg.QueryResultRow>(node: Node, text: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: node.cluster.url('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

export const startNode = async (bin: string, home: string): Promise<Node> => ({
  home,
  cluster: await startCluster({ home, bin, account, settings: { sharedBuffersMb: 64, maxConnections: 200 } }),
})

/** Whether a commit waits until the standby has it: what was acknowledged is then in both. */
const setSynchronous = async (node: Node, names: string): Promise<void> => {
  await asked(node, `alter system set synchronous_standby_names = '${names}'`)
  await asked(node, 'select pg_reload_conf()')
}

/** Copies the primary to a folder and starts it there as its standby; commits wait for it from then on. */
export const followedBy = async (bin: string, primary: Node, home: string): Promise<Node> => {
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { mode: 0o700 })
  cpSync(path.join(primary.home, 'secrets.json'), path.join(home, 'secrets.json'))
  give(account, home)
  const [from, to] = [primary.cluster.url('postgres'), path.join(home, 'data')]
  const made = runAs(account, path.join(bin, 'pg_basebackup'), [
    '-d',
    from,
    '-D',
    to,
    '-X',
    'stream',
    '-c',
    'fast',
    '-R',
  ])
  if (made.status !== 0) throw new Error(`pg_basebackup: ${made.stderr.trim()}`)
  const standby = await startNode(bin, home)
  for (let tries = 0; tries < 300; tries += 1) {
    const [found] = await asked<{ n: number }>(
      primary,
      `select count(*)::int as n from pg_stat_replication where state = 'streaming'`,
    )
    if (found?.n === 1) {
      await setSynchronous(primary, '*')
      return standby
    }
    await wait(100)
  }
  throw new Error('The standby does not follow')
}

/** Ends a machine as a power cut does: every process of it at once. */
export const killed = async (node: Node): Promise<void> => {
  await node.cluster.leave()
  const { pid } = readPostmaster(path.join(node.home, 'data')) ?? {}
  if (pid === undefined) throw new Error('The primary does not run')
  process.kill(-pid, 'SIGKILL')
}

/** Makes a standby the primary; it waits for no other until one follows it. */
export const promoted = async (node: Node): Promise<void> => {
  await asked(node, 'select pg_promote(true, 60)')
  await setSynchronous(node, '')
}

/** Ends what is left of a machine and removes it. */
export const removed = async (node: Node): Promise<void> => {
  await node.cluster.stop().catch(() => undefined)
  rmSync(node.home, { recursive: true, force: true })
}
