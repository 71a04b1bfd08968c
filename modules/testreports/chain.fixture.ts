// A sale that an outside reference lab performs in part: its users, and its tube once it has arrived there.
import { sql } from '../../server/db/db.ts'
import { addUser } from '../../server/testing/add-user.ts'
import type { TestApp } from '../../server/testing/app.ts'
import type { Read } from '../../server/testing/answers.ts'
import { Person } from '../../server/testing/signed-in.ts'
import { setRows } from '../../server/testing/rows.ts'
import { role } from '../../core/user.ts'
import { paymentMode, sampleStatus } from '../lists/items.model.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'
import { refreshStatuses } from '../sales/status/status.server.ts'
import { startWork } from '../sales/tubes/tubes.server.ts'
import { itemsOf, rowsOf } from '../testresults/testresults.fixture.ts'

/** The reference lab outside that measures anti-CCP. */
export const outsideLab = 4

/** Users at the legal entity above the labs: one enters the results of the outside lab, one signs them. */
export type Keepers = { readonly types: Person; readonly signs: Person }
export const keepersOf = async (app: TestApp): Promise<Keepers> => {
  const at = async (user: string, roleId: number): Promise<Person> => {
    await app.db.transaction((tx) => addUser(tx, { user, name: `Keeper ${user}`, role: roleId, entity: 1 }))
    const person = new Person(app)
    await person.signIn(user, roleId, 1)
    return person
  }
  return { types: await at('types', role.Technologist), signs: await at('signs', role.Pathologist) }
}

/** Releases the results of the outside lab. */
export const letGoOutside = async ({ types, signs }: Keepers, saleId: unknown, Result: string): Promise<void> => {
  const WorkItemIds = itemsOf((await rowsOf(types, saleId)).filter((row) => row.LabId === outsideLab))
  const WorkItems = WorkItemIds.map((WorkItemId) => ({ WorkItemId, Result }))
  const done = [
    await types.put('/api/testresults/', { SaleId: saleId, WorkItems }),
    await signs.put('/api/review/testresults', { WorkItemIds }),
    await signs.put('/api/approve/testresults', { WorkItemIds }),
    await signs.put('/api/release/testresults', { WorkItemIds }),
  ]
  // results that need no review
  const last = done.at(-1)
  if (last?.status !== 200) throw new Error(done.map(({ text }) => text).join(' '))
}

/** A paid sale of electrolytes for the own lab and anti-CCP for the outside lab. */
export const soldForTwoLabs = async (desk: Person): Promise<Read<'sales'>> =>
  accessioned(desk, {
    PatientId: await aPatient(desk),
    ReferringDoctorId: 101,
    products: [product.electrolytes, product.antiCcp],
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 1850 }],
  })

/** The courier has brought the tube. */
export const arrived = async (app: TestApp, saleId: unknown, userId: number): Promise<void> => {
  const where = { SaleId: saleId, PerformingLabId: outsideLab }
  await setRows(app, 'samples', where, { OwnerId: outsideLab, StatusId: sampleStatus.Delivered })
  await app.db.transaction(async (tx) => {
    const tubes = await tx.rows<{ Id: number }>(sql`
      select
        sample_id as id
      from
        samples
      where
        sale_id = ${saleId}
        and performing_lab_id = ${outsideLab}
    `)
    await startWork(
      tx,
      tubes.map(({ Id }) => Id),
      userId,
    )
    await refreshStatuses(tx, [Number(saleId)])
  })
}
