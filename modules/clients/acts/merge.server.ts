// Merging one client into another: every record that names the one names the other afterwards, in one transaction.
import { integer, type DraftOf } from '../../../core/model.ts'
import { wholeOf } from '../../../server/edited.ts'
import { join, raw, sql, type Tx } from '../../../server/db/db.ts'
import { bumpVersion } from '../../../server/session/session.ts'
import { bulkOf } from '../../../server/module.ts'
import { writeAudit, type Entry } from '../../../server/door/audit.ts'
import { mayByPermit } from '../../../server/door/permission.ts'
import { notFound, notPermitted } from '../../../server/refusal.ts'
import { json, routeOf } from '../../../server/route.ts'
import type { Caller } from '../../../server/caller.ts'
import { clientType } from '../../lists/items.model.ts'
import { postMerge } from '../../ledger/merge.server.ts'
import { clients } from '../clients.model.ts'
import { recordScope } from '../list.server.ts'
import { holdToMerge } from './apart.server.ts'
import { openingSettled } from './opening.server.ts'
import { keepMerge, linksOf, move } from './moves/move.server.ts'
import { mayMerge, type Merged, type Moved, type Pair } from './merge.rules.ts'
import { movedByMerge } from './answers.model.ts'

const body = {
  sourceId: integer('Source', { required: 'sourceId is missing' }),
  targetId: integer('Target', { required: 'targetId is missing' }),
}
type Asked = DraftOf<typeof body>

/** Both inside the scope, locked in the order of their keys. @throws 404 */
const pairOf = async (tx: Tx, user: Caller, { sourceId, targetId }: Asked, isHeld: boolean): Promise<Pair> => {
  const rows = await tx.rows<Merged>(sql`
    select
      client.client_id as "ClientId",
      client.client_type_id as "ClientTypeId",
      client.name as "Name",
      client.gender_id as "GenderId",
      client.birth_date as "BirthDate",
      client.birth_time as "BirthTime",
      client.gives_care as "GivesCare",
      exists (
        select
          1
        from
          sales sale
          join work_items item using (sale_id)
        where
          sale.patient_id = client.client_id
      ) as "IsMeasured",
      case
        when client.opening_balance <> 0 then client.opening_seller_id
      end as "OpeningSellerId",
      client.opening_balance as "OpeningBalance",
      ${openingSettled(sql`client.client_id`)} as "OpeningSettled"
    from
      clients client
    where
      client.client_id = any (${[sourceId ?? 0, targetId ?? 0]})
      and client.merged_into_id is null
      and (${recordScope(user)})
    order by
      client.client_id ${raw(isHeld ? 'for update of client' : '')}
  `)
  const [source, target] = [sourceId, targetId].map((id) => rows.find((row) => row.ClientId === id))
  if (!source || !target) throw notFound()
  return { source, target }
}

/** Only sales store the name of a client themselves. */
const nameSales = (tx: Tx, { target }: Pair): Promise<number> =>
  tx.run(sql`
    update sales
    set
      patient_name = ${target.Name}
    where
      patient_id = ${target.ClientId}
      and patient_name <> ${target.Name}
  `)

/** The opening balance of the source moves too, as its posting did; the source itself goes out of use. */
const end = (tx: Tx, { source, target }: Pair): Promise<number> =>
  tx.run(sql`
    with
      ended as (
        update clients
        set
          is_active = false,
          merged_into_id = ${target.ClientId},
          row_version = row_version + 1
        where
          client_id = ${source.ClientId}
        returning
          opening_balance,
          opening_seller_id
      )
    update clients
    set
      opening_seller_id = case
        when clients.opening_balance <> 0 then clients.opening_seller_id
        else coalesce(ended.opening_seller_id, clients.opening_seller_id)
      end,
      opening_balance = case
        when ended.opening_balance is null then clients.opening_balance
        else coalesce(clients.opening_balance, 0) + ended.opening_balance
      end,
      row_version = clients.row_version + 1
    from
      ended
    where
      clients.client_id = ${target.ClientId}
  `)

