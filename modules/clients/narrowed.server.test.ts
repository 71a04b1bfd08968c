// The list of clients is narrowed by each of its filters alone.
import { expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { narrowed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { aPatient, product } from '../sales/sales.fixture.ts'

const { app, admin } = networkForTests('admin')
type Client = {
  readonly Id: number
  readonly Type: number
  readonly Name: string
  readonly Area: string | null
  readonly Phone: string | null
  readonly Parent: number | null
  readonly Active: boolean
}

test('FND-147 MDA-028 MDA-034 clients are narrowed by type, name, area, phone, parent, active, and a product that they buy or sell', async () => {
  for (let at = 0; at < 12; at += 1)
    await aPatient(admin, {
      Name: `Found ${at}`,
      IsActive: at !== 7,
      Area: at % 2 === 0 ? 'Kothrud West' : 'Wakad',
      MobilePhone: `98330000${10 + at}`,
    })
  const all = await app.db.read.rows<Client>(sql`
    select
      client_id as id,
      client_type_id as type,
      name,
      area,
      mobile_phone as phone,
      parent_id as parent,
      is_active as active
    from
      clients
  `)
  const sold = await app.db.read.rows<{ Id: number }>(sql`
    select distinct
      party.id
    from
      price_list_products line
      join price_lists list using (price_list_id)
      cross join lateral (
        values
          (list.seller_id),
          (list.buyer_id)
      ) party (id)
    where
      line.product_id = ${product.cbc}
      and party.id is not null
  `)
  const below = (parent: number, deep = 0): number[] =>
    deep > 4
      ? []
      : all
          .filter((one) => one.Parent === parent)
          .flatMap((one) => [one.Id, ...([9, 10, 13, 16].includes(one.Type) ? below(one.Id, deep + 1) : [])])
  const of = (isOne: (one: Client) => boolean | undefined): number[] =>
    all.filter((one) => isOne(one) === true).map(({ Id }) => Id)
  const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other)
  const ways: readonly (readonly [filter: Json, wanted: readonly number[]])[] = [
    [{ ClientTypeId: 13 }, of((one) => one.Type === 13)],
    [{ Name: 'ound 1' }, of((one) => one.Name.includes('ound 1'))],
    [{ Area: 'thrud' }, of((one) => one.Area?.includes('thrud'))],
    [{ MobilePhone: '983300002' }, of((one) => one.Phone?.includes('983300002'))],
    [{ ParentId: 3 }, below(3)],
    [{ IsActive: 'false' }, of((one) => !one.Active)],
    [{ ProductId: product.cbc }, sold.map(({ Id }) => Id)],
  ]
  for (const [filter, wanted] of ways)
    expect([filter, sorted((await narrowed(admin, 1009, filter)).map((row) => row.ClientId))]).toEqual([
      filter,
      sorted(wanted),
    ])
})
