// The fifty people of the month: three labs and six centres with desks, accounts and managers, and two administrators.
import { role } from '../../core/user.ts'
import type { Dice } from '../../demo/people.ts'
import type { TestApp } from '../../server/testing/app.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { setRows } from '../../server/testing/rows.ts'
import { Tireless } from '../chain/people.ts'

const centres = [11, 12, 13, 14, 15, 16] as const
/** Buyers on credit, with their sellers. */
const credit = [
  [2, 21],
  [2, 24],
  [2, 12],
  [2, 13],
  [3, 23],
  [3, 15],
  [12, 22],
  [15, 25],
] as const
export type Worker = { readonly id: number; readonly person: Tireless; readonly place: number }
type Place = { readonly id: number; readonly desks: Worker[]; readonly accounts: Worker[]; readonly managers: Worker[] }

const counts = (isLab: boolean) => ({ desks: isLab ? 4 : 2, accounts: isLab ? 2 : 1, managers: isLab ? 2 : 1 })

/** Adds a third lab, which the demo does not have. */
const thirdLab = async (admin: Tireless): Promise<number> => {
  const saved = await admin.post('/api/clients/', {
    ClientTypeId: 10,
    Name: 'Third Laboratory',
    Code: 'THIRD',
    BillPrefix: 'THR',
    LegalEntityId: 1,
    Area: 'Camp',
    City: 'Pune',
    State: 'Maharashtra',
    IsActive: true,
  })
  if (saved.status !== 201) throw new Error(saved.text)
  return saved.body.ClientId
}

export const peopleOfMonth = async (app: TestApp, dice: Dice) => {
  const admins = [1, 2].map((at) => new Tireless(app, ['admin', role.Administrator, at]))
  const admin = admins[0] as Tireless
  const third = await thirdLab(admin)
  for (const [, buyer] of credit)
    await setRows(app, 'clients', { ClientId: buyer }, { CreditLimit: null, PaymentTypeId: 22 })
  const hire = async (place: number, roleId: number, name: string): Promise<Worker> => {
    const id = await app.db.transaction((tx) => addUser(tx, { user: name, name, role: roleId, entity: place }))
    return { id, person: new Tireless(app, [name, roleId, place]), place }
  }
  const places: Place[] = []
  for (const id of [2, 3, third, ...centres]) {
    const wanted = counts(!centres.some((one) => one === id))
    const hired = (roleId: number, what: string, many: number) =>
      Promise.all(Array.from({ length: many }, (_, at) => hire(id, roleId, `${what}${id}x${at}`)))
    places.push({
      id,
      desks: await hired(role.FrontDesk, 'desk', wanted.desks),
      accounts: await hired(role.Accounts, 'accounts', wanted.accounts),
      managers: await hired(role.BusinessManager, 'manager', wanted.managers),
    })
  }
  const staff = places.flatMap((place) => [...place.desks, ...place.accounts, ...place.managers])
  return {
    admin,
    third,
    places,
    staff,
    count: staff.length + admins.length,
    pairs: [...credit],
    place: (id: number): Place => places.find((one) => one.id === id) ?? (places[0] as Place),
    manager: (id: number): Worker => dice.pick((places.find((one) => one.id === id) ?? (places[0] as Place)).managers),
  }
}
export type People = Awaited<ReturnType<typeof peopleOfMonth>>
