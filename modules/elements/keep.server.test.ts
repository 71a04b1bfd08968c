// Saving elements: a new interval follows the old one, formulas are readable and without circles, and past judgements
// do not change.
import { expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'

const { app, labAdmin: admin, pathologist } = networkForTests('labAdmin', 'pathologist')

const haemoglobin = 1001
const read = async (id: number): Promise<Read<'elements'>> => (await admin.get(`/api/elements/${id}`)).body
const save = (id: number, body: Json) => admin.put(`/api/elements/${id}`, body)
const calculated = { Name: 'Ratio', UnitOfMeasure: 'ratio', DepartmentId: 1, ResultTypeId: 32, DecimalPlaces: 2 }

test('an interval that is changed is followed by a new one; the old one ends and is kept for what was judged by it', async () => {
  const before = (await read(haemoglobin)).ElementMeasurements
  const [first, second, ...rest] = before
  const changed = { ...first, HighValue: Number(first?.HighValue) + 1, PrintableRange: null }
  expect((await save(haemoglobin, { ElementMeasurements: [changed, ...rest] })).status).toBe(200)
  const after = (await read(haemoglobin)).ElementMeasurements
  expect(after).toHaveLength(before.length - 1)
  expect(after[0]).toMatchObject({
    HighValue: changed.HighValue,
    LowValue: first?.LowValue,
    GenderId: first?.GenderId,
  })
  expect(after[0]?.ElementMeasurementId).not.toBe(first?.ElementMeasurementId)
  expect(after.slice(1)).toEqual(rest)
  const ended = await app.db.read.rows<{ Id: number; High: number | null }>(sql`
    select
      element_measurement_id as id,
      high_value::float8 as high
    from
      element_measurements
    where
      element_measurement_id = any (${[first?.ElementMeasurementId, second?.ElementMeasurementId]}::int[])
      and effective_till <= now()
    order by
      sequence
  `)
  expect(ended).toEqual([first, second].map((row) => ({ Id: row?.ElementMeasurementId, High: row?.HighValue ?? null })))
  const history = await admin.get(`/api/actions?ModuleId=elements&FormId=${haemoglobin}`)
  const [was, is] = history.body[0].Changes.ElementMeasurements
  expect([was.length, is.length]).toEqual([2, 1])
})

test('bounds in the wrong order are refused at their row', async () => {
  const rows = [
    { LowValue: 5, HighValue: 4 },
    { MinAge: 60, LowValue: 5, HighValue: 5 },
    { MinAge: 70, CriticallyLowValue: 3, LowValue: 2 },
    { MinAge: 18, MaxAge: 17 },
  ]
  expect((await save(haemoglobin, { ElementMeasurements: rows })).body.errors).toEqual({
    'ElementMeasurements.0.HighValue': ['High is below Low'],
    'ElementMeasurements.2.LowValue': ['Low is below Critically Low'],
    'ElementMeasurements.3.MaxAge': ['Max Age is below Min Age'],
  })
})

test('a second interval for the same people is refused, and a printed range that says other bounds', async () => {
  const [one] = (await read(haemoglobin)).ElementMeasurements
  const { ElementMeasurementId: _id, ...same } = one ?? {}
  const answer = await save(haemoglobin, {
    ElementMeasurements: [
      { ...one, PrintableRange: '3.5 - 9.9' },
      { ...same, LowValue: 12, HighValue: 16, PrintableRange: null },
    ],
  })
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    {
      'ElementMeasurements.0.PrintableRange': ['Printable Range differs from Low and High'],
      'ElementMeasurements.1.MinAge': ['There is a range for the same people already'],
    },
  ])
})

