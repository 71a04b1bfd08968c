// npm start: builds what has changed, starts the server, and stops it cleanly.
import { buildWeb } from './build.ts'

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? (process.env['LOG_LEVEL'] === 'debug' ? error.stack : error.message) : error)
  process.exit(1)
}

if (!buildWeb()) fail('The browser part could not be built: see the lines above.')
try {
  const { start } = await import('../server/main.ts')
  const server = await start(process.env)
  let closing = false
  const close = (): void => {
    // a second Ctrl+C does not wait
    if (closing) process.exit(1)
    closing = true
    server.close().then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close)
  // the process that started us has gone without a word
  process.on('disconnect', () => closing || close())
} catch (error) {
  fail(error)
}
