// The description of the API names what each list, statement and act answers.
import { expect, test } from 'vitest'
import { networkForTests } from '../testing/network.ts'
import { operationsOf, type Operation, type Schema } from '../testing/operations.ts'

const { app, manager } = networkForTests('manager')

const described = async (path: string, method: Operation['method'] = 'GET'): Promise<Operation | undefined> =>
  (await operationsOf(app)).find((one) => one.path === path && one.method === method)
const answerOf = (operation: Operation | undefined): Schema | undefined => operation?.answer

test('MDA-305 a list is described with its filter and the columns of its rows, each with kind and label', async () => {
  const operation = await described('/api/getdata/1014')
  expect(operation?.query).toEqual(['filterCriteria', 'sort', 'page', 'limit'])
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
  expect(pending?.query).toEqual(['BuyerId', 'SellerId', 'InvoiceDate', 'From', 'limit'])
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

test('MDA-305 a report by parameters is described without a filter, which it refuses', async () => {
  const ledger = await described('/api/getdata/1032')
  expect(ledger?.query).toEqual(['StartDate', 'EndDate', 'ClientIdList', 'SellerId', 'sort', 'page', 'limit'])
})

test('MDA-305 what a question about no record is refused without is described as required', async () => {
  const without: [path: string, fields: string[]][] = []
  for (const { path, method, needs } of await operationsOf(app)) {
    if (method !== 'GET' || path.includes('{')) continue
    const { status, body } = await manager.get<{ errors?: Record<string, string[]> }>(path)
    const missing = Object.entries(status === 400 ? (body.errors ?? {}) : {}).filter(([, [text]]) =>
      text?.endsWith(' is missing'),
    )
    const fields = missing.map(([field]) => field).filter((field) => !needs.includes(field))
    if (fields.length > 0) without.push([path, fields])
  }
  expect(without).toEqual([])
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
  expect(answerOf(await described('/api/departments/', 'POST'))).toEqual(saved)
  expect(answerOf(await described('/api/departments/{key}', 'PUT'))).toEqual(saved)
  const bare = (await operationsOf(app)).filter(
    ({ path, method, answer }) =>
      method === 'GET' && /^\/api\/\w+\/\{key\}$/.test(path) && answer?.properties === undefined,
  )
  expect(bare.map(({ path }) => path)).toEqual([])
})
