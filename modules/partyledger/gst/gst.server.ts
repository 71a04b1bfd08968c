// The tables of the return GSTR-1 of a legal entity and month as CSV.
import { csvCell } from '../../../core/files/csv.ts'
import { dayOf, endOfDay, startOfDay } from '../../../core/dates.ts'
import { integer, oneOf } from '../../../core/model.ts'
import { isSupervisor } from '../../../core/user.ts'
import { now } from '../../../server/clock.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { writeAccess } from '../../../server/door/audit.ts'
import { invalid, notFound, notPermitted } from '../../../server/refusal.ts'
import { routeOf } from '../../../server/route.ts'
import { clientType } from '../../lists/items.model.ts'
import { partyledger } from '../partyledger.model.ts'
import { monthField } from './gst.model.ts'
import { daysOfMonth, gstColumns, gstTables, type GstTable } from './gst.rules.ts'
import { documents } from './documents.server.ts'
import type { Asked } from './supplies.server.ts'
import { b2b, b2cl, b2cs, cdnr, cdnur, codesB2b, codesB2c, exempt, type Cells } from './tables.server.ts'

const tables: Readonly<Record<GstTable, (tx: Tx, asked: Asked) => Promise<Cells[]>>> = {
  b2b,
  b2cl,
  b2cs,
  exemp: exempt,
  cdnr,
  cdnur,
  'hsn-b2b': codesB2b,
  'hsn-b2c': codesB2c,
  docs: documents,
}

/** A legal entity whose whole business the user sees. @throws 404 */
const checkEntity = async (tx: Tx, entityId: number, clients: readonly number[]): Promise<void> => {
  const entity = await tx.maybe(sql`
    select
      1
    from
      clients
    where
      client_id = ${entityId}
      and client_id = any (${[...clients]})
      and client_type_id = ${literal(clientType.LegalEntity)}
  `)
  if (!entity) throw notFound('This legal entity does not exist')
}

export const gstr1 = routeOf({
  method: 'GET',
  path: 'gstr1/partyledger',
  access: { module: partyledger.id, permit: 'list' },
  scope: 'a legal entity that the user works for',
  summary: 'A table of the return GSTR-1 of a legal entity and month, as CSV',
  query: {
    LegalEntityId: integer('Legal Entity', { required: 'Legal Entity is required' }),
    Month: monthField,
    Table: oneOf('Table', gstTables, { required: 'Table is required' }),
  },
  handler: async ({ db, user, query }) => {
    if (!isSupervisor(user)) throw notPermitted('Accounts and managers save the tables of a return')
    const [month, table] = [String(query.Month), query.Table ?? 'b2b']
    const { first, last } = daysOfMonth(month)
    if (first > dayOf(now())) throw invalid({ Month: ['Month cannot be in the future'] })
    const entityId = Number(query.LegalEntityId)
    await checkEntity(db.read, entityId, user.Clients)
    const rows = await tables[table](db.replica, { entityId, from: startOfDay(first), till: endOfDay(last) })
    await db.transaction((tx) => writeAccess(tx, user, 'export', partyledger.id, null))
    const lines = [gstColumns[table], ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
    return {
      text: `\uFEFF${lines.join('')}`,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="gstr1-${table}-${entityId}-${month}.csv"`,
      },
    }
  },
})
