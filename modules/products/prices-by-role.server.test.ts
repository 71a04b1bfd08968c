// Who reads at which prices a product is sold and bought: the roles that work with price lists, and no others.
import { expect, test } from 'vitest'
import { isPortal, role, roles } from '../../core/user.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { signedIn } from '../../server/testing/signed-in.ts'

const { app } = networkForTests()
/** Where a role of outside works; the others at the laboratory. */
const places: Readonly<Record<number, number>> = {
  [role.Doctor]: 101,
  [role.Institution]: 21,
  [role.Referrer]: 141,
  [role.Patient]: 3,
}
const readers: readonly number[] = [
  ...[role.Administrator, role.BusinessManager, role.Pathologist, role.FrontDesk, role.Accounts],
  ...[role.QualityManager, role.Auditor],
]

test.each(Object.values(roles).map(({ id, label }) => [label, id] as const))(
  'the price lists of a product are read by whose work is with price lists: %s',
  async (label, id) => {
    const [user, entity] = [`reader${id}`, places[id] ?? 2]
    await app.db.transaction((tx) => addUser(tx, { user, name: label, role: id, entity }))
    const person = await signedIn(app, user, id, entity)
    const { status } = await person.get('/api/getdata/102?ProductId=3001')
    expect(status).toBe(readers.includes(id) ? 200 : 403)
    // who reads no price list as a list reads none by its product
    expect((await person.get('/api/getdata/1018')).status).toBe(status)
    if (isPortal({ RoleId: id })) expect(status).toBe(403)
  },
)
