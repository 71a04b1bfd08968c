// The print queue: a document that takes too long only delays the others, and the queue has a limit.
import { afterAll, expect, test } from 'vitest'
import { FINAL, PARTIAL } from '../../modules/testreports/print/report.fixture.ts'
import { renderReport } from '../../modules/testreports/print/report.server.ts'
import { closePrint } from './render.ts'

afterAll(closePrint)

test('only the document that runs out of time is refused: those behind it are printed', async () => {
  const slow = renderReport(FINAL, { timeoutMs: 1 })
  const behind = [renderReport(PARTIAL, { timeoutMs: 20_000 }), renderReport(PARTIAL, { timeoutMs: 20_000 })]
  await expect(slow).rejects.toThrow('Printing took too long')
  for (const paper of await Promise.all(behind)) expect(paper.length).toBeGreaterThan(1000)
})

test('the time limit of a document does not count its wait in the queue', async () => {
  const before = Array.from({ length: 30 }, () => renderReport(FINAL))
  const last = renderReport(PARTIAL, { timeoutMs: 2_000 })
  expect((await last).length).toBeGreaterThan(1000)
  await Promise.all(before)
})

test('documents beyond the limit of the queue must be tried again', async () => {
  const asked = Array.from({ length: 502 }, () =>
    renderReport(PARTIAL).then(
      () => 'made',
      (error: Error) => error.message,
    ),
  )
  expect(await asked[501]).toBe('Too many documents are waiting to be printed. Please try again.')
  expect(await asked[0]).toBe('made')
  await closePrint()
  expect(new Set(await Promise.all(asked))).toEqual(
    new Set(['made', 'Printing was closed', 'Too many documents are waiting to be printed. Please try again.']),
  )
})
