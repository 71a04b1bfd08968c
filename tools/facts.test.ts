// docs/facts.md follows a fact through the files: each has the name that the page says, and a fact has two at most.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const top = path.resolve(import.meta.dirname, '..')
const page = readFileSync(path.join(top, 'docs/facts.md'), 'utf8')
const facts = page.split(/^## /m).slice(1)
const rowsOf = (fact: string) =>
  [...fact.matchAll(/^\| [^|]+ \| `([^`]+)` \| `(\w+)` \|$/gm)].map(([, file = '', name = '']) => ({ file, name }))
const spelled = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

test.each(facts.map((fact) => [fact.split('\n')[0] ?? '', fact] as const))('%s: each file has its name', (_, fact) => {
  const rows = rowsOf(fact)
  expect(rows.length).toBeGreaterThan(8)
  const missing = rows.filter(
    ({ file, name }) => !new RegExp(`\\b${name}\\b`).test(readFileSync(path.join(top, file), 'utf8')),
  )
  expect(missing).toEqual([])
})

test('price and flag have one name, the bounds of a flag and a commission two', () => {
  const names = facts.map((fact) => [...new Set(rowsOf(fact).map(({ name }) => spelled(name)))])
  expect(names).toEqual([['Price'], ['LowValue', 'Flag', 'Low'], ['Commission', 'CommissionPercent']])
})
