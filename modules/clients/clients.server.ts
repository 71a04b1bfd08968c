// Clients on the server: patients and doctors are saved by the front desk, organisations by administrators.
import { clientsFound } from '../../core/answer/questions.ts'
import { errorsOf, no, yes, type Decision } from '../../core/refusal.ts'
import { isPrivileged, role } from '../../core/user.ts'
import { now } from '../../server/clock.ts'
import { raw, sql, type Tx, type Sql } from '../../server/db/db.ts'
import type { Caller, Loaded } from '../../server/caller.ts'
import { agreed } from '../../server/door/second.ts'
import { moduleOf, type SaveContext, type ServerModule } from '../../server/module.ts'
import { conflict, invalid, notPermitted } from '../../server/refusal.ts'
import { json, type Route } from '../../server/route.ts'
import { seenOf } from '../../server/read/seen.ts'
import { withPictures } from '../../server/session/picture.ts'
import { bumpVersion } from '../../server/session/session.ts'
import { fieldColumns, insertRecord, updateRecord } from '../../server/table/table.ts'
import { readParameters } from '../../server/read/statement.ts'
import {
  checkClosing,
  clientErrors,
  fromAge,
  hiddenFields,
  keptByAll,
  mayGiveCare,
  parentOf,
  picksParent,
  restrictedFields,
} from './clients.rules.ts'
import { clientFields, clients, type ClientDraft } from './clients.model.ts'
import { isNetworkAdministrator } from '../users/first.server.ts'
import { clientLists, recordScope } from './list.server.ts'
import { clientParameters } from './by-name.server.ts'
import { clientStatements, simpleClients } from './lookups.server.ts'
import { clientPicks } from './picks.server.ts'
import { typeRoutes } from './types.server.ts'
import { mayBeMerged } from './acts/merge.rules.ts'
import { mergeClients, mergePreview } from './acts/merge.server.ts'
import { undoableMerges, undoMerge } from './acts/moves/undo.server.ts'
import { askToReopen, confirmReopening } from './acts/reopen.server.ts'
import { registerClient } from './acts/register.server.ts'
import { userNameRoute } from './acts/user-name.server.ts'
import { keepsBooks } from './acts/books.server.ts'
import { freeLock } from '../ledger/hold.server.ts'
import { settleOpening } from './acts/opening.server.ts'
import { clientType } from '../lists/items.model.ts'

const { Age: _age, UserName: _user, ...storedFields } = clientFields
const named = (alias: string): Sql => {
  const place = raw(alias)
  return sql`
    case
      when ${place}.client_id is not null then json_build_object(
        'ClientId',
        ${place}.client_id,
        'Name',
        ${place}.name
      )
    end
  `
}

const readClient = (key: number): Sql => sql`
  select
    client.client_id as "ClientId",
    ${fieldColumns(storedFields, 'client')},
    age_years (client.birth_date, now()) as "Age",
    coalesce(client.mobile_phone, client.work_phone, client.home_phone) as "Phone",
    client.merged_into_id as "MergedIntoId",
    json_build_object('ItemLabel', type.item_label) as "ClientType",
    ${named('parent')} as "ParentClient",
    ${named('entity')} as "LegalEntity",
    ${named('consignee')} as "Consignee",
    ${named('courier')} as "Courier",
    case
      when manager.user_id is not null then json_build_object('UserId', manager.user_id, 'FullName', manager.full_name)
    end as "SalesManager",
    (
      select
        user_name
      from
        users person
      where
        person.client_id = client.client_id
      limit
        1
    ) as "UserName"
  from
    clients client
    left join list_items type on type.list_item_id = client.client_type_id
    left join clients parent on parent.client_id = client.parent_id
    left join clients entity on entity.client_id = client.legal_entity_id
    left join clients consignee on consignee.client_id = client.consignee_id
    left join clients courier on courier.client_id = client.courier_id
    left join users manager on manager.user_id = client.sales_manager_id
  where
    client.client_id = ${key}
    and client.merged_into_id is null
`

