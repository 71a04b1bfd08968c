// The files of earlier builds after an update, and what a build is made of.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { removeOld, sourcesOfWeb } from './build.ts'

test.each([0, 400, -400])(
  'files of builds of the last fourteen days are kept for open tabs, older ones are removed, on a disk whose clock is %s days behind',
  (behind) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'aliquot-build-'))
    mkdirSync(path.join(folder, 'assets'))
    const files = { 'index.html': 0, 'assets/sale-new.js': 0, 'assets/sale-last.js': 13, 'assets/sale-old.js': 15 }
    for (const [name, days] of Object.entries(files)) {
      writeFileSync(path.join(folder, name), name)
      const at = new Date(Date.now() - (behind + days) * 86_400_000)
      utimesSync(path.join(folder, name), at, at)
    }
    removeOld(folder)
    expect(Object.keys(files).filter((name) => existsSync(path.join(folder, name)))).toEqual([
      'index.html',
      'assets/sale-new.js',
      'assets/sale-last.js',
    ])
    rmSync(folder, { recursive: true })
  },
)

test('a changed text or picture of the guide makes a new build', () => {
  const top = path.resolve(import.meta.dirname, '..')
  const sources = sourcesOfWeb().map((file) => path.relative(top, file))
  for (const folder of ['docs/guide', 'docs/images/guide'])
    for (const name of readdirSync(path.join(top, folder))) expect(sources).toContain(path.join(folder, name))
})
