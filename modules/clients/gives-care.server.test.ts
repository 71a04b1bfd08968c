// An institution gives care by the word of two persons: it reads sensitive results from then on.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { approve, askFor } from '../requests/requests.fixture.ts'

const { app, admin, manager } = networkForTests('admin', 'manager')
const path = 'clients/21'
const givesCare = async (): Promise<unknown> => (await admin.get(`/api/${path}`)).body.GivesCare

test('one person ends it, and another agrees where it begins', async () => {
  await setRows(app, 'clients', { ClientId: 21 }, { GivesCare: true })
  expect((await admin.put(`/api/${path}`, { GivesCare: false })).status).toBe(200)
  const alone = await admin.put(`/api/${path}`, { GivesCare: true })
  expect([alone.status, alone.body.errors, alone.body.needs]).toEqual([
    422,
    { GivesCare: ['A second person agrees that this institution gives care: it reads sensitive results then'] },
    { kind: 'care-giver', by: [1, 2] },
  ])
  expect(await givesCare()).toBe(false)
  const asked = await askFor(manager, path, { GivesCare: true }, 'It is a hospital')
  expect([asked.status, asked.text]).toEqual([201, asked.text])
  const id = asked.body.RequestId
  expect((await approve(manager, id)).status).toBe(422)
  expect(await givesCare()).toBe(false)
  expect((await approve(admin, id)).status).toBe(200)
  expect(await givesCare()).toBe(true)
  expect((await admin.put(`/api/${path}`, { GivesCare: true, Area: 'Camp' })).status).toBe(200)
})
