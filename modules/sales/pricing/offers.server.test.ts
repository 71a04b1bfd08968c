// Offers and commission: local products only at their owner, and no commission for doctors where the network
// bars it.
import { expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { insertOf, setRows } from '../../../server/testing/rows.ts'
import { product } from '../sales.fixture.ts'

const { app, manager } = networkForTests('manager')

test('only its owner offers a local product, and no one offers an inactive one', async () => {
  const offered = async () =>
    (await manager.get(`/api/getdata/101?SellerId=2&ProductId=${product.cbc}`)).body.map((one) => one.ProductId)
  const set = (isLocal: boolean, owner: number, isActive: boolean) =>
    setRows(
      app,
      'products',
      { ProductId: product.cbc },
      { IsLocalProduct: isLocal, OwnerId: owner, IsActive: isActive },
    )
  expect(await offered()).toEqual([product.cbc])
  await set(true, 2, true)
  expect(await offered()).toEqual([product.cbc])
  await set(true, 3, true)
  expect(await offered()).toEqual([])
  await set(false, 3, true)
  expect(await offered()).toEqual([product.cbc])
  await set(false, 2, false)
  expect(await offered()).toEqual([])
  await set(false, 2, true)
})

test('where the network does not pay doctors they get no commission; other referrers do', async () => {
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update clients
      set
        can_refer = true
      where
        client_id in (114, 141)
    `)
    await tx.run(sql`
      update referral_schemes
      set
        referrer_id = null
    `)
  })
  const commission = async (referrer: number) => {
    const asked = `SellerId=2&BuyerTypeId=12&ReferrerId=${referrer}&ProductId=${product.cbc}`
    return (await manager.get(`/api/getdata/100?${asked}`)).body[0]?.Commission
  }
  const [doctor, other] = [await commission(114), await commission(141)]
  expect([doctor > 0, other > 0]).toEqual([true, true])
  await app.db.transaction((tx) => tx.run(insertOf('settings', { Name: 'doctorsAreNotPaid', Value: 'true' })))
  expect([await commission(114), await commission(141)]).toEqual([0, other])
})
