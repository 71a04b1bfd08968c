// Runs measurements in separate processes, and takes the medians of their answers.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Stand } from './stand.ts'
import type { Work } from './works.ts'

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The 95th percentile. */
export const at95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0

/** Runs a program without blocking our server, which may run in this process. */
export const run = (program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...environment } })
    let out = ''
    let problem = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (problem += part.toString()))
    child.on('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(problem || `${program} ended with ${code}`)),
    )
  })

/** Answers a second, milliseconds of the median and of the 95th percentile, refusals by status. */
export type Measured = { tps: number; p50: number; p95: number; refused: Record<number, number> }
/** Eight clients; `pause`: milliseconds that each waits after an answer, half of it to one and a half. */
export const runOurs = async (
  work: Work,
  { base, tokens, scoped, top }: Stand,
  seconds: string,
  pause = 0,
): Promise<Measured> =>
  JSON.parse(
    await run(process.execPath, [
      fileURLToPath(new URL('./drive.ts', import.meta.url)),
      base,
      work.id,
      seconds,
      String(top),
      (work.by === undefined ? tokens : scoped[work.by]).join(','),
      String(pause),
    ]),
  ) as Measured

/** The median of each figure, and all refusals. */
export const medianOf = (measured: readonly Measured[]): Measured => ({
  tps: median(measured.map((one) => one.tps)),
  p50: median(measured.map((one) => one.p50)),
  p95: median(measured.map((one) => one.p95)),
  refused: Object.assign({}, ...measured.map((one) => one.refused)) as Record<number, number>,
})
export const refusedText = ({ refused }: Measured): string =>
  Object.entries(refused)
    .map(([status, times]) => `${times} x ${status}`)
    .join(' ')

/** The value after `--name`, or its default. */
export const wanted = (name: string, fallback: string): string =>
  process.argv.includes(`--${name}`) ? (process.argv[process.argv.indexOf(`--${name}`) + 1] ?? fallback) : fallback
