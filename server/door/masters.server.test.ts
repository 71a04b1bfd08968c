// Masters and users go through the door: saved, read back, changed row by row, refused with a reason.
import { describe, expect, test } from 'vitest'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { listed } from '../testing/listed.ts'
import { networkForTests } from '../testing/network.ts'
import { keyOf, named, records } from '../testing/masters.fixture.ts'
import { signedIn, type Json } from '../testing/signed-in.ts'
import { readRow } from '../testing/rows.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')

const made = new Map<string, number>()
const read = async (module: string, key = made.get(module)): Promise<Json & { RowVersion: number }> =>
  (await admin.get<Json & { RowVersion: number }>(`/api/${module}/${key}`)).body

describe.each(Object.entries(records))('%s', (module, record) => {
  const key = keyOf[module] ?? ''
  const gridOf = (of: Json): string | undefined =>
    Object.keys(of).find((name) => Array.isArray(of[name]) && of[name].length > 1)

  test('a new record is stored as sent, and read back', async () => {
    const answer = await admin.post<Json>(`/api/${module}/`, record)
    expect([answer.status, answer.body]).toEqual([
      201,
      { message: expect.any(String), [key]: expect.any(Number), RowVersion: 1 },
    ])
    made.set(module, answer.body[key])
    const stored = await read(module)
    for (const [name, value] of Object.entries(record))
      if (Array.isArray(value)) {
        expect(stored[name], name).toHaveLength(value.length)
        const sorted = stored[name].map((row: Json): string => JSON.stringify(row))
        for (const row of value) {
          const expected = Object.entries(row).filter(([, one]) => one !== null)
          expect(
            sorted.some((text: string) => expected.every(([field, one]) => JSON.parse(text)[field] === one)),
            JSON.stringify(row),
          ).toBe(true)
        }
      } else expect(stored[name], name).toEqual(value)
  })

  test('MDA-343 a save answers message, key and version', async () => {
    const { RowVersion } = await read(module)
    const answer = await admin.put(`/api/${module}/${made.get(module)}`, { RowVersion })
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: expect.any(String), [key]: made.get(module), RowVersion: expect.any(Number) },
    ])
    expect((await read(module)).RowVersion).toBe(answer.body.RowVersion)
  })

  test('MDA-307 MDA-310 MDA-318 it is read by its key with the fields of the specification; an unknown key is answered with a message', async () => {
    const stored = await read(module)
    expect((named[module] ?? '').split(' ').filter((name) => !(name in stored))).toEqual([])
    const none = await admin.get(`/api/${module}/99999999`)
    expect([none.status, none.body.message]).toEqual([404, 'This record does not exist'])
  })

  test('one field is changed, all other fields and rows are not; the history names that field alone', async () => {
    const before = await read(module)
    const field = Object.keys(record).find(
      (name) => typeof record[name] === 'string' && !/Date|UserName|Email|Code|Target|Query/.test(name),
    )
    const change = field
      ? { [field]: `${String(record[field])} 2` }
      : module === 'pricelists' || module === 'referralschemes'
        ? { EffectiveTillDate: '2033-03-31' }
        : module === 'targets'
          ? { TargetSaleAmount: 600_000 }
          : { IsActive: false }
    const answer = await admin.put(`/api/${module}/${made.get(module)}`, { ...change, RowVersion: before.RowVersion })
    expect(answer.status).toBe(200)
    const after = await read(module)
    expect(after).toEqual({ ...before, ...change, RowVersion: answer.body.RowVersion })
    const history = await admin.get(`/api/actions?ModuleId=${module}&FormId=${made.get(module)}`)
    expect(Object.keys(history.body[0]?.Changes)).toEqual(Object.keys(change))
  })

  test('a record sent back as loaded changes no field, and its rows have the same keys', async () => {
    const before = await read(module)
    const sent = Object.fromEntries(Object.keys(record).map((name) => [name, before[name]]))
    const answer = await admin.put(`/api/${module}/${made.get(module)}`, { ...sent, RowVersion: before.RowVersion })
    expect([answer.status, answer.body.message]).toEqual([200, 'Changes saved'])
    expect({ ...(await read(module)), RowVersion: 0 }).toEqual({ ...before, RowVersion: 0 })
  })

  if (gridOf(record) !== undefined)
    test('one row is removed, the others are stored in the order sent', async () => {
      const grid = gridOf(record) ?? ''
      const rows: Json[] = (await read(module))[grid]
      expect((await admin.put(`/api/${module}/${made.get(module)}`, { [grid]: rows.slice(1) })).status).toBe(200)
      expect((await read(module))[grid]).toEqual(
        rows
          .slice(1)
          .map((row) =>
            expect.objectContaining({ ...row, ...('SequenceNumber' in row && { SequenceNumber: expect.any(Number) }) }),
          ),
      )
      // the removed row no longer belongs to the record, except in grids whose row is only a link
      const linked = ['tests', 'labinstruments', 'users'].includes(module) || grid === 'Tests'
      expect((await admin.put(`/api/${module}/${made.get(module)}`, { [grid]: rows })).status).toBe(linked ? 200 : 400)
    })

  test('an old version is refused, a repeated request gets the first answer', async () => {
    const stale = await admin.put(`/api/${module}/${made.get(module)}`, { ...record, RowVersion: 1 })
    expect(stale.status).toBe(409)
    const again = {
      ...record,
      ...('Code' in record && { Code: 'ONCE9' }),
      ...('UserName' in record && { UserName: 'once' }),
    }
    const key1 = { 'idempotency-key': `once ${module}` }
    const [one, two] = [
      await admin.post(`/api/${module}/`, again, key1),
      await admin.post(`/api/${module}/`, again, key1),
    ]
    expect([one.status, two.body[key]]).toEqual([201, one.body[key]])
  })

  test('a user without the permit cannot write', async () => {
    const desk = await signedIn(app, 'labdesk', 5, 2)
    expect((await desk.post(`/api/${module}/`, record)).status).toBe(403)
    expect((await desk.put(`/api/${module}/${made.get(module)}`, record)).status).toBe(403)
  })
})

