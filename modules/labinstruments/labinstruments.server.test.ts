// Lab instruments: listed and read inside the entity only.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { setRows } from '../../server/testing/rows.ts'

const { app, admin, nashik } = networkForTests('admin', 'nashik')

test('MDA-033 lab instruments are narrowed by lab or instrument name, by department and by active', async () => {
  for (const row of await narrowed(admin, 1016, { Name: 'NASHIK' })) expect(row.LabId).toBe(3)
  for (const row of await narrowed(admin, 1016, { Name: 'sysmex' })) expect(row.Instrument).toMatch(/^Sysmex/)
  for (const row of await narrowed(admin, 1016, { DepartmentId: 1 })) expect(row.Department).toBe('Haematology')
  await setRows(app, 'lab_instruments', { LabInstrumentId: 1 }, { IsActive: false })
  expect(await narrowed(admin, 1016, { IsActive: 'false' })).toEqual([expect.objectContaining({ LabInstrumentId: 1 })])
  await setRows(app, 'lab_instruments', { LabInstrumentId: 1 }, { IsActive: true })
})

test('MDA-134 MDA-307: a lab instrument is read with lab, instrument and elements', async () => {
  const { status, body } = await admin.get('/api/labinstruments/1')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    LabInstrumentId: 1,
    LabId: 2,
    Lab: { ClientId: 2 },
    InstrumentId: 1,
    Instrument: { InstrumentId: 1, Name: 'Sysmex XN-1000' },
  })
  expect(body.Elements).toHaveLength(21)
  expect(body.Elements).toContainEqual({ ElementId: 1001, Name: 'Haemoglobin', Description: null, Method: null })
})

test('a lab sees its own instruments only, in the list, by key and in the look-up', async () => {
  for (const row of (await listed(nashik, 1016)).rows) expect(row.LabId).toBe(3)
  expect((await nashik.get('/api/labinstruments/1')).status).toBe(404)
  const { body } = await nashik.get('/api/labinstruments')
  expect(new Set(body.map((row) => row.LabId))).toEqual(new Set([3]))
  const all = (await admin.get('/api/labinstruments?DepartmentId=1')).body
  expect(all.length).toBeGreaterThan(0)
  for (const row of all) expect(row.DepartmentId).toBe(1)
})
