// Specimens: listed, read, and offered to other screens.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { narrowed } from '../../server/testing/listed.ts'

const { admin } = networkForTests('admin')

test('FND-139 MDA-024: specimens are narrowed by id and by a part of the name', async () => {
  expect(await narrowed(admin, 1013, { SpecimenId: 1 })).toEqual([
    expect.objectContaining({ SpecimenId: 1, Name: 'Serum' }),
  ])
  for (const row of await narrowed(admin, 1013, { Name: 'PLASMA' }))
    expect(String(row.Name).toLowerCase()).toContain('plasma')
})

test('MDA-131 MDA-307: a specimen is read', async () => {
  const { status, body } = await admin.get('/api/specimens/1')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    SpecimenId: 1,
    Name: 'Serum',
    UnitOfMeasure: 'mL',
    Description: null,
    Container: 'SST / gel tube',
    DefaultTemperatureId: 61,
    ContainerVolume: 4,
  })
  expect((await admin.get('/api/specimens/9999')).status).toBe(404)
})

test('FND-217 FND-377: the look-up answers all specimens; a department is accepted and has no effect', async () => {
  const all = (await admin.get('/api/specimens')).body
  expect(all).toHaveLength(29)
  expect(all.find((row) => row.SpecimenId === 1)).toMatchObject({
    SpecimenId: 1,
    Name: 'Serum',
    UnitOfMeasure: 'mL',
  })
  expect((await admin.get('/api/specimens?DepartmentId=1')).body).toEqual(all)
})
