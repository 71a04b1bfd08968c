// Only tests that ran and passed count as proof, and a proved row must not lose its test.
import { expect, test } from 'vitest'
import { complaints, provedIds, readRows } from './requirements.ts'

// joined, so that this file itself does not name a row
const id = (area: string, number: string): string => `${area}-${number}`
const [sale, shell, master] = [id('OPS', '101'), id('FND', '002'), id('MDA', '003')]

test('a row is proved by a passed test that names it, in whatever title vitest printed', () => {
  const ran = [
    { title: `sales > ${sale} and ${shell}: both`, passed: true },
    { title: `a list item of ${master}`, passed: true },
  ]
  expect([...provedIds(ran)]).toEqual([sale, shell, master])
})

test('a row with a failed or skipped test is not proved, even when another of its tests passed', () => {
  expect([...provedIds([{ title: sale, passed: false }])]).toEqual([])
  expect([
    ...provedIds([
      { title: `${sale} here`, passed: true },
      { title: `${sale} there`, passed: false },
    ]),
  ]).toEqual([])
})

test('a run reports a row that lost its test, a newly proved row, and an unknown id', () => {
  const known = new Set([sale, shell, master])
  expect(complaints(new Set([sale]), new Set([sale]), known)).toEqual([])
  expect(complaints(new Set([]), new Set([sale]), known)).toEqual([
    `${sale} has lost its test: no passed test names it now`,
  ])
  expect(complaints(new Set([sale, shell]), new Set([sale]), known)).toEqual([
    `${shell} is newly proved: npm run requirements -- --keep`,
  ])
  expect(complaints(new Set([sale, id('OPS', '999')]), new Set([sale]), known)).toEqual([
    `${id('OPS', '999')} is named by a test, and no table has it`,
  ])
})

test('rows are read without the header line', () => {
  expect(readRows(`id\tarea\trequirement\n${sale}\tlists\tIt is so.\tcheck\n`)).toEqual([
    { id: sale, area: 'lists', text: 'It is so.' },
  ])
})