const saleKeys = async (tx: Tx, clientId: number): Promise<number[]> => {
  const rows = await tx.rows<{ SaleId: number }>(sql`
    select
      sale_id
    from
      sales
    where
      ${clientId} in (patient_id, referring_doctor_id, seller_id, buyer_id, referrer_id)
    order by
      sale_id
    for update
  `)
  return rows.map((row) => row.SaleId)
}

export const mergeClients = bulkOf<Pair, typeof body>({
  name: 'merge',
  permit: 'merge',
  path: 'merge/clients',
  summary: 'Merge one client into another',
  body,
  records: async (tx, user, asked) => {
    const { source, target } = await pairOf(tx, user, asked, false)
    await holdToMerge(tx, source.ClientId, target.ClientId)
    return pairOf(tx, user, asked, true)
  },
  permitted: ({ source, target }) => [source, target],
  held: ({ source, target }) => [source.ClientId, target.ClientId].map(wholeOf),
  decide: ({ source, target }) => mayMerge(source, target),
  run: async ({ tx, user, records }) => {
    const { source, target } = records
    const sales = await saleKeys(tx, source.ClientId)
    await postMerge(tx, source.ClientId, target.ClientId)
    await move(tx, records, await keepMerge(tx, user, records))
    await end(tx, records)
    if (source.ClientTypeId === clientType.Patient) await nameSales(tx, records)
    const changes: Entry['changes'] = { MergedIntoId: [source.ClientId, target.ClientId] }
    await writeAudit(
      tx,
      user,
      ...[source.ClientId, target.ClientId].map((formId) => ({ module: 'clients', formId, action: 'merge', changes })),
      ...sales.map((formId) => ({ module: 'sales', formId, action: 'merge', changes })),
    )
    await bumpVersion(tx, 'clients')
    return { message: `Merged into ${target.ClientId}: ${target.Name}`, ClientId: target.ClientId }
  },
  announces: ['sales', 'samples', 'testreports', 'testresults'],
})

const words = new Map([
  ['sales', 'sales'],
  ['transactions', 'receipts and payments'],
  ['invoices', 'invoices'],
  ['samples', 'samples'],
  ['shipments', 'shipments'],
  ['price_lists', 'price lists'],
  ['referral_schemes', 'referral schemes'],
  ['clients', 'clients that belong to it'],
  ['users', 'users'],
])
/** How many records of each kind name the source. */
const countsOf = async (tx: Tx, { source }: Pair): Promise<Moved[]> => {
  const byTable = Map.groupBy(await linksOf(tx), ({ Table: table }) => table)
  const counts = [...byTable].map(
    ([table, links]) => sql`
      select
        ${words.get(table) ?? 'other records'}::text as "What",
        count(*)::int as "Count"
      from
        ${raw(table)}
      where
        ${source.ClientId} in (${join(links.map(({ Column }) => raw(Column)))})
    `,
  )
  counts.push(sql`
    select
      'documents',
      count(*)::int
    from
      kept_files
    where
      module_id = ${clients.id}
      and form_id = ${source.ClientId}
  `)
  return tx.rows<Moved>(sql`
    select
      "What",
      sum("Count")::int as "Count"
    from
      (${join(counts, ' union all ')}) counted
    group by
      1
    having
      sum("Count") > 0
    order by
      2 desc,
      1
  `)
}
/** What a merge would move, before it is done. */
export const mergePreview = routeOf({
  method: 'GET',
  ...movedByMerge,
  access: 'role',
  scope: 'two clients inside the scope of the user, with the permit merge',
  summary: 'What a merge would move',
  query: body,
  handler: async (call) => {
    if (!mayByPermit(call.user, clients.id, 'merge')) throw notPermitted()
    return json(await call.db.transaction(async (tx) => countsOf(tx, await pairOf(tx, call.user, call.query, false))))
  },
})
