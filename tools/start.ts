// npm start: builds the browser's part when it has changed, then runs the server in this process.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWeb } from './build.ts'

if (!buildWeb()) {
  console.error('The browser part could not be built: see the lines above.')
  process.exit(1)
}
// the parent process or the terminal may end without a signal
for (const event of ['disconnect', 'SIGHUP'] as const) process.on(event, () => process.emit('SIGTERM', 'SIGTERM'))
const main = path.resolve(import.meta.dirname, '../start/main.ts')
// start/main.ts runs when it is the program
process.argv[1] = main
await import(pathToFileURL(main).href)
