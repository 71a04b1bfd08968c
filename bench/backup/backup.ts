// `npm run bench -- --backup [--sales 1000000]`: the time and memory of a backup and its restore, and how much
// slower sales are booked meanwhile, by eight without a pause and by eight that wait half a second after each. Goal:
// booking's p95 not more than 1.3 times.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { medianOf, runOurs, wanted, type Measured } from '../run.ts'
import { stand } from '../stand.ts'
import { works } from '../works.ts'

const sales = Number(wanted('sales', '1000000'))
const seconds = wanted('seconds', '6')
const data = path.resolve(wanted('data', path.join('data', `bench-${sales}`)))
const booking = works.find(({ id }) => id === 'W2')
/** Milliseconds that a counter waits after each booking. */
const pauses = [0, 500]
if (booking === undefined) throw new Error('W2 is not among the works')

/** The most memory that a process has had, in MB; 0 where the system does not tell. */
const peakOf = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

type Ran = { seconds: number; peak: number }
/** Runs a program of ours as the server does: in a process of its own, after all others. */
const ran = (program: string, args: readonly string[], input: string, env: Record<string, string>): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    let peak = 0
    const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...args], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    const { pid } = child
    if (pid !== undefined) setPriority(pid, 10)
    const watching = setInterval(() => (peak = Math.max(peak, peakOf(pid ?? 0))), 200)
    child.stdin.end(input)
    child.on('exit', (code) => {
      clearInterval(watching)
      if (code === 0) resolve({ seconds: (performance.now() - begun) / 1000, peak })
      else reject(new Error(`${program} ended with ${code}`))
    })
  })

const standing = await stand(sales, console.log, { dataDir: data })
const to = mkdtempSync(path.join(path.dirname(data), 'bench-backup-'))
try {
  await runOurs(booking, standing, seconds)
  const round = async (all: Measured[][]): Promise<void> => {
    for (const [at, pause] of pauses.entries()) (all[at] ??= []).push(await runOurs(booking, standing, seconds, pause))
  }
  const quiet: Measured[][] = []
  for (let rounds = 0; rounds < 5; rounds += 1) await round(quiet)
  const during: Measured[][] = []
  let isOver = false
  const order = JSON.stringify({ kind: 'backup', url: standing.ownerUrl, to })
  const making = ran('../../server/backup/nightly/child.ts', [], order, {}).finally(() => (isOver = true))
  while (!isOver) await round(during)
  const made = await making
  const alone = await ran('../../server/backup/nightly/child.ts', [], order, {})
  const [file = ''] = readdirSync(to).map((name) => path.join(to, name))
  const size = statSync(file).size / 1_000_000
  console.log(`\n${sales} sales: a file of ${size.toFixed(0)} MB`)
  console.log('| work | seconds | most memory, MB |\n|---|---|---|')
  console.log(`| backup alone | ${alone.seconds.toFixed(1)} | ${alone.peak.toFixed(0)} |`)
  console.log(`| backup, while sales are booked | ${made.seconds.toFixed(1)} | ${made.peak.toFixed(0)} |`)
  for (const [at, pause] of pauses.entries()) {
    const [before, meanwhile] = [medianOf(quiet[at] ?? []), medianOf(during[at] ?? [])]
    console.log(
      `Booking (W2) by eight, ${pause} ms apart: p95 ${before.p95.toFixed(1)} ms before, ` +
        `${meanwhile.p95.toFixed(1)} ms meanwhile: ${(meanwhile.p95 / before.p95).toFixed(2)} times (goal 1.3)`,
    )
  }
  const DATA_DIR = path.join(to, 'restored')
  mkdirSync(DATA_DIR)
  const restored = await ran('../../tools/backup/restore.ts', [file, '--try'], '', { DATA_DIR, DATABASE_URL: '' })
  console.log(`| restore, compared | ${restored.seconds.toFixed(1)} | ${restored.peak.toFixed(0)} |`)
} finally {
  rmSync(to, { recursive: true, force: true })
  await standing.close()
}
process.exit(0)
