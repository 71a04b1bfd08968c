// The routes of every module, made from its declaration: read, create, update, actions, locks and history.
import type { Shapes } from '../../core/answer/answer.ts'
import { historyOfRecord } from '../../core/answer/questions.ts'
import { boolean, integer, text, type DraftOf } from '../../core/model.ts'
import { writeAccess, writeAudit } from '../door/audit.ts'
import { raw, sql, type Sql } from '../db/db.ts'
import { sessions } from '../http/http.ts'
import { acquireLock, breakLock, giveUpOwn, releaseLock, releaseLocks } from '../door/lock.ts'
import type { Edited } from '../edited.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { Action, BulkAction, ServerModule } from '../module.ts'
import { actionsOf, held, mayByPermit, requirePermit } from '../door/permission.ts'
import { notFound, notPermitted } from '../refusal.ts'
import { json, routeOf, type Answer, type Call, type Route } from '../route.ts'
import { loadInScope } from '../door/stored.ts'
import { objectOf } from '../table/shown.ts'
import { runAction, runBulk } from '../door/act.ts'
import { keyInBody } from '../door/asked/address.ts'
import { keyOf } from '../door/sent.ts'
import { saveRecord } from '../door/save.ts'
import type { Meta, Saved } from '../door/once.ts'
import { askedOf, seenEntry, seenOf, type HistoryEntry } from '../read/seen.ts'
import { entityType, role } from '../../core/user.ts'

export const metaOf = (call: Call): Meta => ({
  user: call.user,
  idempotencyKey: call.idempotencyKey,
  ifMatch: call.ifMatch,
  tab: call.tab,
})

/** A record for its screen: nested objects, RowVersion and allowed actions. */
const readRecord = async (call: Call, module: ServerModule, key: number): Promise<Loaded> => {
  const session = sessions.get(call)
  const own = session !== undefined && module.own?.is(session.row.UserId, key) === true
  if (!call.user) {
    const record = own ? await call.db.read.maybe<Loaded>(module.read(key, call.user)) : undefined
    if (!record) throw notPermitted('Choose a role and an entity first')
    return { ...record, Actions: {} }
  }
  if (!own) requirePermit(call.user, module.model.id, 'read')
  const record = await loadInScope(call.db.read, module, key, call.user)
  if (!own && !mayByPermit(call.user, module.model.id, 'read', record)) throw notPermitted()
  if (module.isWatched) await call.db.transaction((tx) => writeAccess(tx, call.user, 'read', module.model.id, key))
  return { ...seenOf(module.model.fields, record, call.user), Actions: actionsOf(module, record, call.user) }
}

/** What an act on one record answers besides: its key, and its new version. */
const keyOfRecord = ({ model: { key } }: ServerModule): Shapes => ({
  ...(key[0] && { [key[0]]: 'integer' }),
  RowVersion: 'integer',
})

/** A record as it is read: any field may be hidden from who reads it. */
const recordShape = (module: ServerModule): Shapes => ({
  // one's own account is also read before a role is chosen: it has no version then
  ...(module.own ? { UserId: 'integer', 'RowVersion?': 'integer' } : keyOfRecord(module)),
  ...Object.fromEntries(
    Object.entries(module.model.fields).flatMap(([name, field]) =>
      name === module.model.key[0] ? [] : [[`${name}?`, field]],
    ),
  ),
  Actions: 'json',
})
/** What a save answers. */
const savedShape = (module: ServerModule): Shapes => ({ message: 'text', ...keyOfRecord(module) })

/** The key in the address of an act; undefined where its body has it. */
const keyInPath = ({ key }: { readonly key?: string }): string | undefined => key

const actionRoute = (module: ServerModule, action: Action | BulkAction): Route => ({
  method: (action.kind === 'bulk' ? action.method : undefined) ?? 'ACTION',
  path: action.path.replace('{key}', ':key'),
  access: { module: module.model.id, permit: action.permit },
  scope: 'its records, inside the scope of the module',
  summary: action.summary,
  ...(action.body ? { body: action.body } : {}),
  ...(action.answers
    ? { answers: { ...(action.kind === 'record' ? keyOfRecord(module) : {}), ...action.answers } }
    : {}),
  // an action on one record may name it in the query, and its screen sends the record in the body
  ...(action.kind === 'record' ? { openBody: true, openQuery: true } : {}),
  handler: async (call) => {
    if (action.kind === 'bulk')
      return answered(await runBulk(call.db, module, action, call.body, metaOf(call)), call.requestId)
    const body: Loaded = { ...call.query, ...call.body }
    const key = keyInBody(module, action, body, keyInPath(call.params))
    return answered(await runAction(call.db, module, action, key, body, metaOf(call)), call.requestId)
  },
})
/** A refusal that stored corrections has the request's id like any other. */
const answered = ({ json: answer, status }: Saved, requestId: string): Answer =>
  json(status === 422 ? { ...answer, requestId } : answer, status)

