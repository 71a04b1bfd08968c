// The lines of a csv file, each with its cells and its text; a large file is read on a thread of its own.
import { Worker } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import { parseLines, type Line } from './parse-lines.ts'

export type { Line } from './parse-lines.ts'

/** Most characters parsed without a thread: that takes less time than starting one. */
const shortFile = 10_000

/** The answer of the thread. */
export type ParseAnswer =
  | { readonly Lines: readonly Line[] }
  /** The reason why the file cannot be read. */
  | { readonly Refused: { readonly status: number; readonly message: string } }

const onThread = async (csv: string, most: number): Promise<readonly Line[]> => {
  const { promise, resolve, reject } = Promise.withResolvers<ParseAnswer>()
  const thread = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    name: 'csv',
    env: {},
    execArgv: [],
    workerData: { csv, most },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  thread.on('message', resolve)
  thread.on('error', reject)
  thread.on('exit', () => reject(new Error('The thread that reads csv files has stopped')))
  const answer = await promise.finally(() => thread.terminate())
  if ('Refused' in answer) throw new Refusal(answer.Refused.status, answer.Refused.message)
  return answer.Lines
}

let last: Promise<unknown> = Promise.resolve()
/** Parses files in sequence: the other processor is for requests. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = last.then(work, work)
  last = mine.catch(() => undefined)
  return mine
}

/**
 * Reads the lines of a csv file; blank lines are left out.
 * @param most Most lines of the file, without its head
 * @throws A refusal when the file has too many lines or cells, or a quotation mark that is never closed
 */
export const linesOf = async (csv: string, most: number): Promise<readonly Line[]> =>
  csv.length <= shortFile ? parseLines(csv, most) : inTurn(() => onThread(csv, most))
