// Makes a PDF from a template and data, on a thread of its own that is started with the first paper.
import { Worker } from 'node:worker_threads'
import type { Template, TemplateData } from './typeset.ts'
import type { PrintAnswer, PrintJob } from './worker.ts'

/** `tagged`: with the structure that screen readers use (on unless false; about three times the size). `timeoutMs`: the thread is stopped after it, 30 s. */
export type RenderOptions = { readonly tagged?: boolean; readonly timeoutMs?: number }

/** A paper that could not be made. */
export class PrintError extends Error {}

type Waiting = { readonly resolve: (pdf: Uint8Array) => void; readonly reject: (error: Error) => void; readonly timer: NodeJS.Timeout }

let worker: Worker | null = null
let nextId = 1
const waiting = new Map<number, Waiting>()

const settle = (id: number): Waiting | undefined => {
  const job = waiting.get(id)
  waiting.delete(id)
  if (job) clearTimeout(job.timer)
  // An idle thread does not keep the process alive.
  if (waiting.size === 0) worker?.unref()
  return job
}

const stopped = (which: Worker, error: Error): void => {
  if (worker !== which) return
  worker = null
  for (const id of [...waiting.keys()]) settle(id)?.reject(error)
}

const start = (): Worker => {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { name: 'print', env: {}, execArgv: [] })
  started.on('message', (answer: PrintAnswer) => {
    const job = settle(answer.Id)
    if ('Pdf' in answer) job?.resolve(answer.Pdf)
    else job?.reject(new PrintError(answer.Error))
  })
  started.on('error', (error: Error) => stopped(started, new PrintError(`Printing stopped: ${error.message}`)))
  started.on('exit', () => stopped(started, new PrintError('Printing stopped')))
  return started
}

/**
 * Typesets one paper; papers are made one after the other.
 * @param template which paper: `report` A4, `bill` A5, `label` 50 x 25 mm with one label a page, `worksheet` A4.
 * @param data plain JSON of the template's data type; it is printed as it is, never read as markup.
 * @throws PrintError when the data does not fit the template, a number cannot be a barcode, or the thread stops.
 */
export const renderPdf = <T extends Template>(template: T, data: TemplateData[T], options: RenderOptions = {}): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const current = (worker ??= start())
    current.ref()
    const id = nextId++
    const timer = setTimeout(() => {
      stopped(current, new PrintError('Printing took too long'))
      void current.terminate()
    }, options.timeoutMs ?? 30_000)
    waiting.set(id, { resolve, reject, timer })
    current.postMessage({ Id: id, Template: template, Data: data, Tagged: options.tagged ?? true } satisfies PrintJob)
  })

/** Stops the thread; papers still waiting are refused with a PrintError. The next `renderPdf` starts it again. */
export const closePrint = async (): Promise<void> => {
  const current = worker
  if (current === null) return
  stopped(current, new PrintError('Printing was closed'))
  await current.terminate()
}