const moduleRoutes = (module: ServerModule): Route[] => {
  const { id } = module.model
  const bodyLimit = module.bodyLimit ?? 1_048_576
  const routes: Route[] = [
    routeOf({
      method: 'GET',
      path: `${id}/:key`,
      access: module.own ? 'signed in' : { module: id, permit: 'read' },
      scope: 'one record inside the scope of the module',
      summary: `Read one of ${module.model.name}`,
      answers: recordShape(module),
      handler: async (call) => json(await readRecord(call, module, keyOf(call.params.key))),
    }),
  ]
  if (module.save && module.model.notEntered === undefined) {
    routes.push({
      method: 'POST',
      path: `${id}/`,
      access: { module: id, permit: 'create' },
      scope: 'the saved record must be inside the scope',
      summary: `Create in ${module.model.name}`,
      body: module.model.fields,
      answers: savedShape(module),
      openBody: true,
      bodyLimit,
      handler: async (call) => {
        const s = await saveRecord(call.db, module, null, call.body, metaOf(call))
        return json(s.json, s.status)
      },
    })
  }
  if (module.save || module.own) {
    routes.push(
      routeOf({
        method: 'PUT',
        path: `${id}/:key`,
        access: module.own ? 'signed in' : { module: id, permit: 'update' },
        scope: 'one record inside the scope of the module',
        summary: `Update one of ${module.model.name}`,
        body: module.model.fields,
        // one's own account is saved by words of its own
        ...(module.own ? {} : { answers: savedShape(module) }),
        openBody: true,
        bodyLimit,
        handler: async (call) => {
          const key = keyOf(call.params.key)
          if (module.own?.isSave(call.body)) return json(await module.own.save(call, key))
          if (!call.user) throw notPermitted('Choose a role and an entity first')
          requirePermit(call.user, id, 'update')
          const s = await saveRecord(call.db, module, key, call.body, metaOf(call))
          return json(s.json, s.status)
        },
      }),
    )
  }
  return [...(module.routes ?? []), ...(module.actions ?? []).map((action) => actionRoute(module, action)), ...routes]
}

const lockBody = {
  ModuleId: text('Module'),
  FormId: integer('Form'),
  /** For a module whose records are edited by parts: a worksheet of results. */
  Part: integer('Part'),
  Break: boolean('Break'),
  TakeOver: boolean('Take over one’s own lock'),
}

type Locked = DraftOf<typeof lockBody>
/** The edited record, also of a module that no longer exists. */
const editedOf = (modules: ReadonlyMap<string, ServerModule>, { ModuleId, FormId, Part }: Locked): Edited => {
  const isByParts = modules.get(String(ModuleId))?.isEditedByParts === true
  return { formId: keyOf(FormId), part: isByParts && Part != null ? keyOf(Part) : 0 }
}
const lockTarget = (
  modules: ReadonlyMap<string, ServerModule>,
  sent: Locked,
): { module: ServerModule; key: number; edited: Edited } => {
  const module = modules.get(String(sent.ModuleId))
  if (!module) throw notFound()
  const edited = editedOf(modules, sent)
  return { module, key: edited.formId, edited }
}

