// The last user of an outside lab leaves while tubes travel to it: their results are entered by the sender.
import { afterEach, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { addUser } from '../../../server/testing/add-user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRows, valueOf } from '../../../server/testing/rows.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { outsideLab, soldForTwoLabs } from '../../testreports/chain.fixture.ts'
import { dispatched, party } from '../shipments.fixture.ts'

const { app, desk, admin } = networkForTests('desk', 'admin')
afterEach(() => expectInvariants(app.db))

test('when the last user of an outside lab is switched off, what is in transit to it is entered by the lab that sent it', async () => {
  const addAt = (user: string) =>
    app.db.transaction((tx) => addUser(tx, { user, name: user, role: role.Technologist, entity: outsideLab }))
  const [one, last] = [await addAt('outsideone'), await addAt('outsidelast')]
  const technologist = await signedIn(app, 'technologist', role.Technologist, party.central)
  const sale = await soldForTwoLabs(desk)
  const where = { SaleId: sale.SaleId, PerformingLabId: outsideLab }
  const tube = await valueOf<number>(app, 'samples', where, 'sample_id')
  await dispatched(technologist, { from: party.central, to: outsideLab, samples: [tube] })
  const keepers = () => readRows(app, 'work_items', { SaleId: sale.SaleId, LabId: outsideLab }, 'distinct keeper_id')
  const switchOff = async (id: number) => (await admin.put(`/api/users/${id}`, { IsActive: false })).status
  expect([await switchOff(one), await keepers()]).toEqual([200, []])
  expect([await switchOff(last), await keepers()]).toEqual([200, [{ KeeperId: party.central }]])
  const sheet = await technologist.get(`/api/testresults?SaleId=${String(sale.SaleId)}`)
  expect(sheet.text).toContain(`"KeeperId":${party.central}`)
})
