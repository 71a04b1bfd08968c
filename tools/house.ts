// npm run house: the figures of the house, read from its sources; with the name of a kind (casts,
// reads, ids, sql, wide, claims, aliases, texts, platform-casts, ...) the places.
import path from 'node:path'
import { figuresOf, type Figures } from './house/figures.ts'
import { readSources } from './house/sources.ts'

const row = (name: string, cells: readonly (number | string)[]): string =>
  `${name.padEnd(24)}${cells.map((cell) => String(cell).padStart(10)).join('')}`

const print = ({ sizes, levels, circles, full, functions, places }: Figures): void => {
  console.log(row('', ['files', 'lines', 'median', 'longest', 'over 300', 'over 120 columns'.padStart(18)]))
  for (const [name, { files, lines, median, longest, over300, wide }] of sizes)
    console.log(row(name, [files, lines, median, longest, over300, String(wide).padStart(18)]))

  console.log(
    `\n${row('rooms on floors', ['rooms', 'floors', 'arrows', 'back'])}   (a room is a file or folder directly in it)`,
  )
  for (const { folder, rooms, floors, arrows, back } of levels) {
    if (!['', 'core', 'modules', 'server', 'web'].includes(folder) && back.length === 0) continue
    const shown = back.map(({ from, to }) => `${from} to ${to}`).join(', ')
    console.log(row(folder === '' ? '(top)' : folder, [rooms, floors, arrows, back.length]) + (shown && `   ${shown}`))
  }
  for (const { folder, circles: found } of levels)
    for (const circle of found) console.log(`circle in ${folder || '(top)'}: ${circle.join(' ')}`)

  console.log(`\n${circles.ofFiles.length} circles of files, ${circles.byTypes.length} more by types alone`)
  for (const circle of circles.ofFiles) console.log(`  ${circle.join(' ')}`)
  for (const circle of circles.byTypes) console.log(`  by types: ${circle.join(' ')}`)
  console.log(
    `${full.length} folders of more than 15 files: ${full.map(({ folder, files }) => `${folder} ${files}`).join(', ')}`,
  )

  console.log(`\n${row('', ['casts', 'reads'])}`)
  console.log(row('in modules', [places.casts.length, places.reads.length]))
  console.log(row('in core, server, web', [places['platform-casts'].length, places['platform-reads'].length]))
  console.log(row('in tests', [places['test-casts'].length, places['test-reads'].length]))
  console.log(
    `\nin the product: ${places.claims.length} claims of a row's shape, ${places.aliases.length} aliases of one or two letters, ${places.texts.length} shown texts that decide, ${places.ids.length} bare ids and ${places.sql.length} in SQL`,
  )
  const long = functions.filter(({ lines }) => lines > 80)
  console.log(`${long.length} of ${functions.length} functions are longer than 80 lines:`)
  for (const { file, line, text, lines } of long)
    console.log(`  ${String(lines).padStart(4)}  ${text}  ${file}:${line}`)
}

const figures = figuresOf(readSources(path.resolve(import.meta.dirname, '..')))
const [wanted] = process.argv.slice(2)
if (wanted === undefined) print(figures)
else if (wanted in figures.places)
  for (const { file, line, text } of figures.places[wanted as keyof Figures['places']])
    console.log(`${file}:${line}  ${text.length > 160 ? `${text.slice(0, 160)} ...` : text}`)
else {
  console.error(`There is no "${wanted}" to list: ${Object.keys(figures.places).join(', ')}.`)
  process.exitCode = 1
}
