// Reading of large and odd csv files: on a thread of its own, and only up to the limits.
import { expect, test } from 'vitest'
import { csvCell, unguarded } from '../../core/files/csv.ts'
import { linesOf } from './lines.ts'

/** How often a timer of a millisecond ran meanwhile: never, if the work blocks this thread. */
const ticksDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 1)
  await work().finally(() => clearInterval(timer))
  return ticks
}

test('timers run while a file of 4.8 MB is read, and each line arrives as written', async () => {
  const line = `${'P001,'.repeat(15)}"a ""b"""\n`
  const csv = line.repeat(60_000)
  let read: Awaited<ReturnType<typeof linesOf>> = []
  const ticks = await ticksDuring(async () => (read = await linesOf(csv, 60_000)))
  expect(ticks).toBeGreaterThan(0)
  expect([read.length, read[59_999]?.cells.at(-1), read[59_999]?.text]).toEqual([60_000, 'a "b"', line.trimEnd()])
})

test('reading stops at the limit of lines, of blank lines and of cells', async () => {
  const many = 'A file can have 5000 lines at most'
  await expect(linesOf('\n'.repeat(4_800_000), 5000)).rejects.toThrow(many)
  await expect(linesOf('a\n'.repeat(2_400_000), 5000)).rejects.toThrow(many)
  await expect(linesOf('\r\n\ra\n'.repeat(5), 2)).rejects.toThrow('A file can have 2 lines at most')
  expect(await linesOf(`head\n${'a\n'.repeat(5000)}${'\n'.repeat(4000)}`, 5000)).toHaveLength(5001)
  await expect(linesOf(','.repeat(99_000), 5000)).rejects.toThrow('A line can have 500 cells at most')
  await expect(linesOf(','.repeat(4_800_000), 5000)).rejects.toThrow('A line can have 500 cells at most')
  await expect(linesOf(`"${'a'.repeat(4_800_000)}`, 5000)).rejects.toThrow('opened and never closed')
})

test('an export guards text that a spreadsheet treats as a formula, and an import removes the guard', () => {
  const texts = ['=1+1', '+91', '-x', '@a', ' =1+1', '\u200B=1+1', '\uFF1D1', '\tx', "'quoted", 'plain', "'"]
  const cells = texts.map((text) => csvCell(text))
  expect(cells.filter((cell) => cell.startsWith("'="))).toEqual(["'=1+1"])
  expect(cells.slice(0, 8).every((cell) => cell.startsWith("'"))).toBe(true)
  expect(cells.map(unguarded)).toEqual(texts)
})
