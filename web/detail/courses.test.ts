// Values over time: spans without gaps, the last one open; rows of a grid are matched by their key.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integer, money, object, reference, rows, text } from '../../core/model.ts'
import { coursesOf, type Happened } from './courses.ts'

const model = {
  fields: {
    Unit: text('Unit'),
    Lines: rows(
      'Prices',
      {
        LineId: integer('Id'),
        ProductId: reference('Product', 'product', { names: 'Product' }),
        Product: object('Product', { Name: text('Name') }),
        Price: money('Price'),
      },
      { rowKey: 'LineId' },
    ),
  },
}
const at = (day: number, Changes: Happened['Changes'], Action = 'update'): Happened => ({
  Action,
  CreatedOn: `2026-11-${String(day).padStart(2, '0')}`,
  User: { FullName: `Person ${day}` },
  Changes,
})
const read = (...entries: Happened[]) =>
  coursesOf(model, [...entries].reverse(), new Map()).map(({ label, title, spans }) => [
    `${label} ${title}`.trim(),
    ...spans.map(({ parts, From, Till, By }) =>
      [parts.map((part) => part.is).join(), From?.slice(8) ?? 'before', Till?.slice(8) ?? 'now', By].join(' '),
    ),
  ])
const cbc = (Price: number) => ({ LineId: 1, ProductId: 30, Product: { Name: 'CBC' }, Price })

test('a value is valid from its change to the next one, with the person who set it; the first one has no start', () => {
  expect(read(at(3, { Unit: ['mg', 'g'] }), at(5, { Unit: ['g', 'kg'] }))).toEqual([
    ['Unit', 'mg before 03 ', 'g 03 05 Person 3', 'kg 05 now Person 5'],
  ])
  expect(read(at(1, { Unit: [null, 'mg'] }, 'create'), at(5, { Unit: ['mg', null] }))).toEqual([
    ['Unit', 'mg 01 05 Person 1'],
  ])
})
test('a value that never changed is not listed', () => {
  expect(read(at(1, { Unit: [null, 'mg'], Lines: [null, [cbc(350)]] }, 'create'))).toEqual([])
})
test('a row of a grid is matched by its key, from when it was added to when it was removed', () => {
  expect(read(at(2, { Lines: [[], [cbc(350)]] }))).toEqual([['Prices CBC', '350 02 now Person 2']])
  expect(read(at(2, { Lines: [[], [cbc(350)]] }), at(4, { Lines: [[cbc(350)], [cbc(300)]] }))).toEqual([
    ['Prices CBC', '350 02 04 Person 2', '300 04 now Person 4'],
  ])
  expect(read(at(4, { Lines: [[cbc(350)], []] }))).toEqual([['Prices CBC', '350 before 04 ']])
})
test('for any changes, spans follow one another and only the last is open', () => {
  const value = fc.constantFrom(null, 'a', 'b', 'c')
  fc.assert(
    fc.property(value, fc.array(value, { minLength: 1, maxLength: 8 }), (first, values) => {
      const entries = values.map((is, index) =>
        at(index + 1, { Unit: [values[index - 1] ?? (index ? null : first), is] }),
      )
      for (const { spans } of coursesOf(model, [...entries].reverse(), new Map()))
        spans.forEach(({ From, Till, parts }, index) => {
          expect(parts[0]?.is).toBeTruthy()
          expect(Till === null ? index === spans.length - 1 : (From ?? '') < Till).toBe(true)
          const next = spans[index + 1]
          expect(next === undefined || (Till ?? '') <= (next.From ?? '')).toBe(true)
        })
    }),
  )
})
