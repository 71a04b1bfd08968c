// Openings of sensitive results on the server: the log, and the reason that opens a sale.
import { reasonPath } from '../../core/refusal.ts'
import { isPortal } from '../../core/user.ts'
import { sql } from '../../server/db/db.ts'
import { moduleOf } from '../../server/module.ts'
import { contains, equals, from, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { invalid, notFound, refused, refusedBy } from '../../server/refusal.ts'
import { json, routeOf } from '../../server/route.ts'
import { saleScope } from '../sales/list.server.ts'
import { giveReason, sensitiveOf } from './open.server.ts'
import { openings } from './openings.model.ts'
import { reasonFields } from './reason.model.ts'
import { notOpened } from './openings.rules.ts'

const place = { table: 'sensitive_openings', alias: 'opened', keyColumn: 'opening_id' }

const list = listOf(openings, {
  from: `
    sensitive_openings opened
    join sales sale on sale.sale_id = opened.sale_id
    join users reader on reader.user_id = opened.user_id
  `,
  alias: 'opened',
  key: 'opened.opening_id',
  sort: '-OpeningId',
  columns: { OpenedOn: 'opened.at', User: 'opener.full_name', AccessionNo: 'sold.accession_no' },
  names: `
    join sales sold on sold.sale_id = opened.sale_id
    join users opener on opener.user_id = opened.user_id
  `,
  filters: {
    FromDate: from('opened.at'),
    ToDate: till('opened.at'),
    User: (value: string) => contains('reader.full_name', value),
    AccessionNo: (value: string) => contains('sale.accession_no', value),
    Why: equals('opened.why'),
  },
  scope: (user) => saleScope(user),
})

const reasonRoute = routeOf({
  method: 'POST',
  path: reasonPath,
  access: { module: 'testreports', permit: 'read' },
  scope: 'a sale inside the scope of the user, or one that the own laboratory measures',
  summary: 'Say why the sensitive results of a sale are opened',
  body: reasonFields,
  handler: async ({ db, user, body: { SaleId, Reason } }) => {
    const reason = (Reason ?? '').trim()
    if (SaleId == null || reason === '') throw invalid({ Reason: ['Please enter why you open it'] })
    if (isPortal(user)) throw refusedBy(notOpened(user))
    await db.transaction(async (tx) => {
      const sale = await tx.maybe(sql`
        select
          1
        from
          sales sale
        where
          sale.sale_id = ${SaleId}
          and (
            (${saleScope(user)})
            or exists (
              select
                1
              from
                work_items work
              where
                work.sale_id = sale.sale_id
                and coalesce(work.keeper_id, work.lab_id) = any (${[...user.Clients]})
            )
          )
      `)
      if (!sale) throw notFound()
      if ((await sensitiveOf(tx, [SaleId])).length === 0) throw refused('Nothing of this sale is sensitive')
      await giveReason(tx, user, SaleId, reason)
    })
    return json({ message: 'The reason is kept' }, 201)
  },
})

export const openingsServer = moduleOf(openings, {
  ...place,
  // a row of the log is no record
  scope: () => sql`false`,
  read: () => sql`
    select
    where
      false
  `,
  routes: [reasonRoute],
  statements: [{ id: 1081, name: openings.name, module: 'openings', parameters: {}, list }],
})
