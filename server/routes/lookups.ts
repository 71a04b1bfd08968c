// Look-ups of the platform: list items, modules, roles, client types, notifications, templates, widgets, statements,
// and search.
import { integer, text } from '../../core/model.ts'
import { entityType, entityTypes } from '../../core/user.ts'
import { sql } from '../db/db.ts'
import type { Statement } from '../read/statement.ts'
import type { ServerModule } from '../module.ts'
import { notFound } from '../refusal.ts'
import { json, type Route } from '../route.ts'

const buyers = [entityType.Lab, entityType.Patient, entityType.CollectionCentre, entityType.Institution]
/** Statements 9, 41, 600 and 700. */
export const lookupStatements: readonly Statement[] = [
  {
    id: 9,
    name: 'Notifications',
    passive: true,
    parameters: {},
    query: (_values, user) => sql`
      select
        notification_id as "NotificationId",
        creater as "Creater",
        created_on as "CreatedOn",
        subject as "Subject",
        content as "Content",
        path as "Path"
      from
        notifications
      where
        user_id = ${user.UserId}
        and dismissed_at is null
      order by
        notification_id desc
      limit
        100
    `,
  },
  {
    id: 41,
    name: 'Print templates',
    parameters: { ClientId: integer('Client'), Module: text('Module', { required: 'Module is missing' }) },
    query: (values) => sql`
      select
        template_id as "TemplateId",
        name as "Name",
        layout as "Layout"
      from
        print_templates
      where
        module_id = ${values['Module']}
        and (
          client_id is null
          or client_id = ${values['ClientId'] ?? null}
        )
      order by
        sequence,
        template_id
    `,
  },
  {
    id: 600,
    name: 'Widgets of the dashboard',
    parameters: {},
    query: (_values, user) => sql`
      select
        statement_id as "StatementId",
        target as "Target",
        source as "Source",
        widget_id as "WidgetId",
        label as "Label",
        query_parameters as "QueryParameters"
      from
        (
          select distinct
            on (target) *
          from
            (
              select
                w.statement_id,
                w.target,
                'U' as source,
                w.user_widget_id as widget_id,
                w.label,
                w.query_parameters,
                0 as rank
              from
                user_widgets w
              where
                w.user_id = ${user.UserId}
              union all
              select
                w.statement_id,
                w.target,
                null,
                w.widget_id,
                w.label,
                w.query_parameters,
                1
              from
                widgets w
              where
                w.role_id = ${user.RoleId}
                and w.entity_type_id = ${user.EntityTypeId}
            ) a
          order by
            target,
            rank
        ) b
      order by
        target
    `,
  },
]
const statementRows = (
  statements: ReadonlyMap<number, Statement>,
  user: { Permissions: readonly { ModuleId: string; Permit: string }[] },
) =>
  [...statements.values()]
    .filter(
      (s) =>
        s.widget &&
        (s.module === undefined || user.Permissions.some((p) => p.ModuleId === s.module && p.Permit === 'list')),
    )
    .map((s) => ({
      StatementId: s.id,
      Name: s.name,
      Parameters: Object.entries(s.parameters).map(([Name, f]) => ({
        Name,
        Label: f.label,
        Type: f.listId ? 'L' : f.kind === 'integer' || f.kind === 'number' ? 'N' : 'C',
        ListId: f.listId ?? null,
        Required: f.required !== undefined,
        Hint: f.hint ?? null,
      })),
    }))

const groups = ['Work', 'Laboratory', 'Accounts', 'People', 'Growth', 'Set-up'] as const
type ModuleRow = {
  ModuleId: string
  Name: string
  Icon: string
  SequenceNumber: number
  KeyFields: string
  SubModules: string[]
  ParentId: string | null
}
/** The modules as rows: groups first (ParentId null), then their modules. */
const moduleRows = (modules: readonly ServerModule[]): ModuleRow[] => {
  const leaves = modules
    .filter((m) => !m.model.hidden)
    .map((m): ModuleRow => ({
      ModuleId: m.model.id,
      Name: m.model.name,
      Icon: m.model.icon,
      SequenceNumber: m.model.sequence,
      KeyFields: m.model.key.join(','),
      SubModules: [],
      ParentId: m.model.group.toLowerCase(),
    }))
  return [
    ...groups.map((name, i): ModuleRow => ({
      ModuleId: name.toLowerCase(),
      Name: name,
      Icon: 'folder',
      SequenceNumber: i,
      KeyFields: '',
      SubModules: leaves.filter((l) => l.ParentId === name.toLowerCase()).map((l) => l.ModuleId),
      ParentId: null,
    })),
    ...leaves,
  ]
}