const mergedInto = async (tx: Tx, key: number): Promise<string | undefined> => {
  const merged = await tx.maybe<{ ClientId: number; Name: string }>(sql`
    select
      kept.client_id,
      kept.name
    from
      clients client
      join clients kept on kept.client_id = client.merged_into_id
    where
      client.client_id = ${key}
  `)
  return merged && `Merged into ${merged.ClientId}: ${merged.Name}`
}

/** A prefix is of one place for ever; one that is sent as it was is no choice. @throws 409, 400 */
const checkUnique = async (tx: Tx, record: ClientDraft, key: number | null, present: string | null): Promise<void> => {
  const prefix = record.BillPrefix
  if (typeof prefix !== 'string' || prefix === present) return
  if (
    await tx.maybe(sql`
      select
        1
      from
        clients
      where
        bill_prefix = ${prefix}
        and client_id is distinct from ${key}
    `)
  )
    throw conflict(`Bill prefix ${prefix} is taken`)
  if (
    await tx.maybe(sql`
      select
        1
      from
        invoices
      where
        invoice_no like ${`${prefix}/%`}
        and seller_id is distinct from ${key}
      limit
        1
    `)
  )
    throw invalid({ BillPrefix: [`Another place has numbered invoices with ${prefix}. Choose another prefix`] })
}

type Save = SaveContext<typeof clientFields>

/** What a new client gets besides the sent values: by its type, and by the user who adds it. */
const begunAs = (type: number, record: ClientDraft, user: Caller): ClientDraft => {
  const privileged = isPrivileged(user)
  if (!privileged)
    for (const name of restrictedFields)
      if (name !== 'CanRefer' && record[name] !== undefined && record[name] !== null)
        throw notPermitted(`You may not set ${clientFields[name].label}`)
  const refers = type === clientType.Referrer
  return {
    IsActive: record.IsActive ?? true,
    CanRefer: privileged ? (record.CanRefer ?? refers) : refers,
    // a doctor whom a desk adds gets no discount until role id 2 or lower agrees on one
    ...(type === clientType.Doctor && !privileged && { MaxDiscountForReferral: 0 }),
    // a doctor is brought in by a sales manager, or given one by those who may
    ...(type === clientType.Doctor && user.RoleId === role.SalesManager && { SalesManagerId: user.UserId }),
    ...((!picksParent(type, user) || record.ParentId === undefined) && { ParentId: parentOf(type, user) }),
  }
}

/** A parent that follows from the type cannot be changed; a missing one is reported with the other missing fields. */
const refuseParent = (type: number, { record, before, user }: Save): void => {
  if (record.ParentId === undefined || record.ParentId === before?.ParentId || picksParent(type, user)) return
  const isMissing = record.ParentId === null && clientErrors({ ClientTypeId: type }, user.RoleId).ParentId !== undefined
  if (!isMissing) throw notPermitted('You may not change Parent')
}

/** Sets the birth date from an entered age, and empties what the type does not show. */
const settled = (type: number, sent: ClientDraft, before: Save['before']): ClientDraft => {
  const typed = { ...sent }
  if ((typed.BirthDate ?? null) === null) {
    if (typeof typed.Age === 'number' && typed.Age !== before?.Age) Object.assign(typed, fromAge(typed.Age, new Date()))
  } else if (typed.IsActualBirthDay === undefined) typed.IsActualBirthDay = true
  for (const name of hiddenFields(type, { ...before, ...typed })) if (typed[name] !== undefined) typed[name] = null
  for (const name of ['EmailStatements', 'EmailReports', 'GivesCare', 'AutoDispatch', 'CanRefer', 'IsActive'] as const)
    if (typed[name] === null) typed[name] = name === 'IsActive'
  return typed
}

const mayKeepClient = ({ ClientTypeId }: { readonly ClientTypeId: number | null }, user: Caller): Decision =>
  isPrivileged(user) || keptByAll(ClientTypeId) ? yes : no('Your role may add and change patients and doctors only')

