// The checks of a price list's days: missing ones, the wrong order, other lists in effect on the same days.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import type { Json } from '../../server/testing/signed-in.ts'

const { admin } = networkForTests('admin')
const add = (body: Json) => admin.post('/api/pricelists/', { SellerId: 12, ...body })

test('MDA-273 missing and reversed days, prefixes and figures of a person are refused in the decided words; lists of one seller and buyer may overlap, with a warning', async () => {
  expect((await add({})).body.errors).toEqual({ EffectiveFromDate: ['Effective From is required'] })
  const reversed = await add({ EffectiveFromDate: '2031-04-02', EffectiveTillDate: '2031-04-01' })
  expect([reversed.status, reversed.body.errors]).toEqual([
    400,
    { EffectiveTillDate: ['Effective Till cannot be before Effective From'] },
  ])
  const scheme = (body: Json) => admin.post('/api/referralschemes/', { SellerId: 12, ...body })
  expect((await scheme({})).body.errors).toEqual({ EffectiveFromDate: ['Effective From is required'] })
  expect((await scheme({ EffectiveFromDate: '2031-04-02', EffectiveTillDate: '2031-04-01' })).body.errors).toEqual({
    EffectiveTillDate: ['Effective Till cannot be before Effective From'],
  })
  const target = (body: Json) => admin.post('/api/targets/', { SalesManagerId: 14, ...body })
  expect((await target({})).body.errors).toEqual({
    StartDate: ['Start Date is required'],
    EndDate: ['End Date is required'],
  })
  expect((await target({ StartDate: '2031-04-02', EndDate: '2031-04-01' })).body.errors).toEqual({
    EndDate: ['End Date cannot be before Start Date'],
  })
  const person = { ClientTypeId: 12, Name: 'Anand Pawar', GenderId: 2, IsActive: true, ParentId: 1 }
  const errorsOf = async (body: Json) => (await admin.post('/api/clients/', { ...person, ...body })).body.errors
  for (const [name, label, low, high] of [
    ['Age', 'Age', 0, 120],
    ['Height', 'Height', 30, 250],
    ['Weight', 'Weight', 1, 500],
  ] as const)
    for (const value of [low - 1, high + 1])
      expect(await errorsOf({ Age: 30, [name]: value })).toEqual({
        [name]: [`${label} must be between ${low} and ${high}`],
      })
  const may = { EffectiveFromDate: '2032-05-01', EffectiveTillDate: '2032-05-31' }
  const { PriceListId } = (await add(may)).body
  expect((await add(may)).body.message).toBe(
    `Changes saved. Price list ${String(PriceListId)} holds on some of these days too: the latest one wins`,
  )
  const lab = { ClientTypeId: 13, Name: 'Centre', Code: 'CEN', ParentId: 2, IsActive: true }
  expect((await admin.post('/api/clients/', lab)).body.errors).toMatchObject({
    BillPrefix: ['Prefix must have exactly 3 uppercase letters'],
  })
})

test('a list names the others of its seller and buyers that are in effect on some of its days', async () => {
  const made = async (body: Json): Promise<[number, string]> => {
    const { status, body: answer } = await add(body)
    expect([status, answer.errors]).toEqual([201, undefined])
    return [answer.PriceListId, answer.message]
  }
  const [april, plain] = await made({ EffectiveFromDate: '2031-04-01', EffectiveTillDate: '2031-04-30' })
  expect(plain).toBe('Changes saved')
  // the day after, another seller's, and another kind of buyer's are no overlap
  expect((await made({ EffectiveFromDate: '2031-05-01', EffectiveTillDate: '2031-05-31' }))[1]).toBe('Changes saved')
  expect((await made({ EffectiveFromDate: '2031-04-01', SellerId: 11, EffectiveTillDate: '2031-04-02' }))[1]).toBe(
    'Changes saved',
  )
  expect((await made({ EffectiveFromDate: '2031-04-10', BuyerTypeId: 16, EffectiveTillDate: '2031-04-11' }))[1]).toBe(
    'Changes saved',
  )
  const [late, said] = await made({ EffectiveFromDate: '2031-04-30', EffectiveTillDate: '2031-04-30' })
  expect(said).toBe(`Changes saved. Price list ${april} holds on some of these days too: the latest one wins`)
  expect((await admin.get(`/api/pricelists/${april}`)).body.Overlaps).toBe(String(late))
  expect(
    (await admin.put(`/api/pricelists/${late}`, { PriceListId: late, EffectiveFromDate: '2031-04-01' })).status,
  ).toBe(200)
})
