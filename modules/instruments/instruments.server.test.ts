// Instruments: listed, read, and offered to other screens.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { narrowed } from '../../server/testing/listed.ts'
import { setRows } from '../../server/testing/rows.ts'

const { app, admin } = networkForTests('admin')

test('MDA-033 instruments are narrowed by a part of the name, by department and by active', async () => {
  expect(await narrowed(admin, 1015, { Name: 'sysmex' })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ InstrumentId: 1, Name: 'Sysmex XN-1000', Department: 'Haematology' }),
    ]),
  )
  for (const row of await narrowed(admin, 1015, { DepartmentId: 3 })) expect(row.DepartmentId).toBe(3)
  await setRows(app, 'instruments', { InstrumentId: 1 }, { IsActive: false })
  expect(await narrowed(admin, 1015, { IsActive: 'false' })).toEqual([expect.objectContaining({ InstrumentId: 1 })])
  await setRows(app, 'instruments', { InstrumentId: 1 }, { IsActive: true })
})

test('MDA-133 MDA-307: an instrument is read with its department', async () => {
  const { status, body } = await admin.get('/api/instruments/1')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    InstrumentId: 1,
    Name: 'Sysmex XN-1000',
    Description: 'Haematology analyser',
    DepartmentId: 1,
    Department: { DepartmentId: 1, Name: 'Haematology' },
    PrintWorksheet: false,
  })
  expect((await admin.get('/api/instruments/9999')).status).toBe(404)
})

test('FND-219 FND-379 MDA-309: the look-up gives name, description and department name, of one department when asked', async () => {
  const all = (await admin.get('/api/instruments')).body
  expect(all).toHaveLength(22)
  expect(all.find((row) => row.InstrumentId === 1)).toMatchObject({
    Name: 'Sysmex XN-1000',
    Description: 'Haematology analyser',
    DepartmentName: 'Haematology',
  })
  const three = { Name: expect.stringMatching(/./), DepartmentName: expect.stringMatching(/./) }
  for (const row of all) {
    expect(row).toMatchObject(three)
    expect(row).toHaveProperty('Description')
  }
  const some = (await admin.get('/api/instruments?DepartmentId=1')).body
  expect(some).toEqual(all.filter((row) => row.DepartmentId === 1))
  expect(some.length).toBeGreaterThan(0)
  expect((await admin.get('/api/instruments?DepartmentId=x')).status).toBe(400)
})