const refuseType = async (type: number, { tx, user, before, key }: Save): Promise<void> => {
  if (!isPrivileged(user) && !keptByAll(type))
    throw notPermitted('Your role may add and change patients and doctors only')
  if (before && type !== before.ClientTypeId) throw invalid({ ClientTypeId: ['The client type cannot be changed'] })
  if (key !== null || type !== clientType.LegalEntity) return
  const { May } = await tx.one<{ May: boolean }>(sql`
    select
      ${isNetworkAdministrator(user)} as may
  `)
  if (!May) throw notPermitted('Only the administrator of the network may add a legal entity')
}

const saveClient = async (context: Save): Promise<number> => {
  const { tx, user, record, before, key } = context
  const type = record.ClientTypeId ?? before?.ClientTypeId ?? 0
  await refuseType(type, context)
  if (key !== null) refuseParent(type, context)
  const sent = { ...record, ...(key === null && begunAs(type, record, user)) }
  const typed = await withPictures(settled(type, sent, before), before, ['Logo'])
  const required = await tx.maybe<{ Value: boolean }>(sql`
    select
      value
    from
      settings
    where
      name = 'patientPhoneRequired'
  `)
  const closing =
    typed.BooksClosedTill === undefined
      ? yes
      : checkClosing(typed.BooksClosedTill, before?.BooksClosedTill ?? null, now())
  await keepsBooks(tx, user, typed, before)
  const errors = {
    ...clientErrors({ ...before, ...typed }, user.RoleId, required?.Value === true),
    ...errorsOf(closing),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  agreed(user, mayGiveCare(before?.GivesCare === true, { ...before, ...typed }.GivesCare === true))
  await checkUnique(tx, typed, key, before?.BillPrefix ?? null)
  const id = key ?? (await insertRecord(tx, 'clients', 'client_id', storedFields, typed, { CreatedBy: user.UserId }))
  if (key !== null) await updateRecord(tx, 'clients', 'client_id', key, storedFields, typed)
  await settleOpening(tx, user, id, before?.OpeningBalance ?? 0, typed.OpeningBalance)
  // each sale of the patient stores the name too, and lists search there
  if (key !== null && type === clientType.Patient && typed.Name !== undefined && typed.Name !== before?.Name)
    await tx.run(sql`
      update sales
      set
        patient_name = ${typed.Name}
      where
        patient_id = ${key}
    `)
  if (!keptByAll(type)) await bumpVersion(tx, 'clients')
  return id
}

const routes: readonly Route[] = [
  ...typeRoutes,
  mergePreview,
  undoableMerges,
  userNameRoute,
  {
    method: 'GET',
    ...clientsFound,
    access: 'role',
    scope: 'clients inside the entity and the employer',
    summary: 'Clients by type, legal entity or key',
    openQuery: true,
    handler: async (call) => {
      const rows = await call.db.replica.rows<Loaded>(
        simpleClients(readParameters(clientParameters, call.query), call.user),
      )
      return json(rows.map((row) => seenOf(clientFields, row, call.user)))
    },
  },
]

type Clients = ServerModule<typeof clientFields>
/** A client at the address of any list that shows it. */
export const clientRecord: Pick<
  Clients,
  'table' | 'alias' | 'keyColumn' | 'read' | 'gone' | 'restricted' | 'mayKeepFiles' | 'decide'
> = {
  table: 'clients',
  alias: 'client',
  keyColumn: 'client_id',
  read: readClient,
  gone: mergedInto,
  restricted: (user) => (isPrivileged(user) ? [] : restrictedFields),
  decide: { update: mayKeepClient, merge: mayBeMerged },
  mayKeepFiles: mayKeepClient,
}

export const clientsServer = moduleOf(clients, {
  ...clientRecord,
  scope: recordScope,
  picks: clientPicks,
  save: saveClient,
  // as an allocation does, which puts money on an opening balance
  locksFirst: (key, { OpeningBalance }) =>
    OpeningBalance === undefined
      ? []
      : [
          freeLock(sql`
            select
              ${key}::int
          `),
        ],
  actions: [mergeClients, undoMerge, registerClient, askToReopen, confirmReopening],
  routes,
  statements: [...clientLists, ...clientStatements],
})
