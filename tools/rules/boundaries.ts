// Checks the rules of the house for imports: dependency-cruiser's, and the order of modules.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const top = path.resolve(import.meta.dirname, '../..')

/** Modules in the order of modules/index.ts. */
export const moduleOrder = (index: string): string[] => {
  const list = /modules\s*=\s*\[([^\]]*)\]/.exec(index)?.[1] ?? ''
  return [...list.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')
}

/** Files of the project that a file imports, static and lazy. */
export const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), match[1] ?? '')),
  )

/** Modules that a file of a module imports from (its own left out). */
export const importedModules = (file: string, source: string): string[] => {
  const own = file.split('/')[1]
  return importsOf(file, source)
    .filter((target) => target.startsWith('modules/') && target.split('/').length > 2)
    .map((target) => target.split('/')[1] ?? '')
    .filter((name) => name !== own)
}

/**
 * Faults in the order: a module that uses one below it, or a folder that is not listed. Tests and fixtures may use any.
 */
export const orderFaults = (order: string[], files: { file: string; source: string }[]): string[] => {
  const place = new Map(order.map((name, at) => [name, at]))
  const faults = new Set<string>()
  for (const { file, source } of files) {
    const own = file.split('/')[1] ?? ''
    const at = place.get(own)
    if (at === undefined) {
      faults.add(`modules/${own} is not in modules/index.ts`)
      continue
    }
    if (/\.(test|fixture)\.tsx?$/.test(file)) continue
    for (const used of importedModules(file, source)) {
      if ((place.get(used) ?? Infinity) > at)
        faults.add(`${file} uses ${used}, which is below ${own} in modules/index.ts`)
    }
  }
  return [...faults]
}

/**
 * Modules that bypass the door: only the door checks idempotency and edit locks, for saves and actions on one record or
 * many. Requests are of acts of all modules and are carried out by the door, so they use it themselves (0093).
 */
export const doorFaults = (files: { file: string; source: string }[]): string[] =>
  files
    .filter(({ file }) => !/\.(test|fixture)\.tsx?$/.test(file) && !file.startsWith('modules/requests/'))
    .flatMap(({ file, source }) =>
      importsOf(file, source)
        .filter((target) => /^server\/door\/(once|lock)\.ts$/.test(target))
        .map((target) => `${file} imports ${target}: write by a save or an action of its module`),
    )

/** Files of a module whose suffix does not say where they run. */
export const suffixFaults = (files: { file: string }[]): string[] =>
  files
    .filter(({ file }) => !/\.(model|rules|server|screen|picker|test|fixture)\.tsx?$/.test(file))
    .map(({ file }) => `${file} has no suffix that says where it runs: .model, .rules, .server, .screen or .picker`)

const read = (folder: string): { file: string; source: string }[] =>
  readdirSync(path.join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return read(file)
    return /\.tsx?$/.test(entry.name) && folder !== 'modules'
      ? [{ file, source: readFileSync(path.join(top, file), 'utf8') }]
      : []
  })

if (import.meta.main) {
  const files = read('modules')
  const faults = [
    ...orderFaults(moduleOrder(readFileSync(path.join(top, 'modules/index.ts'), 'utf8')), files).map(
      (fault) => `order-of-modules: ${fault}`,
    ),
    ...doorFaults(files).map((fault) => `one-door: ${fault}`),
    ...suffixFaults(files).map((fault) => `suffix: ${fault}`),
  ]
  for (const fault of faults) console.error(fault)
  const folders = [
    'core',
    'modules',
    'server',
    'web',
    'start',
    'setup',
    'demo',
    'bench',
    'proof',
    'e2e',
    'tools',
  ].filter((folder) => existsSync(path.join(top, folder)))
  const cruised = spawnSync(
    process.execPath,
    [
      path.join(top, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      ...folders,
    ],
    { cwd: top, encoding: 'utf8' },
  )
  if (cruised.status !== 0) console.error(`${cruised.stdout}${cruised.stderr}`.trim())
  process.exitCode = faults.length > 0 || cruised.status !== 0 ? 1 : 0
}
