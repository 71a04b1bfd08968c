// Papers wait their turn: one that takes too long costs the others nothing but time, and not more may wait than can be
// made.
import { afterAll, expect, test } from 'vitest'
import { FINAL, PARTIAL } from '../../modules/testreports/print/report.fixture.ts'
import { renderReport } from '../../modules/testreports/print/report.server.ts'
import { closePrint } from './render.ts'

afterAll(closePrint)

test('a paper that runs out of time is refused alone: those that waited behind it are made', async () => {
  const slow = renderReport(FINAL, { timeoutMs: 1 })
  const behind = [renderReport(PARTIAL, { timeoutMs: 20_000 }), renderReport(PARTIAL, { timeoutMs: 20_000 })]
  await expect(slow).rejects.toThrow('Printing took too long')
  for (const paper of await Promise.all(behind)) expect(paper.length).toBeGreaterThan(1000)
})

test('the time of a paper is that of its own work, not of waiting its turn', async () => {
  const before = Array.from({ length: 30 }, () => renderReport(FINAL))
  const last = renderReport(PARTIAL, { timeoutMs: 2_000 })
  expect((await last).length).toBeGreaterThan(1000)
  await Promise.all(before)
})

test('more papers than may wait are told to try again', async () => {
  const asked = Array.from({ length: 502 }, () =>
    renderReport(PARTIAL).then(
      () => 'made',
      (error: Error) => error.message,
    ),
  )
  expect(await asked[501]).toBe('Too many papers wait to be printed. Please try again.')
  expect(await asked[0]).toBe('made')
  await closePrint()
  expect(new Set(await Promise.all(asked))).toEqual(
    new Set(['made', 'Printing was closed', 'Too many papers wait to be printed. Please try again.']),
  )
})
