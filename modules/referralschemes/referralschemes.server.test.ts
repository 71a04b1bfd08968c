// Referral schemes: listed by day and parties, read and saved by their sellers, filled from a csv file.
import { beforeAll, expect, test } from 'vitest'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { testApp } from '../../server/testing/app.ts'
import { csvSent } from '../../server/testing/files.fixture.ts'
import { networkOpened } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'

const { app, admin } = networkOpened(() => testApp({ jobs: true }), 'admin')
let third: number
beforeAll(async () => {
  await setRows(
    app,
    'referral_schemes',
    { ReferralSchemeId: 1 },
    { EffectiveFromDate: '2026-04-01', EffectiveTillDate: '2026-04-02' },
  )
  await setRows(app, 'referral_schemes', { ReferralSchemeId: 2 }, { EffectiveFromDate: '2026-04-02' })
  const made = await admin.post('/api/referralschemes/', {
    EffectiveFromDate: '2026-04-03',
    SellerId: 12,
    ReferrerId: 141,
    ReferralSchemeProducts: [{ ProductId: 3001, Commission: 15 }],
  })
  third = made.body.ReferralSchemeId
})
const left = async (filter: Json) => (await narrowed(admin, 1020, filter)).map((row) => row.ReferralSchemeId)

test('FND-144 MDA-030 MDA-034 schemes are narrowed to those in effect between two days, both ends included, by seller, referrer, giver and receiver, and by buyers whose seller it is', async () => {
  expect(await left({ FromDate: '2026-04-02', ToDate: '2026-04-02' })).toEqual([2, 1])
  expect(await left({ ToDate: '2026-04-01' })).toEqual([1])
  expect(await left({ FromDate: '2026-04-03' })).toEqual([third, 2])
  // what the browser sends: the start and the end of the first of April in India
  expect(await left({ FromDate: '2026-03-31T18:30:00.000Z', ToDate: '2026-04-01T18:29:59.999Z' })).toEqual([1])
  expect(await left({ SellerId: 12 })).toEqual([third])
  expect(await left({ GiverId: 12 })).toEqual([third])
  expect(await left({ ReferrerId: 144 })).toEqual([2])
  expect(await left({ ReceiverId: 141 })).toEqual([third])
  // both centres belong to lab 2, which has the two standard schemes
  expect(await left({ BuyerIds: [11, 12] })).toEqual([2, 1])
})

test('MDA-141 a scheme is read with its days, seller, referrer and the commission of each product', async () => {
  const { status, body } = await admin.get(`/api/referralschemes/${third}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ReferralSchemeId: third,
    EffectiveFromDate: '2026-04-03',
    EffectiveTillDate: null,
    SellerId: 12,
    ReferrerId: 141,
    Referrer: { ClientId: 141 },
    ReferralSchemeProducts: [{ ProductId: 3001, Product: { Code: 'P001' }, Commission: 15 }],
  })
})

test('days in order, one commission for a product, none below 0 or above 100 percent', async () => {
  const scheme = { EffectiveFromDate: '2026-04-03', SellerId: 2 }
  const refused = async (more: Json) => {
    const answer = await admin.post('/api/referralschemes/', { ...scheme, ...more })
    return [answer.status, answer.body.errors]
  }
  expect(await refused({ EffectiveTillDate: '2026-04-02' })).toEqual([
    400,
    { EffectiveTillDate: ['Effective Till cannot be before Effective From'] },
  ])
  const line = (Commission: number, ProductId = 3001) => ({ ProductId, Commission })
  expect(await refused({ ReferralSchemeProducts: [line(5), line(6)] })).toEqual([
    400,
    { 'ReferralSchemeProducts.1.ProductId': ['This product has a commission here already'] },
  ])
  for (const Commission of [-0.01, 100.01])
    expect(await refused({ ReferralSchemeProducts: [line(Commission)] })).toEqual([
      400,
      { 'ReferralSchemeProducts.0.Commission': ['Commission must be between 0% and 100%'] },
    ])
  for (const Commission of [0, 100])
    expect(
      (await admin.post('/api/referralschemes/', { ...scheme, ReferralSchemeProducts: [line(Commission)] })).status,
    ).toBe(201)
})

test('the seller of a scheme and organisations above it see it, and no referrer', async () => {
  const nashik = await signedIn(app, 'pathologist', 3, 3)
  expect((await listed(nashik, 1020)).rows).toEqual([])
  expect((await nashik.get('/api/referralschemes/1')).status).toBe(404)
  const lab = await signedIn(app, 'pathologist', 3, 2)
  // a lab covers its centres
  expect((await listed(lab, 1020)).rows.map((row) => row.ReferralSchemeId)).toEqual(expect.arrayContaining([1, 2]))
  const referrer = await signedIn(app, 'referrer', 14, 141)
  expect((await referrer.get(`/api/referralschemes/${third}`)).status).toBe(403)
})

test('MDA-275 a line is code, anything, commission: good ones are read, the others reported word for word', async () => {
  const { status, body } = await csvSent<Read<'referralschemes'>['ReferralSchemeProducts'][0]>(
    admin,
    '/api/import/referralschemes',
    'code,name,commission\nP001,whatever,15\nNOPE,x,1\nP002,x,101\np003,"a, b",7.5\nP004,15\n',
  )
  expect([status, body.message]).toEqual([200, 'Imported 2 products, 3 lines could not be read'])
  const { Lines, Errors } = body
  expect(Lines.map((row) => [row.Product.Code, row.Commission])).toEqual([
    ['P001', 15],
    ['P003', 7.5],
  ])
  expect(Errors).toEqual([
    'Product Not Found: NOPE,x,1',
    'Commission must be between 0% and 100%: P002,x,101',
    'Error reading: P004,15',
  ])
})

test('MDA-303 who may not update referral schemes imports none', async () => {
  const auditor = await signedIn(app, 'auditor', 11, 1)
  expect((await auditor.get(`/api/referralschemes/${third}`)).status).toBe(200)
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/import/referralschemes',
    headers: { authorization: `Bearer ${auditor.token}`, 'content-type': 'text/csv' },
    payload: 'P001,whatever,15\n',
  })
  expect(answer.statusCode).toBe(403)
})