const lockRoutes = (modules: ReadonlyMap<string, ServerModule>): Route[] => [
  routeOf({
    method: 'POST',
    path: 'locks/',
    access: 'role',
    scope: 'a record that the user may update',
    summary: 'Acquire or renew a lock',
    body: lockBody,
    handler: async (call) => {
      const { module, key, edited } = lockTarget(modules, call.body)
      requirePermit(call.user, module.model.id, 'update')
      const done = await call.db.transaction(async (tx) => {
        const record = await loadInScope(tx, module, key, call.user)
        if (!mayByPermit(call.user, module.model.id, 'update', record)) throw notPermitted()
        if (call.body.Break === true) {
          if (call.user.RoleId !== role.Administrator) throw notPermitted('Only an administrator may break a lock')
          await breakLock(tx, module.model.id, key)
          await writeAudit(tx, call.user, { module: module.model.id, formId: key, action: 'lock broken' })
        }
        if (call.body.TakeOver === true) await giveUpOwn(tx, call.user, module.model.id, key)
        return acquireLock(tx, call.user, module.model.id, edited, call.tab)
      })
      // a tab renews automatically, even without its user
      return { ...json({ message: 'Locked' }), passive: done === 'renewed' }
    },
  }),
  routeOf({
    method: 'DELETE',
    path: 'locks/',
    access: 'signed in',
    scope: 'locks of this session only',
    summary: 'Release one lock, or all of the session',
    body: lockBody,
    query: { ModuleId: text('Module'), FormId: integer('Form'), Part: integer('Part') },
    handler: async (call) => {
      const sent = { ...call.query, ...call.body }
      await call.db.transaction(async (tx) => {
        if (sent.ModuleId !== undefined && call.user)
          await releaseLock(tx, call.user, String(sent.ModuleId), editedOf(modules, sent), call.tab)
        else if (call.token) await releaseLocks(tx, (await import('../session/session.ts')).hashToken(call.token))
      })
      return json({ message: 'Released' })
    },
  }),
]

/** Another organisation sees only its own users' entries of a record's history. */
const ownAlone = (user: Caller): Sql =>
  user.EntityTypeId === entityType.ExternalLab ? sql`audit.entity_id = any (${[...user.Clients]})` : sql`true`

const historyRoute = (modules: ReadonlyMap<string, ServerModule>): Route => ({
  method: 'GET',
  ...historyOfRecord,
  access: 'role',
  scope: 'one record that the user may read',
  summary: 'History of a record',
  query: {
    ModuleId: text('Module', { required: 'ModuleId is missing' }),
    FormId: integer('Form', { required: 'FormId is missing' }),
  },
  handler: async (call) => {
    const { module, key } = lockTarget(modules, call.query)
    requirePermit(call.user, module.model.id, 'read')
    const { fields } = module.model
    const names = askedOf(fields, call.user)
    // a criteria of `read` is about the record itself, and so may be the conditions of hidden fields; parties are
    // columns of its row and are read with it
    const isAsked =
      !names.every((name) => fields[name]?.kind === 'reference') ||
      !held(call.user, module.model.id, 'read').some((entry) => !entry.Criteria)
    const record = isAsked ? await loadInScope(call.db.read, module, key, call.user) : undefined
    if (record && !mayByPermit(call.user, module.model.id, 'read', record)) throw notPermitted()
    const row = raw(module.alias)
    const found = await call.db.read.maybe<{ History: HistoryEntry[]; Parties: Loaded | null }>(sql`
      select
        (
          select
            coalesce(json_agg(h), '[]')
          from
            (
              select
                audit.action as "Action",
                audit.at as "CreatedOn",
                audit.remarks as "Remarks",
                entity.name as "Entity",
                audit.changes as "Changes",
                json_build_object('UserId', who.user_id, 'UserName', who.user_name, 'FullName', who.full_name) as "User"
              from
                audit audit
                join users who on who.user_id = audit.user_id
                left join clients entity on entity.client_id = audit.entity_id
              where
                audit.module_id = ${module.model.opens ?? module.model.id}
                and audit.form_id = ${key}
                and ${ownAlone(call.user)}
              order by
                audit.audit_id desc
              limit
                500
            ) h
        ) as history,
        ${isAsked || names.length === 0 ? sql`null` : objectOf(module.alias, names)} as parties
      from
        ${raw(module.table)} ${row}
      where
        ${row}.${raw(module.keyColumn)} = ${key}
        and (${module.scope(call.user)})
    `)
    if (!found) throw notFound()
    await module.discloses?.(call.db, call.user, key, 'history')
    return json(found.History.map((entry) => seenEntry(fields, entry, call.user, record ?? found.Parties ?? {})))
  },
})

/** All routes made from the modules. */
export const recordRoutes = (modules: readonly ServerModule[]): Route[] => {
  const byId = new Map(modules.map((module) => [module.model.id, module]))
  return [...lockRoutes(byId), historyRoute(byId), ...modules.flatMap(moduleRoutes)]
}
