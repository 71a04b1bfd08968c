// Only the titles of tests count as proof.
import { expect, test } from 'vitest'
import { provenIds, readRows } from './requirements.ts'

test('ids in titles count, in any quotes; ids elsewhere do not', () => {
  const source = [
    "test('OPS-",
    '101 and FND-',
    "002: it says \\'yes\\'', () => {})\n// MDA-",
    '001\nconst a = "MDA-',
    '002"\ndescribe(`MDA-',
    '003`, () => {})\ntest.each([1, 2])("OPS-',
    '004 %s", () => {})',
  ]
  expect(provenIds(source.join(''))).toEqual(['OPS-101', 'FND-002', 'MDA-003', 'OPS-004'])
})

test('rows are read without the line of names', () => {
  expect(readRows('id\tarea\trequirement\nOPS-' + '001\tlists\tIt is so.\tcheck\n')).toEqual([
    { id: 'OPS-' + '001', area: 'lists', text: 'It is so.' },
  ])
})
