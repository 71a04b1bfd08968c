// The parameters of a query as fields, and the text that stores them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parameterErrors, parameterFields, parametersIn, parametersText, type Parameter } from './parameters.rules.ts'

const of = (Name: string, Type: Parameter['Type'], more: Partial<Parameter> = {}): Parameter => ({
  Name,
  Label: `The ${Name}`,
  Type,
  ListId: null,
  Required: false,
  Hint: null,
  ...more,
})
const fields = parameterFields([
  of('Text', 'C', { Required: true, Hint: 'Say it' }),
  of('Days', 'N'),
  of('Status', 'L', { ListId: 123 }),
])

test('C is a text, N a number, L an item of its list; a flagged one is required by its label', () => {
  expect(Object.entries(fields).map(([name, { kind, listId }]) => [name, kind, listId])).toEqual([
    ['Text', 'text', undefined],
    ['Days', 'number', undefined],
    ['Status', 'choice', 123],
  ])
  const { Text, Days } = fields
  expect([Text?.required, Text?.hint, Days?.required]).toEqual(['The Text is required', 'Say it', undefined])
})

test('errors are keyed by the name of the parameter', () => {
  expect(parameterErrors('{"Text":"a","Days":3,"Status":92}', fields)).toEqual({})
  expect(parameterErrors(null, fields)).toEqual({ 'QueryParameters.Text': ['The Text is required'] })
  expect(Object.keys(parameterErrors('{"Text":"a","Days":"soon"}', fields))).toEqual(['QueryParameters.Days'])
  expect(parameterErrors('{"Text":"a","Other":1}', fields)).toEqual({
    QueryParameters: ['The query has no parameter "Other"'],
  })
  for (const kept of ['[1]', '"a"', '1', 'null', '{'])
    expect(Object.keys(parameterErrors(kept, fields))).toEqual(['QueryParameters'])
})

test('values are stored as they are, without empty ones', () => {
  expect(parametersText({ Text: 'a', Days: null, Status: '', Other: ' ' })).toBe('{"Text":"a"}')
  expect([parametersIn(''), parametersIn(null), parametersIn('no')]).toEqual([{}, {}, undefined])
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.stringMatching(/\S/))), (values) => {
      expect(parametersIn(parametersText(values))).toEqual(JSON.parse(JSON.stringify(values)))
    }),
  )
})
