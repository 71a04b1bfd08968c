// The unit of an element and what is judged and calculated by it change together.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json } from '../../server/testing/signed-in.ts'

const { labAdmin: admin } = networkForTests('labAdmin')

const idOf = async (name: string): Promise<number> =>
  Number((await admin.get('/api/elements')).body.find((one) => one.Name === name)?.ElementId)
const read = async (id: number): Promise<Read<'elements'>> => (await admin.get(`/api/elements/${id}`)).body
const save = async (id: number, body: Json) => {
  const { status, body: said } = await admin.put(`/api/elements/${id}`, body)
  return { status, errors: said.errors }
}
const ok = { status: 200, errors: undefined }
const bounds = ['LowValue', 'HighValue', 'CriticallyLowValue', 'CriticallyHighValue'] as const
type Measured = { readonly ElementMeasurements: readonly Read<'elements'>['ElementMeasurements'][0][] }
/** The ranges with their numbers in another unit. */
const converted = ({ ElementMeasurements }: Measured, factor: number) =>
  ElementMeasurements.map((row) => ({
    ...row,
    ...Object.fromEntries(bounds.map((name) => [name, row[name] === null ? null : Number(row[name]) * factor])),
    PrintableRange: null,
  }))

test('a unit that ranges and formulas use is not changed alone, and the refusal says what goes with it', async () => {
  const id = await idOf('Glucose, fasting')
  const text = 'Change its ranges with it, and check the formulas that use it: HOMA-IR'
  const refused = await save(id, { UnitOfMeasure: 'mmol/L' })
  expect(refused).toEqual({ status: 400, errors: { UnitOfMeasure: [text], SameUnit: [text] } })
  // that the formulas are checked does not answer for the ranges
  expect(await save(id, { UnitOfMeasure: 'mmol/L', FormulasChecked: true })).toMatchObject({
    errors: { UnitOfMeasure: ['Change its ranges with it'] },
  })
  const ElementMeasurements = converted(await read(id), 1 / 18)
  const formulas = 'Check the formulas that use it: HOMA-IR'
  expect(await save(id, { UnitOfMeasure: 'mmol/L', ElementMeasurements })).toEqual({
    status: 400,
    errors: { UnitOfMeasure: [formulas], SameUnit: [formulas], FormulasChecked: [formulas] },
  })
  expect((await read(id)).UnitOfMeasure).toBe('mg/dL')
  expect(await save(id, { UnitOfMeasure: 'mmol/L', ElementMeasurements, FormulasChecked: true })).toEqual(ok)
  expect((await read(id)).UnitOfMeasure).toBe('mmol/L')
})

test('one range that keeps its numbers is enough to refuse another unit', async () => {
  const id = await idOf('Haemoglobin')
  const [first, ...others] = (await read(id)).ElementMeasurements
  const rest = converted({ ElementMeasurements: others }, 10)
  const refused = await save(id, { UnitOfMeasure: 'g/L', ElementMeasurements: [first, ...rest], FormulasChecked: true })
  expect(refused.errors).toMatchObject({ UnitOfMeasure: ['Change its ranges with it'] })
})

test('another spelling of the same unit is kept where the laboratory says so; the ranges stay', async () => {
  const id = await idOf('Sodium')
  const before = await read(id)
  expect((await save(id, { UnitOfMeasure: 'mEq/L' })).status).toBe(400)
  expect(await save(id, { UnitOfMeasure: 'mEq/L', SameUnit: true })).toEqual(ok)
  expect(await read(id)).toMatchObject({
    UnitOfMeasure: 'mEq/L',
    ElementMeasurements: before.ElementMeasurements,
  })
  // the answer is for that save alone
  expect((await save(id, { UnitOfMeasure: 'g/L' })).status).toBe(400)
  expect(await save(id, { UnitOfMeasure: ' mEq/L ', Description: 'The same unit' })).toEqual(ok)
})

test('the UCUM code is the unit too; filling it in is not a change', async () => {
  const id = await idOf('Potassium')
  expect(await save(id, { Ucum: null })).toEqual(ok)
  expect(await save(id, { Ucum: 'mmol/L' })).toEqual(ok)
  expect((await save(id, { Ucum: 'mg/dL' })).errors).toMatchObject({
    Ucum: [expect.stringMatching(/^Change its ranges with it/)],
  })
})

test('a calculated element keeps its unit while its own formula is that of the old one', async () => {
  const made = await admin.post('/api/elements/', {
    Name: 'Doubled',
    UnitOfMeasure: 'g/dL',
    DepartmentId: 1,
    ResultTypeId: 32,
    DecimalPlaces: 1,
    Formula: '{1001} * 2',
  })
  const id = Number(made.body.ElementId)
  expect((await save(id, { UnitOfMeasure: 'g/L' })).errors).toMatchObject({ UnitOfMeasure: ['Check its formula'] })
  expect(await save(id, { UnitOfMeasure: 'g/L', Formula: '{1001} * 20' })).toEqual(ok)
})

test('a code that is emptied in one save and filled in by another is asked as one change', async () => {
  const id = await idOf('Chloride')
  expect((await read(id)).Ucum).toBe('mmol/L')
  expect(await save(id, { Ucum: null })).toEqual(ok)
  expect(await save(id, { Description: 'Something else between' })).toEqual(ok)
  expect((await save(id, { Ucum: 'mg/dL' })).errors).toMatchObject({
    Ucum: [expect.stringMatching(/^Change its ranges with it/)],
  })
  // ranges that were changed while there was none follow the new one
  const ElementMeasurements = converted(await read(id), 3.5)
  expect(await save(id, { ElementMeasurements })).toEqual(ok)
  expect(await save(id, { Ucum: 'mg/dL', FormulasChecked: true })).toEqual(ok)
  expect(await save(id, { Ucum: null })).toEqual(ok)
  expect(await save(id, { Ucum: 'mg/dL' })).toEqual(ok)
})
