// The catalogue and its people are kept through the door: saved, read back, changed row by row, refused with words.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { signedIn, type Json, type Person } from '../testing/signed-in.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await testApp()
  admin = await signedIn(app, 'admin', 1, 2)
})
afterAll(() => app.close())

const keyOf: Readonly<Record<string, string>> = {
  departments: 'DepartmentId',
  specimens: 'SpecimenId',
  instruments: 'InstrumentId',
  elements: 'ElementId',
  tests: 'TestId',
  labinstruments: 'LabInstrumentId',
  products: 'ProductId',
  pricelists: 'PriceListId',
  lists: 'ListId',
  users: 'UserId',
}
/** A whole record of each, but for its key. */
const records: Readonly<Record<string, Json>> = {
  departments: { Name: 'Toxicology', Code: 'TOX', Description: 'Drugs', ParentDepartmentId: 1, IsActive: true },
  specimens: {
    Name: 'Saliva',
    UnitOfMeasure: 'mL',
    Description: 'Whole',
    Container: 'Cup',
    DefaultTemperatureId: null,
    ContainerVolume: 2.5,
    IsActive: true,
  },
  instruments: {
    Name: 'Analyser 9',
    Description: 'New',
    DepartmentId: 1,
    PrintWorksheet: true,
    Interface: null,
    IsActive: true,
  },
  elements: {
    Code: 'E9',
    Name: 'Cortisol, saliva',
    UnitOfMeasure: 'nmol/L',
    DepartmentId: 1,
    DecimalPlaces: 1,
    ReviewRequired: true,
    ResultTypeId: 30,
    Formula: null,
    PrintOnReport: true,
    IsActive: true,
    ElementSpecimens: [{ SpecimenId: 1, MinVolume: 0.5, StdVolume: 1, TemperatureId: null }],
    ElementMeasurements: [
      { InstrumentId: null, GenderId: 1, MinAge: 0, MaxAge: 17, LowValue: 1, HighValue: 5 },
      {
        InstrumentId: null,
        GenderId: 1,
        MinAge: 18,
        MaxAge: 120,
        LowValue: 2,
        HighValue: 8,
        PrintableRange: '2 - 8',
        HasImage: false,
      },
    ],
  },
  tests: {
    Code: 'T9',
    Name: 'Cortisol',
    DepartmentId: 1,
    RecipieCost: 12.5,
    SeqNo: 7,
    TatHours: 24,
    IsActive: true,
    Elements: [{ ElementId: 1003 }, { ElementId: 1001 }],
  },
  labinstruments: { LabId: 2, InstrumentId: 1, IsActive: true, Elements: [{ ElementId: 1001 }, { ElementId: 1002 }] },
  products: {
    Code: 'NEW9',
    Name: 'Cortisol profile',
    OwnerId: 2,
    IsLocalProduct: false,
    IsActive: true,
    Mrp: 900,
    Groups: [],
    Tests: [{ TestId: 2002 }, { TestId: 2001 }],
    SubProducts: [{ ProductId: 3001 }],
    ProductLabs: [
      { SourceLabId: 2, DestinationLabId: 4, MandateLRN: 'Forward' },
      { SourceLabId: 2, DestinationLabId: 2, MandateLRN: null },
    ],
  },
  pricelists: {
    EffectiveFromDate: '2031-04-01',
    EffectiveTillDate: '2032-03-31',
    SellerId: 2,
    BuyerTypeId: null,
    BuyerId: null,
    PriceListProducts: [
      { ProductId: 3001, Price: 300, Discount: 0 },
      { ProductId: 3002, Price: 450.5, Discount: 10 },
    ],
  },
  lists: {
    ListName: 'Colours',
    Restricted: false,
    ListItems: [
      { ItemName: 'Red', ItemLabel: 'Red', ItemValue: 'r' },
      { ItemName: 'Blue', ItemLabel: 'Blue' },
    ],
  },
  users: {
    UserName: 'newcomer',
    FullName: 'A Newcomer',
    Phone: null,
    Email: 'new@example.com',
    Roles: [{ RoleId: 5 }, { RoleId: 4 }],
    EmployerId: 1,
    Entities: [{ ClientId: 2 }, { ClientId: 12 }],
    DefaultEntityId: 2,
    IsActive: true,
  },
}
const modules = Object.keys(records)
const made: Record<string, number> = {}
const read = async (module: string, key = made[module]): Promise<Json> =>
  (await admin.get(`/api/${module}/${key}`)).body

