// Keeps what the statements of a test run answered, by the place that asked, for tools/shapes/report.ts.
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll } from 'vitest'
import { answered } from '../../server/db/answered.ts'
import { kindOf, answersFolder, type Answer } from './answers.ts'

const top = path.resolve(import.meta.dirname, '../..')
/** By the text of the statement. */
const heard = new Map<string, Answer>()

/** The place that called rows, one or maybe: the first frame that is not of the handle. */
const placeOf = (stack: string): string | undefined => {
  const frame = stack.split('\n').find((line) => line.includes(top) && !/server\/db\/db\.ts|answers\.setup/.test(line))
  const found = frame === undefined ? null : /([^ (]+\.tsx?):(\d+):\d+\)?$/.exec(frame)
  return found?.[1] && `${path.relative(top, found[1].replace('file://', ''))}:${found[2]}`
}

answered.asks = (text) => {
  let answer = heard.get(text)
  if (answer === undefined) {
    const place = placeOf(new Error().stack ?? '')
    if (place === undefined) return undefined
    answer = { place, rows: 0, columns: {} }
  }
  const { columns } = answer
  // the first rows tell what the others hold, and a test run has millions
  if (answer.rows > 500) return undefined
  const kept = answer
  return ({ rows, fields }) => {
    // one that was refused each time tells nothing of its columns
    heard.set(text, kept)
    for (const { name } of fields) columns[name] ??= []
    for (const row of rows.slice(0, 100) as Record<string, unknown>[]) {
      kept.rows += 1
      for (const { name } of fields) {
        const kind = kindOf(row[name])
        if (!columns[name]?.includes(kind)) columns[name]?.push(kind)
      }
    }
  }
}

afterAll(() => {
  mkdirSync(answersFolder, { recursive: true })
  writeFileSync(path.join(answersFolder, `${randomUUID()}.json`), JSON.stringify([...heard.values()]))
})
