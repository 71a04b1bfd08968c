// What was answered is compared with what was declared, part by part.
import { expect, test } from 'vitest'
import { orNull, oneOfTexts, type Shape } from '../../core/answer/answer.ts'
import { money, object, rows, text } from '../../core/model.ts'
import { faultsIn } from './heard.ts'

const kinds = { Text: 'text', Count: 'integer', Amount: 'money', Day: 'date', At: 'datetime', Is: 'boolean' } as const
const right = { Text: 'a', Count: 1, Amount: 1.5, Day: '2026-01-31', At: '2026-01-31T10:00:00Z', Is: true }

test('an answer of its declared kinds has no fault', () => {
  expect(faultsIn(kinds, right)).toEqual([])
  expect(faultsIn([kinds], [right, right])).toEqual([])
})

test('a value of another kind is a fault, for each kind', () => {
  const wrong = { Text: 1, Count: 1.5, Amount: '1', Day: '31.1.2026', At: '2026-01-31', Is: 'true' }
  expect(faultsIn(kinds, wrong)).toEqual([
    'answer.Text is declared text and is 1',
    'answer.Count is declared integer and is 1.5',
    'answer.Amount is declared money and is "1"',
    'answer.Day is declared date and is "31.1.2026"',
    'answer.At is declared datetime and is "2026-01-31"',
    'answer.Is is declared boolean and is "true"',
  ])
})

test('null is a fault but where it is declared, an absent part but where it may be absent, a further part always', () => {
  const shape = { Name: 'text', 'Code?': 'text', Area: 'text?', Of: orNull({ Id: 'integer' }) } as const
  expect(faultsIn(shape, { Name: 'a', Area: null, Of: null })).toEqual([])
  expect(faultsIn(shape, { Name: null, Area: 'b', Of: { Id: 1, More: 2 }, Further: 1 })).toEqual([
    'answer.Name is declared text and is null',
    'answer.Of.More is not declared',
    'answer.Further is not declared',
  ])
  expect(faultsIn(shape, { Of: { Id: 'x' } })).toEqual([
    'answer.Name is declared and absent',
    'answer.Area is declared and absent',
    'answer.Of.Id is declared integer and is "x"',
  ])
})

test('a field of a model is empty or of its kind, and so are its rows and parts', () => {
  const shape: Shape = { Lines: rows('Lines', { Price: money('Price') }), Of: object('Of', { Name: text('Name') }) }
  expect(faultsIn(shape, { Lines: [{ Price: 1 }, { Price: null }], Of: null })).toEqual([])
  expect(faultsIn(shape, { Lines: [{ Price: 'x' }], Of: { Other: 1 } })).toEqual([
    'answer.Lines.*.Price is declared money and is "x"',
    'answer.Of.Other is not declared',
  ])
})

test('one of a few texts is one of them, and rows are rows', () => {
  expect(faultsIn(oneOfTexts('sent', 'paid'), 'paid')).toEqual([])
  expect(faultsIn(oneOfTexts('sent', 'paid'), 'lost')).toEqual(['answer is declared sent or paid and is "lost"'])
  expect(faultsIn([kinds], {})).toEqual(['answer is declared rows and is {}'])
  expect(faultsIn(kinds, [])).toEqual(['answer is declared an object and is []'])
})
