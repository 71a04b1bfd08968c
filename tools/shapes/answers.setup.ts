// Keeps what the statements of a test run answered, by the place that asked, for tools/shapes/report.ts.
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll } from 'vitest'
import { answered } from '../../server/db/answered.ts'
import { kindOf, answersFolder, places, type Answer } from './answers.ts'

const top = path.resolve(import.meta.dirname, '../..')
/** By the text of the statement. */
const heard = new Map<string, Answer>()

/** The calls that lead here, as the running script has them: its lines are not those of the source. */
const callsHere = (): string => {
  const { prepareStackTrace } = Error
  try {
    Error.prepareStackTrace = (_error, calls) => calls.join('\n')
    return new Error().stack ?? ''
  } finally {
    Error.prepareStackTrace = prepareStackTrace
  }
}
const isOfCaller = (line: string): boolean => line.includes(top) && !/server\/db\/db\.ts|answers\.setup/.test(line)
/** The place that called rows, one or maybe, looked up in the source: the first frame that is not of the handle. */
const lookedUp = (): string | undefined => {
  const found = /([^ (]+\.tsx?):(\d+):\d+\)?$/.exec((new Error().stack ?? '').split('\n').find(isOfCaller) ?? '')
  return found?.[1] && `${path.relative(top, found[1].replace('file://', ''))}:${found[2]}`
}
/** The place; looking it up takes most of the time, so each call is looked up once. */
const placeHere = (): string | undefined => {
  const call = callsHere().split('\n').find(isOfCaller)
  if (call === undefined) return undefined
  const place = places.get(call) ?? lookedUp()
  if (place !== undefined) places.set(call, place)
  return place
}

answered.asks = (text) => {
  let answer = heard.get(text)
  if (answer === undefined) {
    const place = placeHere()
    if (place === undefined) return undefined
    answer = { place, rows: 0, columns: {} }
  }
  const { columns } = answer
  // the first rows tell what the others hold, and a test run has millions
  if (answer.rows > 500) return undefined
  const kept = answer
  return ({ rows, names }) => {
    // one that was refused each time tells nothing of its columns
    heard.set(text, kept)
    for (const name of names) columns[name] ??= []
    for (const row of rows.slice(0, 100)) {
      kept.rows += 1
      for (const name of names) {
        const kind = kindOf(row[name])
        if (!columns[name]?.includes(kind)) columns[name]?.push(kind)
      }
    }
  }
}

afterAll(() => {
  if (process.env['KEEP_ANSWERS'] === 'no') return
  mkdirSync(answersFolder, { recursive: true })
  writeFileSync(path.join(answersFolder, `${randomUUID()}.json`), JSON.stringify([...heard.values()]))
})
