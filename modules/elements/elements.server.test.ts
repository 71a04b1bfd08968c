// Elements: listed, read with specimens and reference ranges, and offered to other screens.
import { expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { narrowed } from '../../server/testing/listed.ts'
import { setRows } from '../../server/testing/rows.ts'

const { app, admin } = networkForTests('admin')

test('FND-140 MDA-025: elements are narrowed by id and by a part of the name', async () => {
  expect(await narrowed(admin, 1012, { ElementId: 1001 })).toEqual([
    expect.objectContaining({
      ElementId: 1001,
      Name: 'Haemoglobin',
      Department: 'Haematology',
      UnitOfMeasure: 'g/dL',
      ResultType: 'Numeric',
    }),
  ])
  for (const row of await narrowed(admin, 1012, { Name: 'GLOBIN' }))
    expect(String(row.Name).toLowerCase()).toContain('globin')
})
test('elements are narrowed by code, department and active too', async () => {
  for (const row of await narrowed(admin, 1012, { DepartmentId: 3 })) expect(row.DepartmentId).toBe(3)
  expect((await narrowed(admin, 1012, { Code: 'hb' })).map((row) => row.Code)).toContain('HB')
  await setRows(app, 'elements', { ElementId: 1002 }, { IsActive: false })
  expect(await narrowed(admin, 1012, { IsActive: 'false' })).toEqual([expect.objectContaining({ ElementId: 1002 })])
  await setRows(app, 'elements', { ElementId: 1002 }, { IsActive: true })
})

test('MDA-128 MDA-307: an element is read with all its fields', async () => {
  const { status, body } = await admin.get('/api/elements/1001')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ElementId: 1001,
    Name: 'Haemoglobin',
    Description: null,
    UnitOfMeasure: 'g/dL',
    DepartmentId: 1,
    Department: { DepartmentId: 1, Name: 'Haematology' },
    DecimalPlaces: 1,
    ReviewRequired: false,
    ResultTypeId: 30,
    Formula: null,
  })
  expect((await admin.get('/api/elements/99999')).status).toBe(404)
})

test('MDA-129: an element specimen has its specimen, volumes and temperature', async () => {
  expect((await admin.get('/api/elements/1001')).body.ElementSpecimens).toEqual([
    {
      ElementSpecimenId: 10010,
      SpecimenId: 3,
      Specimen: expect.objectContaining({ SpecimenId: 3 }),
      MinVolume: 0.5,
      StdVolume: 2,
      StableHours: null,
      TemperatureId: 60,
    },
  ])
})
test('MDA-128 MDA-129 MDA-130: every element has these fields, and each of its specimens and measurements', async () => {
  const names = (text: string) => text.split(' ').sort()
  const ranges = 'ElementMeasurementId InstrumentId GenderId MinAge MaxAge PrintableRange LowValue HighValue'
  const more = 'CriticallyLowValue CriticallyHighValue PossibleValues HasImage'
  const own = 'ElementId Name Description UnitOfMeasure DepartmentId DecimalPlaces ReviewRequired ResultTypeId Formula'
  const specimen = 'ElementSpecimenId SpecimenId MinVolume StdVolume TemperatureId'
  // numeric, of possible values, calculated, and a text
  for (const id of [1001, 1140, 1049, 1170]) {
    const { body } = await admin.get(`/api/elements/${id}`)
    expect([id, typeof body.ReviewRequired]).toEqual([id, 'boolean'])
    const has = (row: object, wanted: string) =>
      expect([id, Object.keys(row)]).toEqual([id, expect.arrayContaining(names(wanted))])
    has(body, own)
    for (const row of body.ElementSpecimens) has(row, specimen)
    for (const row of body.ElementMeasurements) {
      has(row, `${ranges} ${more}`)
      expect([id, typeof row.HasImage]).toEqual([id, 'boolean'])
    }
  }
})

test('MDA-130: an element measurement has its limits as numbers, and an interval that has ended is left out', async () => {
  const [first, ...others] = (await admin.get('/api/elements/1001')).body.ElementMeasurements
  expect(first).toEqual({
    ElementMeasurementId: 100101,
    InstrumentId: null,
    Instrument: null,
    GenderId: null,
    MinAge: 0,
    MaxAge: 0,
    MinAgeDays: expect.toSatisfy((n) => n === null || Number.isInteger(n)),
    MaxAgeDays: expect.toSatisfy((n) => n === null || Number.isInteger(n)),
    MinAgeHours: null,
    MaxAgeHours: null,
    PrintableRange: '14.0 - 22.0',
    LowValue: 14,
    HighValue: 22,
    CriticallyLowValue: 9.5,
    CriticallyHighValue: expect.toSatisfy((n) => n === null || typeof n === 'number'),
    PossibleValues: null,
    Pregnancy: null,
    MinWeeks: null,
    MaxWeeks: null,
    Fasting: null,
    CyclePhase: null,
    Treatment: null,
    HasImage: false,
  })
  await setRows(app, 'element_measurements', { ElementMeasurementId: 100101 }, { EffectiveTill: sql`now()` })
  expect((await admin.get('/api/elements/1001')).body.ElementMeasurements).toEqual(others)
})

test('FND-218 FND-378 MDA-328: the look-up gives name, description and department name, of one department when asked', async () => {
  const all = (await admin.get('/api/elements')).body
  expect(all).toHaveLength(190)
  expect(all.find((row) => row.ElementId === 1001)).toMatchObject({
    Name: 'Haemoglobin',
    Description: null,
    DepartmentName: 'Haematology',
  })
  const three = { Name: expect.stringMatching(/./), DepartmentName: expect.stringMatching(/./) }
  for (const row of all) {
    expect(row).toMatchObject(three)
    expect(row).toHaveProperty('Description')
  }
  const some = (await admin.get('/api/elements?DepartmentId=3')).body
  expect(some).toEqual(all.filter((row) => row.DepartmentId === 3))
  expect(some.length).toBeGreaterThan(0)
})

test('abnormal values are possible ones, and a calculated element says its decimals', async () => {
  const dengue = (await admin.get('/api/elements/1140')).body
  const rows = dengue.ElementMeasurements.map((row) => ({
    ...row,
    PossibleValues: 'Negative | Weakly positive | Positive',
  }))
  const save = (AbnormalValues: string) =>
    admin.put('/api/elements/1140', { AbnormalValues, ElementMeasurements: rows, RowVersion: dengue.RowVersion })
  expect(await save('Reactive | Positive')).toMatchObject({
    status: 400,
    body: { errors: { AbnormalValues: ['Reactive is not one of the possible values'] } },
  })
  expect((await save('weakly Positive | Positive')).status).toBe(200)
  expect(await admin.put('/api/elements/1049', { DecimalPlaces: null })).toMatchObject({
    status: 400,
    body: { errors: { DecimalPlaces: ['Decimal Places is required for a calculated element'] } },
  })
})
