// A CSV file that was cut has a note in its last line.
import { expect, test } from 'vitest'
import { cutIn } from '../../core/files/csv.ts'
import { csvFile } from './csv.ts'

type Row = Record<string, unknown>
const rows = (count: number, from = 1): Row[] =>
  Array.from({ length: count }, (_, index) => ({ Name: `N${from + index}` }))
const inTwo = async function* (error?: Error): AsyncGenerator<Row[]> {
  yield rows(2)
  if (error) throw error
  yield rows(2, 3)
}
const written = async (read: AsyncIterable<Row[]>, most?: number): Promise<{ text: string; failures: unknown[] }> => {
  const failures: unknown[] = []
  let text = ''
  for await (const part of csvFile(read, {
    names: ['Name'],
    failed: (error) => void failures.push(error),
    ...(most !== undefined && { most }),
  }))
    text += part
  return { text, failures }
}

test('a whole file ends with its last row', async () => {
  for (const most of [undefined, 4]) {
    const { text, failures } = await written(inTwo(), most)
    expect([text, failures, cutIn(text)]).toEqual(['\uFEFFName\r\nN1\r\nN2\r\nN3\r\nN4\r\n', [], undefined])
  }
})

test('more rows than a file may have: the last line gives the number written, and that there are more', async () => {
  const { text, failures } = await written(inTwo(), 3)
  const said = 'THIS FILE IS NOT COMPLETE: 3 rows are here, then there are more than a file may have'
  expect([text, failures]).toEqual([`\uFEFFName\r\nN1\r\nN2\r\nN3\r\n"${said}"\r\n`, []])
  expect(cutIn(text.slice(-200))).toBe(said)
})

test('a failure midway: the last line reports it, and the writer gets the error', async () => {
  const error = new Error('away')
  const { text, failures } = await written(inTwo(error))
  expect(failures).toEqual([error])
  expect(cutIn(text)).toBe('THIS FILE IS NOT COMPLETE: 2 rows are here, then reading failed: export it again')
})
