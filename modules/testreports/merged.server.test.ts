// After two records of one person are merged, the person opens all reports, those issued under the old record too.
import { expect, test } from 'vitest'
import { addUser } from '../../server/testing/add-user.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { role } from '../../core/user.ts'
import { paymentMode } from '../lists/items.model.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'
import { labForTests, letGo } from '../testresults/testresults.fixture.ts'
import { printed } from './testreports.fixture.ts'

const { app, bench } = labForTests()

test('the person that is kept opens the reports of the record that was merged into it, and those of no other record', async () => {
  const born = { GenderId: 2, BirthDate: '1980-04-05' }
  const [source, between, target, stranger] = [
    await aPatient(bench.desk, { Name: 'Meena Kulkarni Twice', ...born }),
    await aPatient(bench.desk, { Name: 'Meena A Kulkarni', ...born }),
    await aPatient(bench.desk, { Name: 'Meena Kulkarni', ...born }),
    await aPatient(bench.desk, { Name: 'Asha Pawar', ...born }),
  ]
  for (const [user, entity] of [
    ['meena', target],
    ['asha', stranger],
  ] as const)
    await app.db.transaction((tx) => addUser(tx, { user, name: user, role: role.Patient, entity }))
  const sale = await accessioned(bench.desk, {
    PatientId: source,
    products: [product.electrolytes],
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 450 }],
  })
  await letGo(bench, sale.SaleId)
  const manager = await signedIn(app, 'manager', 2, 2)
  const merge = async (sourceId: number, targetId: number) =>
    expect((await manager.put('/api/merge/clients', { sourceId, targetId })).status).toBe(200)
  await merge(source, between)
  await merge(between, target)
  const opened = async (user: string) =>
    (await printed(await signedIn(app, user, role.Patient, user === 'meena' ? target : stranger), sale.SaleId)).status
  expect([await opened('meena'), await opened('asha')]).toEqual([200, 404])
})
