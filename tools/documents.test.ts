// Files named in the documents exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const top = path.resolve(import.meta.dirname, '..')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(top, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'))
/** Files that a page's own examples create, which exist only while the examples run. */
const tried = new Set(
  [...readFileSync(path.join(top, 'CONTRIBUTING.md'), 'utf8').matchAll(/^`([^`]+)`, new:/gm)].map(([, file]) => file),
)

test.each(documents)('%s names only existing files', (document) => {
  const text = readFileSync(path.join(top, document), 'utf8')
  const named = [...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|md|sql|tsv|txt|mjs|cjs|json))`/g)]
    .map(([, file = '']) => file)
    .filter((file) => file.includes('/') && !file.includes('NNNN') && !tried.has(file))
  expect(named.filter((file) => !existsSync(path.join(top, file)))).toEqual([])
})
