// A laboratory that is to send by itself and has no courier: its people hear of it at each of its times, once.
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { now } from '../../../server/clock.ts'
import { literal, sql, type Database } from '../../../server/db/db.ts'
import { notifyUsers, usersAt } from '../../../server/db/notify.ts'
import { clientType } from '../../lists/items.model.ts'
import { isShippable } from '../packing/available.server.ts'
import { samplesOf } from '../print/manifest.rules.ts'
import { cutOffAt } from './cut-off.rules.ts'

type Lab = { client_id: number; consignee_id: number; dispatch_times: string | null }
const withoutCourier = (db: Database): Promise<Lab[]> =>
  db.read.rows<Lab>(sql`
    select
      client_id,
      consignee_id,
      dispatch_times
    from
      clients
    where
      client_type_id = ${literal(clientType.Lab)}
      and auto_dispatch
      and is_active
      and consignee_id is not null
      and courier_id is null
    order by
      client_id
  `)

const tell = (db: Database, lab: Lab, at: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const isFirst = await tx.run(sql`
      insert into
        cut_offs (client_id, at)
      values
        (${lab.client_id}, ${at.toISOString()})
      on conflict do nothing
    `)
    const { waiting } = await tx.one<{ waiting: number }>(sql`
      select
        count(*)::int as waiting
      from
        samples t
        join sales s on s.sale_id = t.sale_id
      where
        ${isShippable(lab.client_id, lab.consignee_id)}
    `)
    if (isFirst === 0 || waiting === 0) return
    const people = await usersAt(tx, lab.client_id, [role.BusinessManager, role.Logistics, role.FrontDesk])
    const count = `${samplesOf(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`
    await notifyUsers(tx, people, {
      creater: 'System',
      path: recordPath('clients', { ClientId: lab.client_id }),
      subject: 'Nothing was dispatched by itself',
      content: `${count} to be sent, and no courier is set for the automatic dispatch.`,
    })
  })

/** Tells who can send by hand, or set a courier. */
export const tellOfNoCourier = async (db: Database): Promise<void> => {
  for (const lab of await withoutCourier(db)) {
    const at = cutOffAt(lab.dispatch_times, now())
    if (at) await tell(db, lab, at)
  }
}
