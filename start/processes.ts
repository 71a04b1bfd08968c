// All cores: this process brought the database up, others serve it on one address. They share it as they would on other
// machines; only the rate of a session and the figures are added up here.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { AggregatorRegistry } from 'prom-client'
import type { Taken } from '../server/session/throttle.ts'

/** To a serving process: serve this database; answer the requests that wait; what others took; the figures; stop. */
export type ToWorker =
  | { kind: 'serve'; url: string; isOpen: boolean }
  | { kind: 'open' | 'stop' }
  | { kind: 'taken'; taken: Taken }
  | { kind: 'figures'; question: number; text: string }
/** From one: it listens; it still works; it cannot; what was taken from it; it is asked for the figures of all. */
export type FromWorker =
  | { kind: 'listening'; address: string }
  | { kind: 'alive' }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'taken'; taken: Taken }
  | { kind: 'figures'; question: number }

/** Error with the code of the one in the other process, for the line that names the cause. */
const failure = ({ code, message }: { code: string; message: string }): Error =>
  Object.assign(new Error(message), { code })

const tell = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message)
}
const all = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
const exited = (worker: Worker): Promise<unknown> =>
  worker.isDead() ? Promise.resolve() : new Promise((resolve) => worker.once('exit', resolve))

/** Starts one; answers its address once it listens. */
const started = (url: string, isOpen: boolean): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = cluster.fork()
    worker.on('message', (said: FromWorker) => {
      if (said.kind === 'listening') resolve(said.address)
      if (said.kind === 'failed') reject(failure(said))
    })
    worker.once('exit', () => reject(new Error('A serving process ended before it listened')))
    tell(worker, { kind: 'serve', url, isOpen })
  })

/** Milliseconds that a process which ended by itself is not replaced, so that one that cannot run does not spin. */
const pause = 1000
/** Milliseconds between two signs of life. */
export const beat = 5000
/** Signs of life that may be missing before a process counts as hung: each request that it got waits for ever. */
const mostMissed = 6
/** Milliseconds that processes get to stop; one that hangs never would. */
const mostToStop = 25_000

/** Ends serving processes that hang, so that they are replaced. Answers how to end the watch. */
const watchHung = (say: (line: string) => void): (() => void) => {
  // counted, not measured: after a sleep of the machine none of them has missed more than one
  const missed = new Map<Worker, number>()
  const hear = (worker: Worker, said: FromWorker): void => {
    if (said.kind === 'listening' || said.kind === 'alive') missed.set(worker, 0)
  }
  cluster.on('message', hear)
  const timer = setInterval(() => {
    for (const [worker, count] of missed) {
      missed.set(worker, count + 1)
      if (worker.isDead()) missed.delete(worker)
      else if (count + 1 === mostMissed) {
        say(`Serving process ${worker.process.pid ?? ''} does not answer: it is ended.`)
        worker.process.kill('SIGKILL')
      }
    }
  }, beat)
  return () => {
    clearInterval(timer)
    cluster.off('message', hear)
  }
}

export type Serving = { address: string; open(): void; close(): Promise<void> }

/**
 * Starts that many processes; requests wait in them until `open`. One that ends by itself is replaced. @throws the
 * error of the first that cannot listen, with its code; no process is left then
 */
export const serveInProcesses = async (url: string, count: number, say: (line: string) => void): Promise<Serving> => {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('./worker.ts', import.meta.url)),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    args: [],
  })
  const figures = new AggregatorRegistry()
  let [isOpen, isStopping] = [false, false]
  const hear = (worker: Worker, said: FromWorker): void => {
    if (said.kind === 'taken')
      for (const other of all()) if (other !== worker) tell(other, { kind: 'taken', taken: said.taken })
    if (said.kind === 'figures')
      void figures
        .clusterMetrics()
        .catch(() => '')
        .then((text) => tell(worker, { kind: 'figures', question: said.question, text }))
  }
  const replace = async (worker: Worker): Promise<void> => {
    say(`Serving process ${worker.process.pid ?? ''} has ended by itself; another one is started.`)
    await wait(pause)
    if (!isStopping) await started(url, isOpen).catch((error: Error) => say(error.message))
  }
  const close = async (): Promise<void> => {
    isStopping = true
    unwatch()
    const left = all()
    for (const worker of left) tell(worker, { kind: 'stop' })
    const late = setTimeout(() => {
      for (const worker of left) worker.process.kill('SIGKILL')
    }, mostToStop)
    await Promise.all(left.map(exited))
    clearTimeout(late)
  }
  cluster.on('message', hear)
  const unwatch = watchHung(say)
  try {
    // the first one alone: a taken port is reported once
    const address = await started(url, isOpen)
    await Promise.all(Array.from({ length: count - 1 }, () => started(url, isOpen)))
    cluster.on('exit', (worker) => void (isStopping || replace(worker)))
    return {
      address,
      open() {
        isOpen = true
        for (const worker of all()) tell(worker, { kind: 'open' })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
