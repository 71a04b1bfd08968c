// The server alone, without building the browser's part: for npm run dev.
import { start } from '../server/main.ts'

try {
  const server = await start(process.env)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close().then(() => process.exit(0)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
