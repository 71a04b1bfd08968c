// The table of what is proved: a line a proof beside its goal, and no proof without something that runs.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { proofs, tableOf } from './runs.ts'

const top = path.resolve(import.meta.dirname, '../..')

test('each proof has its line: its last run, or that there was none here', () => {
  const at = '2026-11-26T16:30:00.000Z'
  const lines = tableOf({
    month: { isGood: true, result: '1 of 1 tests', at },
    soak: { isGood: true, isPart: true, result: '3 minutes', at },
    cluster: { isGood: false, result: '3 fail-overs, 1 faults', at },
  })
  expect(lines.slice(2).map((line) => line.split(' | ')[0]?.slice(2))).toEqual(Object.keys(proofs))
  expect(lines).toContain(`| month | reached: 1 of 1 tests | 2026-11-26 16:30 | ${proofs.month.goal} |`)
  expect(lines).toContain(`| cluster | MISSED: 3 fail-overs, 1 faults | 2026-11-26 16:30 | ${proofs.cluster.goal} |`)
  expect(lines).toContain(`| soak | good as far as it went: 3 minutes | 2026-11-26 16:30 | ${proofs.soak.goal} |`)
  expect(lines).toContain(`| chain | not run here | – | ${proofs.chain.goal} |`)
})

test('each proof has the tests or the program that prove it', () => {
  const missing = Object.entries(proofs).flatMap(([name, proof]) =>
    ('tests' in proof ? proof.tests : [`proof/${name}/run.ts`]).filter((file) => !existsSync(path.join(top, file))),
  )
  expect(missing).toEqual([])
})
