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
const paths = async (): Promise<Record<string, Record<string, Operation>>> =>
  (await ask<{ paths: Record<string, Record<string, Operation>> }>(app, 'GET', '/api/openapi.json')).body.paths
const described = async (path: string, method = 'get'): Promise<Operation | undefined> =>
  (await paths())[path]?.[method]
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

test('MDA-305 each record is described as it is read, and each save by what it answers', async () => {
  const record = answerOf(await described('/api/departments/{key}'))
  expect(record?.properties).toMatchObject({
    DepartmentId: { type: 'integer' },
    RowVersion: { type: 'integer' },
    Name: { title: 'Name', type: ['string', 'null'] },
    ParentDepartment: { anyOf: [{ properties: { Name: { type: ['string', 'null'] } } }, { type: 'null' }] },
    Actions: {},
  })
  expect(record?.required).toEqual(['DepartmentId', 'RowVersion', 'Actions'])
  const saved = {
    type: 'object',
    properties: { message: { type: 'string' }, DepartmentId: { type: 'integer' }, RowVersion: { type: 'integer' } },
    required: ['message', 'DepartmentId', 'RowVersion'],
  }
  expect(answerOf(await described('/api/departments/', 'post'))).toEqual(saved)
  expect(answerOf(await described('/api/departments/{key}', 'put'))).toEqual(saved)
  const bare = Object.entries(await paths()).filter(([path, methods]) => {
    const records = /^\/api\/\w+\/\{key\}$/.test(path) && methods['get']
    return records && answerOf(records)?.properties === undefined
  })
  expect(bare.map(([path]) => path)).toEqual([])
})
