// npm run new-module: creates the folder, the migration and the lines of a new module, ready to be filled in.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const usage = `npm run new-module -- <id> <Name> [Singular]
  for example: npm run new-module -- samplelots "Sample lots"
  <id> is the folder, the address and the API path: small letters only; the singular of a name that ends in s is derived`

const [id = '', name = '', given = ''] = process.argv.slice(2)
const singular = given || name.replace(/s$/, '')
if (!/^[a-z][a-z0-9]+$/.test(id) || name === '' || (given === '' && !name.endsWith('s'))) {
  console.error(usage)
  process.exit(1)
}
const top = path.resolve(import.meta.dirname, '..')
const at = (...parts: string[]): string => path.join(top, ...parts)
const read = (file: string): string => readFileSync(at(file), 'utf8')
if (existsSync(at('modules', id))) {
  console.error(`modules/${id} already exists. Choose another id.`)
  process.exit(1)
}

/** Highest number that a pattern finds in the models, and one more. */
const next = (pattern: RegExp, first: number): number => {
  const models = readdirSync(at('modules'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.model.ts'),
  )
  const numbers = models.flatMap((file) =>
    [...read(path.join('modules', file)).matchAll(pattern)].map((match) => Number(match[1])),
  )
  return Math.max(first - 1, ...numbers) + 1
}

const type = singular
  .replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())
  .replace(/^./, (letter) => letter.toUpperCase())
const snake = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
const words: Record<string, string> = {
  id,
  name,
  singular,
  singularLower: singular.toLowerCase(),
  key: `${type}Id`,
  keyColumn: `${snake(singular)}_id`,
  table: snake(name),
  statementId: String(next(/statementId: (\d+)/g, 1001)),
  sequence: String(next(/sequence: (\d+)/g, 1)),
}
const filled = (template: string): string =>
  read(`tools/templates/module/${template}.txt`).replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? '')

const made: string[] = []
const write = (file: string, text: string): void => {
  writeFileSync(at(file), text)
  made.push(file)
}
/** Adds text after the last match of a pattern; without a match it prints the line to add by hand. */
const addLine = (file: string, pattern: RegExp, line: (found: string) => string): void => {
  const text = existsSync(at(file)) ? read(file) : ''
  const found = [...text.matchAll(pattern)].at(-1)
  if (found === undefined) {
    console.log(`Add by hand to ${file}: ${line('').trim()}`)
    return
  }
  const end = found.index + found[0].length
  write(file, text.slice(0, end) + line(found[0]) + text.slice(end))
}

mkdirSync(at('modules', id), { recursive: true })
write(`modules/${id}/${id}.model.ts`, filled('model.ts'))
write(`modules/${id}/${id}.server.ts`, filled('server.ts'))
write(`modules/${id}/${id}.screen.tsx`, filled('screen.tsx'))
write(`modules/${id}/${id}.server.test.ts`, filled('server.test.ts'))
const last = Math.max(0, ...readdirSync(at('migrations')).map((file) => Number(/^(\d{4})_/.exec(file)?.[1] ?? 0)))
write(`migrations/${String(last + 1).padStart(4, '0')}_${words['table']}.sql`, filled('migration.sql'))

addLine('modules/index.ts', /'[a-z]+',(?=\s*\]\s*as const)/g, () => ` '${id}',`)
const imports = /^import .* from '.*'$/gm
addLine('server/modules.ts', imports, () => `\nimport { ${id}Server } from '../modules/${id}/${id}.server.ts'`)
addLine(
  'server/modules.ts',
  /serverModules[^=]*=\s*\[[^\]]*?(?=,?\s*\])/g,
  (found) => `${found.trimEnd().endsWith('[') ? '' : ', '}${id}Server`,
)
addLine('web/models.ts', imports, () => `\nimport { ${id} } from '../modules/${id}/${id}.model.ts'`)
addLine('web/models.ts', /const models[^=]*=\s*\{/g, () => `\n  ${id},`)
addLine('setup/roles.ts', /const masters = \[[^\]]*?(?=\s*\])/g, () => ` '${id}',`)
addLine(
  'web/modules.ts',
  /const screens\b.* = \{/g,
  () => `\n  ${id}: () => import('../modules/${id}/${id}.screen.tsx'),`,
)
const prettier = at('node_modules/prettier/bin/prettier.cjs')
spawnSync(
  process.execPath,
  [prettier, '--write', '--log-level', 'warn', ...new Set(made.filter((file) => !file.endsWith('.sql')))],
  {
    cwd: top,
    stdio: 'inherit',
  },
)
console.log(
  `Created or changed:\n${[...new Set(made)].map((file) => `  ${file}`).join('\n')}\nIt works as it is. Next: its fields, in ${id}.model.ts, the migration and the screen.`,
)
