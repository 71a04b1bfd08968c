// A widget: its query and its place on the dashboard of a role at a type of entity.
import type { AddressOf } from '../../core/answer/answer.ts'
import type { queryStatements, widgetStatements } from '../../core/answer/questions.ts'
import { choice, defineModel, integer, multiline, object, oneOf, reference, served, text } from '../../core/model.ts'
import { clientTypes } from '../lists/items.model.ts'

/** Places of a dashboard: four tiles above four tables. */
export const places = ['B1', 'B2', 'B3', 'B4', 'T1', 'T2', 'T3', 'T4'] as const
export const targets = places.map((place) => [place, place] as const)
/** Queries that the signed-in user may run. */
export const queryOf = ({ path }: AddressOf<typeof queryStatements | typeof widgetStatements>) =>
  served('Query', { path: `/api/${path}`, value: 'StatementId', label: 'Name' }, { required: 'Query is required' })

/** Queries that a standard widget may show, with their parameters. */
export const queries: AddressOf<typeof queryStatements> = { path: 'querystatements' }
export const widgetFields = {
  WidgetId: integer('Widget Id', { computed: true }),
  RoleId: reference('Role', 'role', { required: 'Role is required', names: 'Role' }),
  Role: object('Role', { RoleId: integer('Id'), RoleName: text('Role') }),
  EntityTypeId: choice('Entity Type', clientTypes, { required: 'Entity Type is required' }),
  Target: oneOf('Target', targets, { required: 'Target is required' }),
  Label: text('Label', { maxLength: 120 }),
  StatementId: queryOf(queries),
  QueryParameters: multiline('Query Parameters', { maxLength: 2000 }),
}
export const widgets = defineModel({
  id: 'widgets',
  name: 'Widgets',
  singular: 'Widget',
  icon: 'layout-dashboard',
  group: 'Set-up',
  sequence: 95,
  key: ['WidgetId'],
  statementId: 1021,
  fields: widgetFields,
  list: [
    'WidgetId',
    { Role: 'text?', EntityType: 'text?' },
    'Target',
    'Label',
    { Query: 'text?' },
    'RoleId',
    'EntityTypeId',
    'StatementId',
  ],
  filters: {
    RoleId: reference('Role', 'role'),
    EntityTypeId: choice('Entity Type', clientTypes),
    Target: oneOf('Target', targets),
    SalesManagerId: reference('Sales Manager', 'salesmanager'),
    ReferralStatus: choice('Referral Status', 125),
  },
  permits: ['list', 'read', 'create', 'update'],
})
