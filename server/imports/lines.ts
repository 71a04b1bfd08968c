// The lines of a csv file, each with its cells and as it was written; read on a thread of its own where it is large.
import { Worker } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import { parseLines, type Line } from './parse-lines.ts'

export type { Line } from './parse-lines.ts'

/** Characters of a file that are parsed at once: less time than a thread takes to start. */
const shortFile = 10_000

/** What the thread answers. */
export type ParseAnswer =
  | { readonly Lines: readonly Line[] }
  /** The file cannot be read, in words. */
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
/** Files that are sent together are parsed one after the other: the other processor is for requests. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = last.then(work, work)
  last = mine.catch(() => undefined)
  return mine
}

/**
 * Reads the lines of a csv file; blank lines are left out.
 *
 * @param most Lines that the file may have, without its head
 * @throws A refusal where the file has more lines or cells than it may, or a quotation mark that is never closed
 */
export const linesOf = async (csv: string, most: number): Promise<readonly Line[]> =>
  csv.length <= shortFile ? parseLines(csv, most) : inTurn(() => onThread(csv, most))
