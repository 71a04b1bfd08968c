// Builds the browser's part into dist/web when its sources have changed since the last time.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const top = path.resolve(import.meta.dirname, '..')
const stamp = path.join(top, 'dist', 'web.sources')

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name)
    return entry.isDirectory() ? files(at) : /\.test\.tsx?$|\.server\.ts$|\.fixture\.ts$|\.typ$/.test(at) ? [] : [at]
  })

/** All sources of the bundle. */
export const sourcesOfWeb = (): string[] => [
  ...['web', 'core', 'modules', 'docs/guide', 'docs/images/guide']
    .map((name) => path.join(top, name))
    .filter((folder) => existsSync(folder))
    .flatMap(files)
    .sort(),
  path.join(top, 'vite.config.ts'),
  path.join(top, 'package-lock.json'),
]

const fingerprint = (): string => {
  const hash = createHash('sha256')
  for (const file of sourcesOfWeb())
    hash.update(path.relative(top, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** Days after an update in which an open tab still finds the screens that it has not loaded yet. */
const daysKept = 14

/**
 * Removes files that no build of the last days has written; each build writes all of its files. The time is that of the
 * page which this build has just written: by a clock that is not the disk's it would remove what it made.
 */
export const removeOld = (folder: string): void => {
  const now = statSync(path.join(folder, 'index.html')).mtimeMs
  for (const file of files(folder)) if (now - statSync(file).mtimeMs > daysKept * 86_400_000) rmSync(file)
}

/** From this size on a compressed copy is smaller by a packet. */
const worthPacking = 1400
/** Writes a brotli copy beside each script and style: better than a server could while somebody waits. */
export const pack = (folder: string): void => {
  for (const file of files(folder)) {
    if (!/\.(js|css)$/.test(file) || existsSync(`${file}.br`)) continue
    const content = readFileSync(file)
    if (content.length >= worthPacking) writeFileSync(`${file}.br`, brotliCompressSync(content))
  }
}

/** Builds when needed; answers whether dist/web is current. */
export const buildWeb = ({ force = false }: { force?: boolean } = {}): boolean => {
  const current = fingerprint()
  const built = path.join(top, 'dist', 'web', 'index.html')
  if (!force && existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return true
  if (!existsSync(path.join(top, 'web', 'index.html'))) return false
  console.log('Building the browser part ...')
  const result = spawnSync(
    process.execPath,
    [path.join(top, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: top,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (result.status !== 0) return false
  removeOld(path.dirname(built))
  pack(path.join(path.dirname(built), 'assets'))
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, current)
  return true
}

if (import.meta.main && !buildWeb({ force: process.argv.includes('--force') })) process.exitCode = 1
