// Tests: listed, read with their elements, and offered to other screens.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { narrowed } from '../../server/testing/listed.ts'
import { setRows } from '../../server/testing/rows.ts'

const { app, admin } = networkForTests('admin')

test('FND-141 MDA-026: tests are narrowed by id, by a part of the name and by department', async () => {
  expect(await narrowed(admin, 1011, { TestId: 2001 })).toEqual([
    expect.objectContaining({ TestId: 2001, Name: 'Complete blood count', Department: 'Haematology', RecipieCost: 45 }),
  ])
  for (const row of await narrowed(admin, 1011, { Name: 'BLOOD' }))
    expect(String(row.Name).toLowerCase()).toContain('blood')
  for (const row of await narrowed(admin, 1011, { DepartmentId: 1 })) expect(row.DepartmentId).toBe(1)
})
test('FND-141 MDA-026: tests are narrowed by active', async () => {
  await setRows(app, 'tests', { TestId: 2002 }, { IsActive: false })
  expect(await narrowed(admin, 1011, { IsActive: 'false' })).toEqual([expect.objectContaining({ TestId: 2002 })])
  for (const row of await narrowed(admin, 1011, { IsActive: 'true' })) expect(row.IsActive).toBe(true)
  await setRows(app, 'tests', { TestId: 2002 }, { IsActive: true })
})
test('FND-141 MDA-034: tests are narrowed by a product that has them, also through its sub-products', async () => {
  expect((await narrowed(admin, 1011, { ProductId: 3001 })).map((row) => row.TestId)).toEqual([2001])
  expect((await narrowed(admin, 1011, { ProductId: 3100 })).map((row) => Number(row.TestId)).sort()).toEqual([
    2001, 2004, 2007, 2086, 2089,
  ])
})

test('MDA-127 MDA-307: a test is read with its elements in the order of the report', async () => {
  const { status, body } = await admin.get('/api/tests/2001')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    TestId: 2001,
    Name: 'Complete blood count',
    Description: null,
    DepartmentId: 1,
    Department: { DepartmentId: 1, Name: 'Haematology' },
    RecipieCost: 45,
    SeqNo: 10,
    IsActive: true,
  })
  expect(body.Elements).toHaveLength(20)
  expect(body.Elements[0]).toEqual({ ElementId: 1001, Name: 'Haemoglobin', Description: null })
  expect((await admin.get('/api/tests/99999')).status).toBe(404)
})

test('FND-216 FND-376: the look-up gives id, name and recipe cost, of one department when asked', async () => {
  const all = (await admin.get('/api/tests')).body
  expect(all).toHaveLength(106)
  expect(all.find((row) => row.TestId === 2001)).toMatchObject({
    TestId: 2001,
    Name: 'Complete blood count',
    RecipieCost: 45,
  })
  const some = (await admin.get('/api/tests?DepartmentId=1')).body
  expect(some).toEqual(all.filter((row) => row.DepartmentId === 1))
  expect(some.length).toBeGreaterThan(0)
})