test('a formula that cannot be read, names an unknown element, or uses its own result is refused', async () => {
  const at = async (Formula: string | null) =>
    (await admin.post('/api/elements/', { ...calculated, Formula })).body.errors
  expect(await at(null)).toEqual({ Formula: ['Formula is required'] })
  expect(await at('{1001} / 0 E')).toEqual({ Formula: [expect.any(String)] })
  expect(await at('{999999} * 2')).toEqual({ Formula: ['There is no element 999999'] })
  const one = (await admin.post('/api/elements/', { ...calculated, Formula: '{1001} / {1002}' })).body.ElementId
  expect(await at('{Haemoglobim} * 2')).toEqual({ Formula: ['There is no element "Haemoglobim"'] })
  const two = (await admin.post('/api/elements/', { ...calculated, Formula: `{${one}} * 100` })).body.ElementId
  expect((await save(one, { Formula: `{${two}} + 1` })).body.errors).toEqual({
    Formula: ['The formula uses its own result: Ratio → Ratio → Ratio'],
  })
  expect((await save(one, { Formula: `{${one}} + 1` })).body.errors).toEqual({
    Formula: ['The formula uses its own result: Ratio → Ratio'],
  })
  expect((await save(one, { Formula: '{1003} + 1' })).status).toBe(200)
})

test('an element cannot be switched off while an active one is calculated from it, nor switched on before its inputs', async () => {
  const made = async (body: Json) => (await admin.post('/api/elements/', body)).body.ElementId
  const input = await made({ ...calculated, Name: 'Input', ResultTypeId: 30 })
  const id = await made({ ...calculated, Formula: `{${input}} * 2` })
  expect((await save(input, { IsActive: false })).body.errors).toEqual({ IsActive: ['Ratio is calculated from it'] })
  expect((await save(id, { IsActive: false })).status).toBe(200)
  expect((await save(input, { IsActive: false })).status).toBe(200)
  expect((await save(id, { IsActive: true })).body.errors).toEqual({ Formula: ['Input is not active'] })
  expect((await save(input, { IsActive: true })).status).toBe(200)
  expect((await save(id, { IsActive: true })).status).toBe(200)
})

test('an element that is no longer calculated stores no formula', async () => {
  const id = (await admin.post('/api/elements/', { ...calculated, Formula: '{1001} * 2' })).body.ElementId
  expect((await save(id, { ResultTypeId: 30 })).status).toBe(200)
  expect((await read(id)).Formula).toBeNull()
})

test('a centre cannot change how anything is measured', async () => {
  const centre = await signedIn(app, 'admin', 1, 11)
  for (const [module, id] of [
    ['departments', 1],
    ['specimens', 1],
    ['instruments', 1],
    ['elements', haemoglobin],
    ['tests', 2001],
    ['lists', 111],
  ] as const) {
    const refused = await centre.put(`/api/${module}/${id}`, { Name: 'Mine' })
    expect([module, refused.status, refused.body.message]).toEqual([
      module,
      422,
      'Only a laboratory or the legal entity can change this',
    ])
    expect((await centre.post(`/api/${module}/`, {})).status).toBe(422)
  }
})

test('a pathologist sets the mark of a sensitive element, and only a manager takes it off', async () => {
  const mark = async (IsSensitive: boolean | null, person = pathologist) => {
    const { RowVersion } = await read(haemoglobin)
    return person.put(`/api/elements/${haemoglobin}`, { IsSensitive, RowVersion })
  }
  expect((await mark(true)).status).toBe(200)
  for (const off of [false, null]) {
    const alone = await mark(off)
    expect([alone.status, alone.body.errors]).toEqual([
      422,
      { IsSensitive: [expect.stringContaining('ask an administrator or business manager to take it off')] },
    ])
  }
  expect((await read(haemoglobin)).IsSensitive).toBe(true)
  const other = await pathologist.put(`/api/elements/${haemoglobin}`, { Description: 'Of whole blood' })
  expect(other.status).toBe(200)
  expect((await mark(false, admin)).status).toBe(200)
  expect((await read(haemoglobin)).IsSensitive).toBe(false)
})
