// `npm run bench -- --lists [--sales 300000] [--by network|lab|centre] [--only 1001,1002]`: every list with each of its
// filters, one user, rows and count apart as the browser asks for them; prints the slowest first.
import type { Loaded } from '../../server/caller.ts'
import { listCases } from './cases.ts'
import { wanted } from '../run.ts'
import { stand } from '../stand.ts'

const sales = Number(wanted('sales', '300000'))
const rounds = Number(wanted('rounds', '5'))
/** Milliseconds in which rows are there for one user, also at ten million sales. */
const goal = 100
/** Milliseconds from which a question is not asked again: its figure is clear. */
const clear = 2000
const standing = await stand(sales, console.log, process.argv.includes('--data') ? { dataDir: wanted('data', '') } : {})
const { app, base, tokens, scoped } = standing
const by = wanted('by', 'network')
const sessions = by === 'lab' || by === 'centre' ? scoped[by] : tokens
const only = wanted('only', '').split(',').filter(Boolean)

let turn = 0
/** Milliseconds of an answer; its status where it was refused. */
const ask = async (address: string): Promise<{ took: number; status: number }> => {
  const from = performance.now()
  const answer = await fetch(`${base}${address}`, {
    headers: { authorization: `Bearer ${sessions[(turn += 1) % sessions.length] ?? ''}` },
  })
  await answer.arrayBuffer()
  return { took: performance.now() - from, status: answer.status }
}
const at95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0
/** The 95th percentile after a first round, which only plans. */
const measured = async (address: string): Promise<{ p95: number; status: number }> => {
  const first = await ask(address)
  const times: number[] = []
  if (first.status === 200 && first.took < clear)
    for (let round = 0; round < rounds; round += 1) times.push((await ask(address)).took)
  return { p95: times.length === 0 ? first.took : at95(times), status: first.status }
}

const textsOf = (filter: Loaded): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))

const found: { what: string; rows: number; count: number }[] = []
const refused: string[] = []
for (const { id, name, list, asked, filter } of await listCases(app.db)) {
  if (only.length > 0 && !only.includes(String(id))) continue
  // a report without filters is asked for by parameters
  const query = Object.keys(list.filterFields).length > 0 ? { filterCriteria: JSON.stringify(filter) } : textsOf(filter)
  const address = `/api/getdata/${id}?${new URLSearchParams(query).toString()}`
  const rows = await measured(`${address}&count=none&limit=100`)
  const what = `${id} ${name}: ${asked}`
  if (rows.status !== 200) {
    refused.push(`${what} ${rows.status}`)
    continue
  }
  const count = await measured(`${address}&limit=0`)
  found.push({ what, rows: rows.p95, count: count.p95 })
  // the whole takes minutes
  if (rows.p95 > goal) console.log(`${what} ${rows.p95.toFixed(0)} ms`)
}
console.log(`\n${sales} sales, as ${by}, p95 of ${rounds}, ${new Date().toISOString().slice(0, 16)}Z`)
console.log(`${found.length} questions, ${found.filter(({ rows }) => rows > goal).length} with rows after ${goal} ms`)
console.log('| list: filter | rows ms | count ms |\n|---|---|---|')
const worst = ({ rows, count }: { rows: number; count: number }): number => Math.max(rows, count)
for (const { what, rows, count } of found.sort((a, b) => worst(b) - worst(a)))
  console.log(`| ${what} | ${rows.toFixed(0)} | ${count.toFixed(0)} |`)
for (const line of refused) console.log(`refused: ${line}`)
await standing.close()
process.exit(0)
