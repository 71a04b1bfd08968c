// Look-ups of the platform that everybody reads alike: list items, roles, client types, print templates; and with them
// modules, widgets and notifications.
import { integer, text } from '../../core/model.ts'
import { entityType, entityTypes } from '../../core/user.ts'
import { sql } from '../db/db.ts'
import type { ServerModule } from '../module.ts'
import type { Statement } from '../read/statement.ts'
import { json, type Route } from '../route.ts'
import { moduleRoute } from './module-rows.ts'
import { dismissNotification, notifications } from './notifications.ts'
import { dashboardWidgets, widgetRoutes } from './widgets.ts'

const buyers = [entityType.Lab, entityType.Patient, entityType.CollectionCentre, entityType.Institution]
const printTemplates: Statement = {
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
}
/** Statements 9, 41 and 600. */
export const lookupStatements: readonly Statement[] = [notifications, printTemplates, dashboardWidgets]

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
  ...widgetRoutes(statements),
  moduleRoute(modules),
  dismissNotification,
]
