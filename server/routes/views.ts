// Named views of a list: the user's own, and those that a manager saves for a role.
import { integer, json as jsonField, text } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import { isPrivileged } from '../../core/user.ts'
import { sql } from '../db/db.ts'
import { requirePermit } from '../door/permission.ts'
import { invalid, notFound, notPermitted, refused } from '../refusal.ts'
import { json, routeOf, type Route } from '../route.ts'
import { shown } from '../table/shown.ts'
import { keyOf } from '../door/sent.ts'
import { viewDeleted, viewSaved, viewsOfList } from '../../core/answer/questions.ts'

/** Most views of one user or one role, for one list. */
const mostViews = 30
const largestView = 16_384

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 200
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
/** The parts of a view, as in the address of a list. */
const parts: Readonly<Record<string, (value: unknown) => boolean>> = {
  filter: (value) =>
    isObject(value) &&
    Object.values(value).every(
      (one) =>
        one === null ||
        ['string', 'number', 'boolean'].includes(typeof one) ||
        (Array.isArray(one) && one.every((key) => ['string', 'number'].includes(typeof key))),
    ),
  names: (value) => isObject(value) && Object.values(value).every((one) => isText(one) || isTexts(one)),
  sort: isText,
  page: (value) => Number.isInteger(value) && Number(value) > 0,
  columns: isTexts,
}
/** Why a value is not a view of a list; undefined when it is. */
const wrongIn = (view: unknown): string | undefined => {
  if (!isObject(view)) return 'A view is an object'
  const wrong = Object.entries(view).find(([name, value]) => !(Object.hasOwn(parts, name) && parts[name]?.(value)))
  return wrong && `A view cannot have this "${wrong[0].slice(0, 60)}"`
}

const list = routeOf({
  method: 'GET',
  path: 'listviews/:moduleId',
  answers: viewsOfList.answers,
  access: 'role',
  scope: 'the own views and those of the role',
  summary: 'Saved views of a list',
  handler: async (call) => {
    requirePermit(call.user, call.params.moduleId, 'list')
    const rows = await call.db.read.rows(sql`
      select
        ${shown('list_views', ['ListViewId', 'Name', 'RoleId', 'View'])}
      from
        list_views
      where
        module_id = ${call.params.moduleId}
        and (
          user_id = ${call.user.UserId}
          or (
            role_id = ${call.user.RoleId}
            and employer_id = ${call.user.EmployerId}
          )
        )
      order by
        role_id nulls first,
        lower(name)
    `)
    return json(rows)
  },
})

const save = routeOf({
  method: 'POST',
  ...viewSaved,
  access: 'role',
  scope: 'the signed-in user, or a role for role id 2 or lower',
  summary: 'Save a view of a list under a name, replacing an earlier one of that name',
  body: {
    ModuleId: text('Module', { required: 'Module is required', maxLength: 40 }),
    Name: text('Name', { required: 'Name is required', maxLength: 60 }),
    RoleId: integer('Role'),
    View: jsonField('View', { required: 'View is required' }),
  },
  handler: async (call) => {
    const { ModuleId, Name, RoleId = null, View } = call.body
    const { user } = call
    requirePermit(user, ModuleId ?? '', 'list')
    if (RoleId !== null && !isPrivileged(user)) throw notPermitted('Only a manager can save views for a role')
    const view = JSON.stringify(View)
    const wrong = wrongIn(View)
    if (wrong !== undefined) throw invalid({ View: [wrong] })
    if (RoleId !== null && user.EmployerId === null)
      throw refused('You cannot save a view for a role: your user has no employer')
    if (Buffer.byteLength(view) > largestView) throw invalid({ View: ['A view can have 16 KB at most'] })
    const name = (Name ?? '').trim()
    if (name === '') throw invalid({ Name: ['Name is required'] })
    return call.db.transaction(async (tx) => {
      // in sequence, so that the count is exact
      await tx.run(sql`
        select
          1
        from
          users
        where
          user_id = ${user.UserId}
        for update
      `)
      const whose =
        RoleId === null
          ? sql`user_id = ${user.UserId}`
          : sql`
              (
                role_id = ${RoleId}
                and employer_id = ${user.EmployerId}
              )
            `
      await tx.run(sql`
        delete from list_views
        where
          module_id = ${ModuleId}
          and ${whose}
          and lower(name) = ${name.toLowerCase()}
      `)
      const { Kept } = await tx.one<{ Kept: number }>(sql`
        select
          count(*)::int as kept
        from
          list_views
        where
          module_id = ${ModuleId}
          and ${whose}
      `)
      if (Kept >= mostViews) throw refused(`You already have ${mostViews} views of this list. Delete one first`)
      const saved = await tx.one<{ Id: number }>(sql`
        insert into
          list_views (module_id, name, user_id, role_id, employer_id, view)
        values
          (
            ${ModuleId},
            ${name},
            ${RoleId === null ? user.UserId : null},
            ${RoleId},
            ${RoleId === null ? null : user.EmployerId},
            ${view}::jsonb
          )
        returning
          list_view_id as id
      `)
      return json({ message: 'View saved', ListViewId: saved.Id }, 201)
    })
  },
})

const remove = routeOf({
  method: 'DELETE',
  path: 'listviews/:key',
  answers: viewDeleted.answers,
  access: 'role',
  scope: 'the own views, and those of roles for role id 2 or lower',
  summary: 'Delete a view of a list',
  handler: async (call) => {
    const gone = await call.db.transaction((tx) =>
      tx.run(sql`
        delete from list_views
        where
          list_view_id = ${keyOf(call.params.key)}
          and (
            user_id = ${call.user.UserId}
            or (
              role_id is not null
              and employer_id = ${call.user.EmployerId}
              and ${isPrivileged(call.user)}
            )
          )
      `),
    )
    if (gone === 0) throw notFound()
    return json({ message: 'View deleted' })
  },
})

export const viewRoutes: readonly Route[] = [list, save, remove]
