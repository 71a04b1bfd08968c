// The description of the API names what each list, statement and act answers.
import { expect, test } from 'vitest'
import { ask } from '../testing/signed-in.ts'
import { networkForTests } from '../testing/network.ts'

const { app } = networkForTests()

type Schema = {
  type?: string | string[]
  title?: string
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
}
type Operation = {
  parameters: { name: string; in: string }[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
const described = async (path: string): Promise<Operation | undefined> => {
  const { body } = await ask<{ paths: Record<string, Record<string, Operation>> }>(app, 'GET', '/api/openapi.json')
  return body.paths[path]?.['get']
}
const answerOf = (operation: Operation | undefined): Schema | undefined =>
  operation?.responses['200']?.content?.['application/json']?.schema

test('MDA-305 a list is described with its filter and the columns of its rows, each with kind and label', async () => {
  const operation = await described('/api/getdata/1014')
  expect(operation?.parameters.map(({ name }) => name)).toEqual(['filterCriteria', 'sort', 'page', 'limit'])
  expect(answerOf(operation)).toEqual({
    type: 'array',
    items: {
      type: 'object',
      properties: {
        DepartmentId: { title: 'Department Id', type: ['integer', 'null'] },
        Name: { title: 'Name', type: ['string', 'null'] },
        Code: { title: 'Code', type: ['string', 'null'] },
        ParentDepartment: { type: ['string', 'null'] },
        IsActive: { title: 'Active', type: ['boolean', 'null'] },
      },
      required: ['DepartmentId', 'Name', 'Code', 'ParentDepartment', 'IsActive'],
    },
  })
})

test('MDA-305 a statement is described with its parameters and rows; what may be absent is not required', async () => {
  const pending = await described('/api/getdata/112')
  expect(pending?.parameters.map(({ name }) => name)).toEqual(['BuyerId', 'SellerId', 'InvoiceDate', 'From', 'limit'])
  expect(answerOf(pending)?.items?.properties).toEqual({
    SaleId: { type: 'integer' },
    SaleDate: { type: 'string', format: 'date-time' },
    Patient: { type: 'string' },
    Doctor: { type: ['string', 'null'] },
    NetAmount: { type: 'number', multipleOf: 0.01 },
  })
  const tile = answerOf(await described('/api/getdata/2001'))?.items
  expect([tile?.required, Object.keys(tile?.properties ?? {})]).toEqual([
    ['Total'],
    ['Total', 'Previous', 'PreviousLabel', 'Unit', 'Decimals', 'FallIsGood', 'Trend'],
  ])
})
