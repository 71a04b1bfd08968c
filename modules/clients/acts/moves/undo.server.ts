// Undoing a wrong merge of two patients: what it moved goes back, in one transaction; what came after it stays.
import { integer, multiline, type DraftOf } from '../../../../core/model.ts'
import { sql, type Tx } from '../../../../server/db/db.ts'
import { writeAudit, type Entry } from '../../../../server/door/audit.ts'
import { follow } from '../../../../server/door/follow.ts'
import { mayByPermit } from '../../../../server/door/permission.ts'
import { wholeOf } from '../../../../server/edited.ts'
import { bulkOf, type FollowContext } from '../../../../server/module.ts'
import { notFound, notPermitted, refused } from '../../../../server/refusal.ts'
import { json, routeOf } from '../../../../server/route.ts'
import { bumpVersion } from '../../../../server/session/session.ts'
import type { Caller } from '../../../../server/caller.ts'
import { holdFree } from '../../../ledger/hold.server.ts'
import { postUndo } from '../../../ledger/undo-merge.server.ts'
import { clients } from '../../clients.model.ts'
import { recordScope } from '../../list.server.ts'
import { openingSettled } from '../opening.server.ts'
import { bringAfter, moveBack } from './rows.server.ts'
import { mayUndo, undoDays, undoneText, type KeptMerge, type Undoable } from './undo.rules.ts'
import { mergesToUndo, mergeUndone } from '../answers.model.ts'

const body = {
  sourceId: integer('Source', { required: 'sourceId is missing' }),
  reason: multiline('Reason', { required: 'Please enter why the merge is undone', maxLength: 500 }),
}
type Asked = DraftOf<typeof body>
type Client = {
  readonly ClientId: number
  readonly ClientTypeId: number
  readonly Name: string
  readonly GenderId: number | null
  readonly BirthDate: string | null
  readonly BirthTime: string | null
  readonly MergedIntoId: number | null
}
type Found = { readonly source: Client; readonly target: Client | undefined; readonly merge: KeptMerge | null }

const mergeOf = (tx: Tx, sourceId: number): Promise<KeptMerge | undefined> =>
  tx.maybe<KeptMerge>(sql`
    select
      merging.client_merge_id as "ClientMergeId",
      merging.source_id as "SourceId",
      merging.target_id as "TargetId",
      kept.name as "Target",
      merging.merged_at as "MergedOn",
      merging.undone_at as "UndoneOn",
      merging.merged_at <= now() - make_interval(days => ${undoDays}::int) as "IsLate",
      kept.merged_into_id as "TargetMergedInto"
    from
      client_merges merging
      join clients kept on kept.client_id = merging.target_id
    where
      merging.source_id = ${sourceId}
    order by
      merging.client_merge_id desc
    limit
      1
  `)

/** The merge with both clients inside the scope, locked in the order of their keys. @throws 404 */
const found = async (tx: Tx, user: Caller, { sourceId }: Asked): Promise<Found> => {
  const kept = await mergeOf(tx, sourceId ?? 0)
  const ids = [sourceId ?? 0, ...(kept ? [kept.TargetId] : [])]
  if (kept) await holdFree(tx, ids)
  const rows = await tx.rows<Client>(sql`
    select
      client.client_id as "ClientId",
      client.client_type_id as "ClientTypeId",
      client.name as "Name",
      client.gender_id as "GenderId",
      client.birth_date as "BirthDate",
      client.birth_time as "BirthTime",
      client.merged_into_id as "MergedIntoId"
    from
      clients client
    where
      client.client_id = any (${ids})
      and (${recordScope(user)})
    order by
      client.client_id
    for update of
      client
  `)
  const source = rows.find((row) => row.ClientId === sourceId)
  const target = rows.find((row) => row.ClientId === kept?.TargetId)
  if (!source || (kept && !target)) throw notFound()
  // read again behind the locks: another one may have undone it meanwhile
  return { source, target, merge: (await mergeOf(tx, source.ClientId)) ?? null }
}

/** The source is in use again, with the opening balance that it had. */
const revive = async (tx: Tx, merge: number): Promise<void> => {
  await tx.run(sql`
    update clients
    set
      merged_into_id = null,
      is_active = merging.was_active,
      row_version = row_version + 1
    from
      client_merges merging
    where
      merging.client_merge_id = ${merge}
      and client_id = merging.source_id
  `)
  await tx.run(sql`
    update clients
    set
      opening_balance = case
        when merging.opening_balance = 0 then clients.opening_balance
        else coalesce(clients.opening_balance, 0) - merging.opening_balance
      end,
      row_version = row_version + 1
    from
      client_merges merging
    where
      merging.client_merge_id = ${merge}
      and client_id = merging.target_id
  `)
}