describe.each(modules)('%s', (module) => {
  const key = keyOf[module] as string
  const record = records[module] as Json
  const gridOf = (of: Json): string | undefined =>
    Object.keys(of).find((name) => Array.isArray(of[name]) && (of[name] as unknown[]).length > 1)

  test('a new one is kept as it was sent, and read back', async () => {
    const answer = await admin.post(`/api/${module}/`, record)
    expect([answer.status, answer.body['message']]).toEqual([201, expect.any(String)])
    made[module] = answer.body[key] as number
    const stored = await read(module)
    for (const [name, value] of Object.entries(record))
      if (Array.isArray(value)) {
        expect(stored[name], name).toHaveLength(value.length)
        const sorted = (stored[name] as Json[]).map((row) => JSON.stringify(row))
        for (const row of value as Json[]) {
          const expected = Object.entries(row).filter(([, one]) => one !== null)
          expect(
            sorted.some((text) => expected.every(([field, one]) => (JSON.parse(text) as Json)[field] === one)),
            JSON.stringify(row),
          ).toBe(true)
        }
      } else expect(stored[name], name).toEqual(value)
  })

  test('one field is changed, all others and every row stay; the history names that field alone', async () => {
    const before = await read(module)
    const field = Object.keys(record).find(
      (name) => typeof record[name] === 'string' && !/Date|UserName|Email|Code/.test(name),
    )
    const change = field
      ? { [field]: `${String(record[field])} 2` }
      : module === 'pricelists'
        ? { EffectiveTillDate: '2033-03-31' }
        : { IsActive: false }
    const answer = await admin.put(`/api/${module}/${made[module]}`, { ...change, RowVersion: before['RowVersion'] })
    expect(answer.status).toBe(200)
    const after = await read(module)
    expect(after).toEqual({ ...before, ...change, RowVersion: answer.body['RowVersion'] })
    const history = await admin.get<Json[]>(`/api/actions?ModuleId=${module}&FormId=${made[module]}`)
    expect(Object.keys(history.body[0]?.['Changes'] as Json)).toEqual(Object.keys(change))
  })

  test('what a screen loaded and sends back changes nothing, and its rows keep their keys', async () => {
    const before = await read(module)
    const sent = Object.fromEntries(Object.keys(record).map((name) => [name, before[name]]))
    const answer = await admin.put(`/api/${module}/${made[module]}`, { ...sent, RowVersion: before['RowVersion'] })
    expect([answer.status, answer.body['message']]).toEqual([200, 'Changes saved'])
    expect({ ...(await read(module)), RowVersion: 0 }).toEqual({ ...before, RowVersion: 0 })
  })

  if (gridOf(record) !== undefined)
    test('a row is removed, the others stay, in the order that was sent', async () => {
      const grid = gridOf(record) as string
      const rows = (await read(module))[grid] as Json[]
      expect((await admin.put(`/api/${module}/${made[module]}`, { [grid]: rows.slice(1) })).status).toBe(200)
      expect((await read(module))[grid]).toEqual(
        rows
          .slice(1)
          .map((row) =>
            expect.objectContaining({ ...row, ...(row['SequenceNumber'] && { SequenceNumber: expect.any(Number) }) }),
          ),
      )
      // the removed one is no row of it any more, unless a row is no more than its link
      const linked = ['tests', 'labinstruments', 'users'].includes(module) || grid === 'Tests'
      expect((await admin.put(`/api/${module}/${made[module]}`, { [grid]: rows })).status).toBe(linked ? 200 : 400)
    })

  test('an old version is refused, a second one of the same request is the first', async () => {
    const stale = await admin.put(`/api/${module}/${made[module]}`, { ...record, RowVersion: 1 })
    expect(stale.status).toBe(409)
    const again = {
      ...record,
      ...(record['Code'] && { Code: 'ONCE9' }),
      ...(record['UserName'] && { UserName: 'once' }),
    }
    const key1 = { 'idempotency-key': `once ${module}` }
    const [one, two] = [
      await admin.post(`/api/${module}/`, again, key1),
      await admin.post(`/api/${module}/`, again, key1),
    ]
    expect([one.status, two.body[key]]).toEqual([201, one.body[key]])
  })

  test('nobody without the permit writes', async () => {
    const desk = await signedIn(app, 'labdesk', 5, 2)
    expect((await desk.post(`/api/${module}/`, record)).status).toBe(403)
    expect((await desk.put(`/api/${module}/${made[module]}`, record)).status).toBe(403)
  })
})

test('rows of another record, keys that stand twice and keys that are none are refused', async () => {
  const other = await app.db.read.one<{ id: number }>(sql`
    select
      price_list_product_id as id
    from
      price_list_products
    where
      price_list_id = 1
    limit
      1
  `)
  const list = await read('pricelists')
  const [row] = list['PriceListProducts'] as Json[]
  for (const rows of [[{ ...row, PriceListProductId: other.id }], [row, row], [{ ...row, PriceListProductId: 'x' }]])
    expect((await admin.put(`/api/pricelists/${made['pricelists']}`, { PriceListProducts: rows })).status).toBe(400)
  expect((await read('pricelists'))['PriceListProducts']).toEqual(list['PriceListProducts'])
})
