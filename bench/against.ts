// `npm run bench -- --against ../other`: another checkout and this one, each with its own database of the same network,
// measured in turns of some seconds, so that other load of the machine affects both.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { medianOf, refusedText, runOurs, wanted, type Measured } from './run.ts'
import type { Stand } from './stand.ts'
import { works } from './works.ts'

type Side = { readonly stand: Stand; end(): Promise<unknown> }
const begin = async (folder: string, sales: string): Promise<Side> => {
  const child = spawn(process.execPath, [path.join('bench', 'serve.ts'), sales], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    stand: JSON.parse(line) as Stand,
    end: () => {
      child.stdin.end()
      return once(child, 'close')
    },
  }
}

const other = path.resolve(wanted('against', ''))
const rounds = Number(wanted('rounds', '6'))
const seconds = wanted('seconds', '2')
const sales = wanted('sales', '100000')
const before = await begin(other, sales)
const now = await begin(process.cwd(), sales)
console.log(`${sales} sales, ${rounds} rounds of ${seconds} s each in turns, 8 clients, ${new Date().toISOString()}\n`)
console.log('| work | before/s | now/s | gain | before p95 ms | now p95 ms | refused |\n|---|---|---|---|---|---|---|')
for (const work of works.filter((one) => wanted('only', one.id).split(',').includes(one.id))) {
  const measured: { before: Measured[]; now: Measured[] } = { before: [], now: [] }
  await runOurs(work, before.stand, '1')
  await runOurs(work, now.stand, '1')
  for (let round = 0; round < rounds; round += 1) {
    // the first one alternates, so that a machine that grows warm or busy favours neither
    const turns = round % 2 === 0 ? (['before', 'now'] as const) : (['now', 'before'] as const)
    for (const turn of turns) measured[turn].push(await runOurs(work, (turn === 'now' ? now : before).stand, seconds))
  }
  const [was, is] = [medianOf(measured.before), medianOf(measured.now)]
  const gain = `${((is.tps / was.tps - 1) * 100).toFixed(0)} %`
  const refused = [refusedText(was), refusedText(is)].filter((text) => text !== '').join(' / ')
  console.log(
    `| ${[work.id, was.tps.toFixed(0), is.tps.toFixed(0), gain, was.p95.toFixed(1), is.p95.toFixed(1), refused || 0].join(' | ')} |`,
  )
}
await Promise.all([before.end(), now.end()])
process.exit(0)