test('MDA-224 a way of a product that lacks either laboratory is not kept', async () => {
  const products = async () => (await admin.get(`/api/products/${made.get('products')}`)).body.ProductLabs
  const [kept, ...others] = await products()
  const half = [{ SourceLabId: 2 }, { DestinationLabId: 3 }]
  const answer = await admin.put(`/api/products/${made.get('products')}`, { ProductLabs: [kept, ...half, ...others] })
  expect(answer.status).toBe(200)
  expect(await products()).toEqual([kept, ...others])
})

test('MDA-343 own widgets, visits and referrals answer so too', async () => {
  const saved = (keyName: string) => ({
    message: expect.any(String),
    [keyName]: expect.any(Number),
    RowVersion: expect.any(Number),
  })
  for (const [module, keyName, record, change] of [
    ['userwidgets', 'UserWidgetId', { Target: 'T3', Label: 'Mine', StatementId: 2101 }, { Label: 'Ours' }],
    ['clientvisits', 'ClientVisitId', { ClientId: 101 }, { Notes: 'Again in May' }],
  ] as const) {
    const added = await admin.post<Json>(`/api/${module}/`, record)
    expect([module, added.status, added.body]).toEqual([module, 201, saved(keyName)])
    const changed = await admin.put(`/api/${module}/${String(added.body[keyName])}`, change)
    expect([module, changed.status, changed.body]).toEqual([module, 200, saved(keyName)])
  }
  await booked(admin, { PatientId: await aPatient(admin), ReferrerId: 141, products: [3001] })
  const id = (await listed(admin, 1028, { ReferrerId: 141 })).rows[0]?.ReferralId
  const changed = await admin.put(`/api/referrals/${id}`, { StatusId: 111 })
  expect([changed.status, changed.body]).toEqual([200, saved('ReferralId')])
})

test('rows of another record, duplicate keys and invalid keys are refused', async () => {
  const other = await readRow<{ Id: number }>(
    app,
    'price_list_products',
    { PriceListId: 1 },
    'price_list_product_id as id',
  )
  const lines = async () => (await admin.get(`/api/pricelists/${made.get('pricelists')}`)).body.PriceListProducts
  const before = await lines()
  const [row] = before
  for (const rows of [[{ ...row, PriceListProductId: other.Id }], [row, row], [{ ...row, PriceListProductId: 'x' }]])
    expect((await admin.put(`/api/pricelists/${made.get('pricelists')}`, { PriceListProducts: rows })).status).toBe(400)
  expect(await lines()).toEqual(before)
})