const everybody = 'the same rows for every signed-in user'
export const lookupRoutes = (modules: readonly ServerModule[], statements: ReadonlyMap<number, Statement>): Route[] => [
  {
    method: 'GET',
    path: 'listitems',
    access: 'role',
    scope: everybody,
    summary: 'Items of a list',
    query: { ListId: integer('List', { required: 'ListId is missing' }) },
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            list_item_id as "ListItemId",
            item_name as "ItemName",
            item_label as "ItemLabel",
            item_value as "ItemValue"
          from
            list_items
          where
            list_id = ${call.query['ListId']}
          order by
            sequence,
            list_item_id
        `),
      ),
  },
  {
    method: 'GET',
    path: 'clienttypes',
    access: 'role',
    scope: everybody,
    summary: 'Client types',
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            list_item_id as "ClientTypeId",
            item_label as "Name"
          from
            list_items
          where
            list_id = ${entityTypes.listId}
          order by
            list_item_id
        `),
      ),
  },
  {
    method: 'GET',
    path: 'buyertypes',
    access: 'role',
    scope: everybody,
    summary: 'Client types that buy',
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            list_item_id as "ClientTypeId",
            item_label as "Name"
          from
            list_items
          where
            list_id = ${entityTypes.listId}
            and list_item_id = any (${buyers})
          order by
            list_item_id
        `),
      ),
  },
  {
    method: 'GET',
    path: 'roles',
    access: 'role',
    scope: everybody,
    summary: 'Roles',
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            role_id as "RoleId",
            role_name as "RoleName",
            description as "Description"
          from
            roles
          order by
            role_id
        `),
      ),
  },
  {
    method: 'GET',
    path: 'querystatements',
    access: 'role',
    scope: 'statements of modules the role may list',
    summary: 'Statements for widgets',
    handler: async (call) => json(statementRows(statements, call.user)),
  },
  {
    method: 'GET',
    path: 'getdata/700',
    access: 'role',
    scope: 'statements of modules the role may list',
    summary: 'Statements for widgets',
    openQuery: true,
    handler: async (call) => json(statementRows(statements, call.user)),
  },
  {
    method: 'GET',
    path: 'modules',
    access: 'signed in',
    scope: everybody,
    summary: 'Modules',
    query: { ModuleId: text('Module'), ParentId: text('Parent') },
    handler: async (call) => modulesAnswer(moduleRows(modules), call.query),
  },
  {
    method: 'ACTION',
    path: 'dismiss/notification',
    access: 'role',
    scope: 'own notifications only',
    summary: 'Dismiss a notification',
    openBody: true,
    query: { NotificationId: integer('Notification') },
    handler: async (call) => {
      const id = Number(call.body['NotificationId'] ?? call.query['NotificationId'])
      const done = Number.isInteger(id)
        ? await call.db.transaction((tx) =>
            tx.run(sql`
              update notifications
              set
                dismissed_at = now()
              where
                notification_id = ${id}
                and user_id = ${call.user.UserId}
                and dismissed_at is null
            `),
          )
        : 0
      if (done === 0) throw notFound('This notification is no longer here')
      return json({ message: 'Notification dismissed' })
    },
  },
]
const modulesAnswer = (rows: ModuleRow[], query: Record<string, unknown>) => {
  if (query['ModuleId'] !== undefined) {
    const row = rows.find((r) => r.ModuleId === query['ModuleId'])
    if (!row) throw notFound()
    return json(row)
  }
  const parent = query['ParentId']
  return json(
    parent === undefined ? rows : rows.filter((r) => (parent === 'null' ? r.ParentId === null : r.ParentId === parent)),
  )
}
