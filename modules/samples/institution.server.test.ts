// An institution's list of samples: the tubes of what it sold and bought, and those that it has, of however many others.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { listed } from '../../server/testing/listed.ts'
import { setRows } from '../../server/testing/rows.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { accessioned, aPatient } from '../sales/sales.fixture.ts'

const institution = 21
const { app, labAdmin } = networkForTests('labAdmin')
let portal: Person
const sales: number[] = []
beforeAll(async () => {
  const patient = await aPatient(labAdmin)
  for (const BuyerId of [institution, patient, patient, patient])
    sales.push(Number((await accessioned(labAdmin, { PatientId: patient, BuyerId })).SaleId))
  portal = await signedIn(app, 'institution', 13, institution)
})
const shown = async (filter: Json = {}): Promise<unknown[]> => [
  ...new Set((await listed(portal, 1002, filter)).rows.map((row) => row.SaleId)),
]

test('tubes of what it bought are shown, and of others those that it sold, has or measures', async () => {
  const [bought, held, measured, other] = sales
  expect(await shown()).toEqual([bought])
  await setRows(app, 'samples', { SaleId: held }, { OwnerId: institution })
  expect((await shown()).sort()).toEqual([bought, held].sort())
  await setRows(app, 'samples', { SaleId: measured }, { PerformingLabId: institution })
  expect((await shown()).sort()).toEqual([bought, held, measured].sort())
  await setRows(app, 'sales', { SaleId: other }, { SellerId: institution })
  expect((await shown()).sort()).toEqual([...sales].sort())
  expect(await shown({ SaleId: other })).toEqual([other])
})
