// Printing continues after one document fails.
import { afterAll, expect, test } from 'vitest'
import { FINAL, PARTIAL } from '../../modules/testreports/print/report.fixture.ts'
import type { ReportData } from '../../modules/testreports/print/report.model.ts'
import { renderReport } from '../../modules/testreports/print/report.server.ts'
import { closePrint, PrintError } from './render.ts'

afterAll(closePrint)

test('data that does not fit gives a PrintError, and printing continues', async () => {
  await expect(renderReport({} as ReportData)).rejects.toBeInstanceOf(PrintError)
  expect((await renderReport(PARTIAL)).length).toBeGreaterThan(1000)
})

test('stopping refuses queued documents; the next document starts the thread again', async () => {
  const waiting = renderReport(FINAL)
  const refused = expect(waiting).rejects.toBeInstanceOf(PrintError)
  await closePrint()
  await refused
  expect((await renderReport(PARTIAL)).length).toBeGreaterThan(1000)
})
