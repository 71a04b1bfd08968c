// One of several serving processes: it gets the database's address from the process that started it, serves, and ends
// with it.
import { AggregatorRegistry } from 'prom-client'
import { createApp, type App } from './app.ts'
import { beat, type FromWorker, type ToWorker } from './processes.ts'
import { readConfig } from '../server/config.ts'
import { shareRate, takenByOthers } from '../server/session/throttle.ts'

const send = (message: FromWorker): void => void (process.connected && process.send?.(message))
const config = readConfig(process.env)
const opening = Promise.withResolvers<void>()
const waiting = new Map<number, (text: string) => void>()
// its first one answers the questions of the process that adds the figures up
new AggregatorRegistry()
let app: App | undefined
let isEnding = false

const end = async (code: number): Promise<void> => {
  if (isEnding) return
  isEnding = true
  await app?.close().catch(() => undefined)
  process.exit(code)
}

/** The figures of all serving processes, from the one that started them. */
const figuresOfAll = (): Promise<string> =>
  new Promise((resolve) => {
    const question = waiting.size === 0 ? 1 : Math.max(...waiting.keys()) + 1
    waiting.set(question, resolve)
    send({ kind: 'figures', question })
  })

const serve = async (url: string): Promise<void> => {
  try {
    app = await createApp(url, config, { jobs: true, opened: opening.promise, figures: figuresOfAll })
    const address = await app.http.listen({ port: config.port, host: config.host })
    shareRate((taken) => send({ kind: 'taken', taken }))
    send({ kind: 'listening', address })
    setInterval(() => send({ kind: 'alive' }), beat).unref()
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    send({ kind: 'failed', code, message })
    await end(1)
  }
}

process.on('message', (told: ToWorker) => {
  if (told.kind === 'serve') {
    if (told.isOpen) opening.resolve()
    void serve(told.url)
  }
  if (told.kind === 'open') opening.resolve()
  if (told.kind === 'stop') void end(0)
  if (told.kind === 'taken') takenByOthers(told.taken)
  if (told.kind === 'figures') {
    waiting.get(told.question)?.(told.text)
    waiting.delete(told.question)
  }
})
// a signal to the whole group reaches this process, too: the one that started it says when to stop
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
// that one was killed
process.on('disconnect', () => void end(1))
process.on('unhandledRejection', (error) =>
  console.error(
    'not handled:',
    error instanceof Error ? (error.stack ?? '').split('\n    at ').slice(1, 4) : typeof error,
  ),
)
