// Makes a PDF from a module's template and data, on a thread of its own that the first document starts.
import { Worker } from 'node:worker_threads'
import { tryLater } from '../refusal.ts'
import type { PaperFiles, PrintAnswer, PrintJob } from './worker.ts'

/**
 * `tagged`: with the structure that screen readers use (on unless false; about three times the size). `timeoutMs`: for
 * its own work, 30 s by default; after it the thread is stopped.
 */
export type RenderOptions = { readonly tagged?: boolean; readonly timeoutMs?: number }

/** The `Typeset` of a letter, which is plain data with a letterhead. */
export const letterTypeset = new URL('./letter-typeset.ts', import.meta.url).href

/** A document could not be printed. */
export class PrintError extends Error {}

type Paper = {
  readonly job: Omit<PrintJob, 'Id'>
  readonly timeoutMs: number
  readonly resolve: (pdf: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** The limit of the queue: by then the user has long left. */
const longest = 500
const queue: Paper[] = []
let worker: Worker | null = null
let nextId = 1
let current: { id: number; paper: Paper; timer: NodeJS.Timeout } | null = null

/** Removes the current document; undefined when another one is current. */
const settle = (id?: number): Paper | undefined => {
  if (current === null || (id !== undefined && current.id !== id)) return undefined
  const { paper, timer } = current
  clearTimeout(timer)
  current = null
  return paper
}

/** After the thread has ended: refuses its current document; queued ones go to the next thread. */
const stopped = (which: Worker, error: Error): void => {
  if (worker !== which) return
  worker = null
  settle()?.reject(error)
  next()
}

const start = (): Worker => {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { name: 'print', env: {}, execArgv: [] })
  started.on('message', (answer: PrintAnswer) => {
    const paper = settle(answer.Id)
    if ('Pdf' in answer) paper?.resolve(answer.Pdf)
    else paper?.reject(new PrintError(answer.Error))
    next()
  })
  started.on('error', (error: Error) => stopped(started, new PrintError(`Printing stopped: ${error.message}`)))
  started.on('exit', () => stopped(started, new PrintError('Printing stopped')))
  return started
}

/** Gives the thread its next document; its time begins with its own work. */
const next = (): void => {
  if (current !== null) return
  const paper = queue.shift()
  // an idle thread must not keep the process alive
  if (paper === undefined) return worker?.unref()
  const thread = (worker ??= start())
  thread.ref()
  const id = nextId++
  const timer = setTimeout(() => {
    stopped(thread, new PrintError('Printing took too long'))
    void thread.terminate()
  }, paper.timeoutMs)
  current = { id, paper, timer }
  thread.postMessage({ Id: id, ...paper.job } satisfies PrintJob)
}

/**
 * Typesets one document. Documents are printed in sequence, and one that takes too long only delays the others.
 * @param files the module's template and the file that prepares its data; a module exports its document with the type
 * of its data.
 * @param data plain JSON for the document; it is printed literally, never read as markup.
 * @throws PrintError when the data does not fit the template, an address cannot be a QR code, or the thread stops; 503
 * when too many wait.
 */
export const renderPdf = (files: PaperFiles, data: unknown, options: RenderOptions = {}): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    if (queue.length >= longest)
      return reject(tryLater(10, 'Too many documents are waiting to be printed. Please try again.'))
    const job = { Paper: files, Data: data, Tagged: options.tagged ?? true }
    queue.push({ job, timeoutMs: options.timeoutMs ?? 30_000, resolve, reject })
    next()
  })

/** Stops the thread; queued documents are refused with a PrintError. The next `renderPdf` starts it again. */
export const closePrint = async (): Promise<void> => {
  const thread = worker
  const closed = new PrintError('Printing was closed')
  for (const paper of queue.splice(0)) paper.reject(closed)
  worker = null
  settle()?.reject(closed)
  await thread?.terminate()
}
