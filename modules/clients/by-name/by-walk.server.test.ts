// Patients by a part of their name: one plan answers a rare text and a frequent one alike, in the order of names.
import { beforeAll, expect, test } from 'vitest'
import { withSuperuser } from '../../../server/testing/database.ts'
import { networkForTests } from '../../../server/testing/network.ts'

const { app, manager } = networkForTests('manager')

beforeAll(async () => {
  // more than are collected and sorted
  await withSuperuser(app.ownerUrl, (client) =>
    client.query(`
      insert into clients (client_type_id, name, parent_id, created_at)
      select 12, 'Often ' || lpad(n::text, 4, '0') || case when n = 1700 then ' Seldom' else '' end, 1, now()
      from generate_series(1, 2100) n
    `),
  )
})
const named = async (text: string, limit: number): Promise<unknown[]> =>
  (await manager.get<{ Name: string }[]>(`/api/getdata/200?ClientTypeId=12&limit=${limit}&Name=${text}`)).body.map(
    ({ Name }) => Name,
  )

test('the first by name of a frequent text, of a rare one, and none', async () => {
  expect(await named('often', 3)).toEqual(['Often 0001', 'Often 0002', 'Often 0003'])
  expect(await named('often 21', 60)).toEqual(['Often 2100'])
  expect(await named('seldom', 50)).toEqual(['Often 1700 Seldom'])
  expect(await named('never-named', 50)).toEqual([])
})