/** Money of the one that pays a bill of the other. @throws 422 */
const refuseMixed = async (tx: Tx, { source, target }: { source: Client; target: Client }): Promise<void> => {
  const both = sql`array[${source.ClientId}, ${target.ClientId}]::int[]`
  const mixed = await tx.maybe<{ Reason: string }>(sql`
    select
      'Bill ' || coalesce(bill.invoice_no, bill.invoice_id::text) || ' has sales of both: cancel it first' as reason
    from
      sales sale
      join invoices bill using (invoice_id)
    where
      bill.buyer_id = any (${both})
      and sale.buyer_id = any (${both})
      and sale.buyer_id <> bill.buyer_id
      and not bill.is_cancelled
    union all
    select
      'Money of one of the two pays for the other since the merge: undo allocation ' || paid.allocation_id || ' first'
    from
      allocations paid
      left join transactions money_from on money_from.transaction_id = paid.from_transaction_id
      left join transactions money_to on money_to.transaction_id = paid.to_transaction_id
      left join invoices bill_from on bill_from.invoice_id = paid.from_invoice_id
      left join invoices bill_to on bill_to.invoice_id = paid.to_invoice_id
    where
      paid.party_id = any (${both})
      and paid.undone_at is null
      and paid.party_id <> any (
        array_remove(
          array[
            case money_from.kind
              when 'Receipt' then money_from.giver_id
              else money_from.receiver_id
            end,
            case money_to.kind
              when 'Receipt' then money_to.giver_id
              else money_to.receiver_id
            end,
            bill_from.buyer_id,
            bill_to.buyer_id
          ],
          null
        )
      )
    limit
      1
  `)
  if (mixed) throw refused(mixed.Reason)
  for (const { ClientId, Name } of [source, target]) {
    const opening = await tx.one<{ Balance: number; Settled: number }>(sql`
      select
        coalesce(opening_balance, 0) as balance,
        ${openingSettled(sql`client_id`)} as settled
      from
        clients
      where
        client_id = ${ClientId}
    `)
    if (opening.Settled > Math.abs(opening.Balance))
      throw refused(`More of the opening balance of ${Name} is settled than would be left: undo that allocation first`)
  }
}

type Sales = { readonly came: readonly number[]; readonly stay: readonly number[] }
/** Sales of the source now, and those that were made for the target since the merge. */
const salesOf = async (tx: Tx, merge: KeptMerge): Promise<Sales> => {
  const rows = await tx.rows<{ SaleId: number; IsBack: boolean }>(sql`
    select
      sale.sale_id,
      sale.patient_id = ${merge.SourceId} as is_back
    from
      sales sale
    where
      sale.patient_id = ${merge.SourceId}
      or sale.patient_id = ${merge.TargetId}
      and sale.base_sale_id is null
      and sale.created_at > ${merge.MergedOn}
    order by
      sale.sale_id
  `)
  const [came, stay] = [true, false].map((isBack) =>
    rows.filter(({ IsBack }) => IsBack === isBack).map(({ SaleId }) => SaleId),
  )
  return { came: came ?? [], stay: stay ?? [] }
}

export const undoMerge = bulkOf<Found, typeof body>({
  name: 'undo merge',
  permit: 'merge',
  ...mergeUndone,
  summary: 'Undo a wrong merge of two patients',
  body,
  records: found,
  permitted: ({ source, target }) => (target ? [source, target] : [source]),
  held: ({ source, target }) => [source, ...(target ? [target] : [])].map(({ ClientId }) => wholeOf(ClientId)),
  decide: ({ source, merge }) => mayUndo(merge, source.MergedIntoId !== null),
  run: async ({ tx, user, records, body: sent }) => {
    const { source, target, merge } = records
    if (!target || !merge) throw notFound()
    const [ids, reason] = [{ source: source.ClientId, target: target.ClientId }, sent.reason ?? '']
    await moveBack(tx, merge.ClientMergeId, ids)
    await revive(tx, merge.ClientMergeId)
    await bringAfter(tx, ids)
    await refuseMixed(tx, { source, target })
    await postUndo(tx, ids.source, ids.target)
    const { came, stay } = await salesOf(tx, merge)
    await tx.run(sql`
      update sales
      set
        patient_name = ${source.Name},
        row_version = row_version + 1
      where
        patient_id = ${ids.source}
    `)
    await tx.run(sql`
      update client_merges
      set
        undone_at = now(),
        undone_by_id = ${user.UserId},
        undo_reason = ${reason}
      where
        client_merge_id = ${merge.ClientMergeId}
    `)
    // age and sex of the one instead of the other: who judges by them does so again
    const said: string[] = []
    const besides: Record<string, unknown> = { CallsToMake: [] }
    const say: FollowContext['say'] = (what, more) => {
      said.push(what)
      Object.assign(besides, more)
    }
    await follow('clients', { tx, user, key: ids.source, before: target, after: source, action: 'undo merge', say })
    const changes: Entry['changes'] = { MergedIntoId: [ids.target, null] }
    const entry = { action: 'undo merge', remarks: reason, changes }
    await writeAudit(
      tx,
      user,
      ...[ids.source, ids.target].map((formId) => ({ module: 'clients', formId, ...entry })),
      ...came.map((formId) => ({ module: 'sales', formId, ...entry })),
    )
    await bumpVersion(tx, 'clients')
    const message = [undoneText(source, target, came.length, stay), ...said].join('. ')
    return { message, ClientId: ids.source, Stay: stay, ...besides }
  },
  announces: ['sales', 'samples', 'testreports', 'testresults'],
})

/** The merges into a client that can still be undone, the newest first. */
export const undoableMerges = routeOf({
  method: 'GET',
  ...mergesToUndo,
  access: 'role',
  scope: 'a client inside the scope of the user, with the permit merge',
  summary: 'Merges into a client that can be undone',
  query: { targetId: integer('Target', { required: 'targetId is missing' }) },
  handler: async (call) => {
    if (!mayByPermit(call.user, clients.id, 'merge')) throw notPermitted()
    return json(
      await call.db.read.rows<Undoable>(sql`
        select
          merging.source_id as "SourceId",
          source.name as "Source",
          merging.merged_at as "MergedOn",
          author.full_name as "MergedBy"
        from
          client_merges merging
          join clients client on client.client_id = merging.target_id
          join clients source on source.client_id = merging.source_id
          join users author on author.user_id = merging.merged_by_id
        where
          merging.target_id = ${call.query.targetId}
          and merging.undone_at is null
          and merging.merged_at > now() - make_interval(days => ${undoDays}::int)
          and client.merged_into_id is null
          and (${recordScope(call.user)})
        order by
          merging.client_merge_id desc
      `),
    )
  },
})
