// npm start: builds the browser's part when it has changed, then runs the server in this process.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWeb } from './build.ts'

if (!buildWeb()) {
  console.error('The browser part could not be built: see the lines above.')
  process.exit(1)
}
// the process that started us may go without a word; so may the terminal
for (const event of ['disconnect', 'SIGHUP'] as const) process.on(event, () => process.emit('SIGTERM', 'SIGTERM'))
const main = path.resolve(import.meta.dirname, '../start/main.ts')
// start/main.ts runs itself when it is the program, and now it is
process.argv[1] = main
await import(pathToFileURL(main).href)
