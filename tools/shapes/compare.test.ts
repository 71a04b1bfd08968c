// What is claimed of rows is compared with what was answered.
import { expect, test } from 'vitest'
import { kindOf, type Answer } from './answers.ts'
import { compare } from './compare.ts'
import type { Claim } from './claims.ts'

const claim: Claim = {
  place: 'server/a.ts:7',
  columns: {
    SaleId: { kinds: ['number'], mayMiss: false },
    remarks: { kinds: ['text', 'null'], mayMiss: false },
    seen: { kinds: 'any', mayMiss: true },
  },
}
const answered = (columns: Answer['columns'], place = claim.place) => ({ place, rows: 1, columns })

test('a claim holds where every statement at its place answered its columns with values of its kinds', () => {
  const answers = [
    answered({ SaleId: ['number'], remarks: ['null'], seen: ['date'] }),
    answered({ SaleId: [], remarks: ['text'] }),
  ]
  expect(compare([claim], answers)).toEqual({ faults: [], untried: [] })
})

test('a missing column, a value of another kind and a column that is not claimed are faults, with their place', () => {
  expect(compare([claim], [answered({ SaleId: ['number', 'null'], more: ['text'] })]).faults).toEqual([
    'server/a.ts:7 claims SaleId to be number, and it was null',
    'server/a.ts:7 claims remarks, and the statement has no such column',
    'server/a.ts:7 reads more and claims no such column',
  ])
})

test('a claim whose statement no test has sent is named', () => {
  expect(compare([claim], [answered({ SaleId: ['number'] }, 'server/a.ts:8')])).toEqual({
    faults: [],
    untried: ['server/a.ts:7'],
  })
})

test('values have the kinds that the driver gives them', () => {
  expect([null, 'a', 1, 1n, true, new Date(0), [], {}].map(kindOf)).toEqual([
    'null',
    'text',
    'number',
    'number',
    'boolean',
    'date',
    'array',
    'object',
  ])
})
