// Departments: listed, read, and offered to other screens.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { narrowed } from '../../server/testing/listed.ts'
import { setRows } from '../../server/testing/rows.ts'
import { signedIn } from '../../server/testing/signed-in.ts'

const { app, admin } = networkForTests('admin')

test('FND-138 MDA-023: departments are narrowed by a part of the name, without case', async () => {
  const rows = await narrowed(admin, 1014, { Name: 'CYTO' })
  expect(rows).toEqual([
    expect.objectContaining({ DepartmentId: 10, Name: 'Cytology', ParentDepartment: 'Histopathology' }),
  ])
})

test('MDA-132 MDA-307: a department is read with its parent', async () => {
  const { status, body } = await admin.get('/api/departments/2')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    DepartmentId: 2,
    Name: 'Coagulation',
    Description: null,
    ParentDepartmentId: 1,
    ParentDepartment: { DepartmentId: 1, Name: 'Haematology' },
    Actions: { read: true },
  })
  expect((await admin.get('/api/departments/1')).body.ParentDepartment).toBeNull()
  const unknown = await admin.get('/api/departments/9999')
  expect([unknown.status, typeof unknown.body.message]).toEqual([404, 'string'])
})

test('FND-382 MDA-308: all departments are answered to every role', async () => {
  const patient = await signedIn(app, 'phlebotomist', 6, 12)
  const { body } = await patient.get('/api/departments')
  expect(body).toHaveLength(13)
  expect(body[0]).toMatchObject({ DepartmentId: 1, Name: 'Haematology' })
  expect((await patient.get('/api/departments/1')).status).toBe(403)
})

test('the name of any record is stored with one space between two words, and found with two', async () => {
  const { body } = await admin.post('/api/departments/', { Name: ' Flow  Cytometry ', Code: 'FLC', IsActive: true })
  expect((await admin.get(`/api/departments/${body.DepartmentId}`)).body.Name).toBe('Flow Cytometry')
  expect(await narrowed(admin, 1014, { Name: 'flow   cyto' })).toEqual([
    expect.objectContaining({ DepartmentId: body.DepartmentId, Name: 'Flow Cytometry' }),
  ])
})

test('a name that an earlier release stored with two spaces is found as it is, and stays while it is sent back so', async () => {
  const Name = 'Transplant  Typing'
  await setRows(app, 'departments', { DepartmentId: 10 }, { Name })
  expect(await narrowed(admin, 1014, { Name: 'plant  typ' })).toEqual([expect.objectContaining({ Name })])
  expect((await admin.put('/api/departments/10', { Name, Description: 'Tissue' })).status).toBe(200)
  expect((await admin.get('/api/departments/10')).body).toMatchObject({ Name, Description: 'Tissue' })
})
