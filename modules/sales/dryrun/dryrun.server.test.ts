// The dry runs over HTTP: the catalogue is complete; a new product lacks one thing after another until all are added.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { product } from '../sales.fixture.ts'

const { app, admin, labAdmin, front } = networkForTests('admin', 'labAdmin', 'front')

const checksOf = async (address: string) => {
  const { status, body } = await labAdmin.get(`/api/dryrun/${address}`)
  expect([address, status]).toEqual([address, 200])
  return body.Checks
}
const missed = async (address: string) => (await checksOf(address)).flatMap(({ Missing }) => Missing)
const stopping = async (address: string) =>
  (await missed(address)).filter(({ Stops }) => Stops).map(({ Text, Module, Keys }) => [Text, Module, Keys])
const made = async (module: string, key: string, body: Json): Promise<number> => {
  const saved = await labAdmin.post(`/api/${module}/`, body)
  expect([module, saved.status, saved.body.errors]).toEqual([module, 201, undefined])
  return saved.body[key] as number
}

test('no product of the catalogue is stopped; an age without a range is named with its element', async () => {
  for (const { ProductId } of (await admin.get('/api/getdata/103')).body)
    expect(await stopping(`products?ProductId=${String(ProductId)}`)).toEqual([])
  expect(await missed('tests?TestId=2001')).toContainEqual({
    Text: 'MCV has no reference range for age 0',
    Stops: false,
    Module: 'elements',
    Keys: { ElementId: 1004 },
  })
})

test('each question shows its findings', async () => {
  const checks = await checksOf(`products?ProductId=${product.cbc}`)
  expect(checks.map(({ What, Said }) => [What, Said])).toEqual([
    ['Tests', 'Complete blood count'],
    ['Specimen', 'Whole blood EDTA'],
    ['Result type', 'Numeric, Formula'],
    ['Reference range', '45 in force'],
    ['Route', expect.stringContaining('Nivara Central Laboratory, Pune')],
    ['Price', '135.00 to 350.00'],
  ])
})

test('a new product lacks specimen, range, values, route and price one by one, and none once all are corrected', async () => {
  // a department where no laboratory has an instrument
  const DepartmentId = await made('departments', 'DepartmentId', { Name: 'Toxicology' })
  const measured = { UnitOfMeasure: 'ng/mL', DepartmentId, DecimalPlaces: 1 }
  const lead = await made('elements', 'ElementId', { ...measured, Name: 'Lead', ResultTypeId: 30 })
  const screen = await made('elements', 'ElementId', { ...measured, Name: 'Screen', ResultTypeId: 33 })
  const TestId = await made('tests', 'TestId', { Name: 'Metals', DepartmentId })
  const ProductId = await made('products', 'ProductId', {
    Code: 'TOX1',
    Name: 'Metals',
    OwnerId: 2,
    Tests: [{ TestId }],
  })
  const [run, at] = [`products?ProductId=${ProductId}`, { ElementId: lead }]
  const noPrice = ['No price list in force has it', 'pricelists', {}]
  const noWay = [
    'TOX1: Metals has no lab that runs it, taken in at Nivara Central Laboratory, Pune',
    'products',
    { ProductId },
  ]
  expect(await stopping(`tests?TestId=${TestId}`)).toEqual([['It has no elements', 'tests', { TestId }]])
  // as being edited, before its save
  const noSpecimen = ['Lead has no specimen', 'elements', at]
  expect(await stopping(`tests?TestId=${TestId}&ElementIds=${lead}`)).toEqual([noSpecimen])
  expect(await stopping(`tests?ElementIds=${lead}`)).toEqual([noSpecimen])
  await labAdmin.put(`/api/tests/${TestId}`, { Elements: [{ ElementId: lead }, { ElementId: screen }] })
  expect(await stopping(run)).toEqual([
    noSpecimen,
    ['Screen has no specimen', 'elements', { ElementId: screen }],
    ['Screen is picked from possible values, and has none', 'elements', { ElementId: screen }],
    noWay,
    noPrice,
  ])
  expect(await missed(run)).toContainEqual(
    expect.objectContaining({ Text: 'Lead has no reference range', Stops: false, Keys: at }),
  )
  const drawn = { ElementSpecimens: [{ SpecimenId: 1, StdVolume: 1 }] }
  await labAdmin.put(`/api/elements/${lead}`, { ...drawn, ElementMeasurements: [{ HighValue: 5, MinAge: 18 }] })
  await labAdmin.put(`/api/elements/${screen}`, { ...drawn, ElementMeasurements: [{ PossibleValues: 'Nil|Found' }] })
  expect(await stopping(run)).toEqual([noWay, noPrice])
  const ownLab = { SourceLabId: 2, DestinationLabId: 2 }
  expect(await stopping(`${run}&SourceLabIds=2&DestinationLabIds=2`)).toEqual([noPrice])
  await labAdmin.put(`/api/products/${ProductId}`, { ProductLabs: [ownLab] })
  expect(await missed(run)).toContainEqual({
    Text: 'Nivara Central Laboratory, Pune has no instrument for it',
    Stops: false,
    Module: 'labinstruments',
    Keys: {},
  })
  const PriceListId = await made('pricelists', 'PriceListId', {
    SellerId: 2,
    EffectiveFromDate: '2020-01-01',
    PriceListProducts: [{ ProductId, Price: null }],
  })
  expect(await stopping(run)).toEqual([
    ['Nivara Central Laboratory, Pune has it on a price list without a price', 'pricelists', { PriceListId }],
  ])
  const { body: list } = await labAdmin.get(`/api/pricelists/${PriceListId}`)
  const [line] = list.PriceListProducts
  await labAdmin.put(`/api/pricelists/${PriceListId}`, {
    PriceListProducts: [{ ...line, Product: undefined, Price: 900 }],
  })
  expect(await stopping(run)).toEqual([])
  await setRows(app, 'elements', { ElementId: lead }, { IsActive: false })
  expect(await stopping(run)).toEqual([['Lead is not active', 'elements', at]])
})

test('a user cannot try what they do not see: another centre’s own product, a role without the permit, half a row of labs', async () => {
  const others = await made('products', 'ProductId', { Code: 'OWN11', Name: 'Own', OwnerId: 2 })
  await setRows(app, 'products', { ProductId: others }, { IsLocalProduct: true, OwnerId: 11 })
  expect((await front.get(`/api/dryrun/products?ProductId=${others}`)).status).toBe(404)
  const { body } = await front.get(`/api/dryrun/products?SubProductIds=${others}`)
  expect(JSON.stringify(body)).not.toContain('Own')
  const doctor = await signedIn(app, 'doctor', 12, 101)
  for (const module of ['products', 'tests']) expect((await doctor.get(`/api/dryrun/${module}`)).status).toBe(403)
  expect((await labAdmin.get('/api/dryrun/products?SourceLabIds=2')).status).toBe(400)
  expect((await labAdmin.get('/api/dryrun/tests?TestId=999999')).status).toBe(404)
})
