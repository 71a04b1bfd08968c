// `npm run proof -- pitr [--install]`: the configuration and commands of pgBackRest as docs/operate.md has them, on a
// scratch database: a record that was there at a moment is there again after a table was dropped.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { databaseAccount, give, runAs } from '../../server/embedded/account.ts'
import { noteRun } from '../../tools/proofs/runs.ts'
import { asked, startNode } from '../cluster/nodes.ts'
import { programsOf } from '../cluster/programs.ts'

const { values } = parseArgs({
  options: { install: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const { bin } = programsOf(values.install, ['pgbackrest'])
const account = databaseAccount()
const page = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8')
/** The blocks of the page: the configuration, the settings of PostgreSQL, the first commands, the restore. */
const [configuration = '', settings = '', first = '', back = ''] = [
  ...page.matchAll(/^```(?:ini|sh)\n([\s\S]*?)^```$/gm),
].map(([, text = '']) => text)

const home = mkdtempSync(path.join(tmpdir(), 'aliquot-pitr-'))
chmodSync(home, 0o755)
let result: string
let isGood = false
let node = await startNode(bin, path.join(home, 'node'))
try {
  const data = path.join(node.home, 'data')
  const config = path.join(home, 'pgbackrest.conf')
  for (const name of ['repository', 'lock', 'log']) mkdirSync(path.join(home, name))
  const socket = decodeURIComponent(new URL(node.cluster.url('postgres')).hostname)
  writeFileSync(
    config,
    configuration
      .replace(/^repo1-path=.*$/m, `repo1-path=${path.join(home, 'repository')}`)
      .replace(/^pg1-path=.*$/m, `pg1-path=${data}\npg1-socket-path=${socket}\npg1-user=postgres`)
      .replace('[global]\n', `[global]\nlock-path=${path.join(home, 'lock')}\nlog-path=${path.join(home, 'log')}\n`),
  )
  give(account, home)
  const here = (command: string): string => command.replace(/^(.*)pgbackrest /, `$1pgbackrest --config=${config} `)
  const run = (command: string): void => {
    console.log(command)
    const env = { PGPASSWORD: node.cluster.secrets.superuser }
    const done = runAs(account, '/bin/sh', ['-c', here(command)], env)
    if (done.status !== 0) throw new Error(`${command}: ${(done.stdout + done.stderr).trim().slice(-600)}`)
  }
  for (const line of settings.trim().split('\n')) {
    const [, name = '', value = ''] = /^(\w+) = (.*)$/.exec(line) ?? []
    const quoted = value.startsWith("'") ? here(value) : `'${value}'`
    await asked(node, `alter system set ${name} = ${quoted}`)
  }
  await node.cluster.stop()
  node = await startNode(bin, node.home)
  await asked(node, 'create table kept (n integer); insert into kept values (1)')
  for (const command of first.trim().split('\n')) run(command)
  await asked(node, 'insert into kept values (2)')
  const [moment] = await asked<{ at: string }>(node, 'select clock_timestamp()::text as at')
  await wait(1500)
  await asked(node, 'drop table kept')
  await asked(node, 'select pg_switch_wal()')
  await wait(3000)
  await node.cluster.stop()
  run(back.trim().replace(/--target="[^"]*"/, `--target="${moment?.at ?? ''}"`))
  node = await startNode(bin, node.home)
  for (let tries = 0; tries < 100; tries += 1) {
    const [state] = await asked<{ follows: boolean }>(node, 'select pg_is_in_recovery() as follows')
    if (state?.follows === false) break
    await wait(200)
  }
  const rows = await asked<{ n: number }>(node, 'select n from kept order by n')
  isGood = rows.map(({ n }) => n).join() === '1,2'
  result = isGood ? 'each record of the moment is there again' : `${rows.length} of 2 records are there`
} catch (error) {
  result = (error as Error).message
} finally {
  await node.cluster.stop().catch(() => undefined)
  if (existsSync(home)) rmSync(home, { recursive: true, force: true })
}
console.log(`${isGood ? 'ok' : 'FAILED'} ${result}`)
noteRun('pitr', { isGood, result })
process.exit(isGood ? 0 : 1)
