// What is proved beyond the tests, when each counts as reached, and its last run on this checkout: the table that
// `npm run proof` prints.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../node_modules/.cache/aliquot/proof.json')

/** `tests`: the files whose tests prove it; the others have a program of their own in proof/<name>/run.ts. */
type Proof = { readonly goal: string; readonly tests?: readonly string[] }
export const proofs = {
  matrix: {
    goal: 'each role at each place against each act: answered as the permits say',
    tests: ['server/routes/matrix.server.test.ts', 'server/routes/matrix.records.server.test.ts'],
  },
  fuzz: { goal: 'no request makes the server fail: no 5xx', tests: ['server/http/fuzz.server.test.ts'] },
  faults: {
    goal: 'databases that go away, full and hung disks, cut lines: one line each, acknowledged work stays',
    tests: [
      'server/db/presence.server.test.ts',
      'server/db/retry.server.test.ts',
      'server/routes/health.server.test.ts',
      'server/backup/hanging.server.test.ts',
      'start/standby.server.test.ts',
    ],
  },
  kills: {
    goal: 'kill -9 in the middle: what was acknowledged counts once, the next start is whole',
    tests: [
      'start/kill.server.test.ts',
      'start/kill-import.server.test.ts',
      'start/kill-backup.server.test.ts',
      'start/cores.server.test.ts',
      'proof/month/killed.server.test.ts',
    ],
  },
  month: {
    goal: '20,000 steps equal plain books to the paisa, invariants zero',
    tests: ['proof/month/month.server.test.ts'],
  },
  chain: {
    goal: '40 walks of 500 steps through the chain, invariants zero after each step',
    tests: ['proof/chain/chain.server.test.ts'],
  },
  patients: {
    goal: '1,000 patients judged as the specification says',
    tests: ['proof/patients/patients.server.test.ts'],
  },
  cluster: { goal: '20 fail-overs: no acknowledged act lost or doubled, back within 15 s' },
  pitr: { goal: 'pgBackRest as docs/operate.md has it: back to a moment before a table was dropped' },
  soak: { goal: '60 minutes of mixed work: no 5xx but "try again", memory flat' },
} satisfies Record<string, Proof>
export type ProofName = keyof typeof proofs
export const isProof = (name: string): name is ProofName => Object.hasOwn(proofs, name)

/** `isPart`: it was shorter than the goal. */
export type Run = { readonly isGood: boolean; readonly isPart?: boolean; readonly result: string }
type Noted = Readonly<Record<string, Run & { readonly at: string }>>

const isNoted = (value: unknown): value is Noted => typeof value === 'object' && value !== null
/** The last runs on this checkout. */
export const lastRuns = (): Noted => {
  const found: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return isNoted(found) ? found : {}
}

export const noteRun = (proof: ProofName, run: Run): void => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...lastRuns(), [proof]: { ...run, at: new Date().toISOString() } }, null, 2))
}

/** A line a proof: its name, its last run and when that was (UTC), its goal. */
export const tableOf = (noted: Noted): string[] => [
  '| proof | last run | when | goal |',
  '|---|---|---|---|',
  ...Object.entries(proofs).map(([name, { goal }]) => {
    const run = noted[name]
    if (run === undefined) return `| ${name} | not run here | – | ${goal} |`
    const when = run.at.slice(0, 16).replace('T', ' ')
    const state = !run.isGood ? 'MISSED' : run.isPart ? 'good as far as it went' : 'reached'
    return `| ${name} | ${state}: ${run.result} | ${when} | ${goal} |`
  }),
]
