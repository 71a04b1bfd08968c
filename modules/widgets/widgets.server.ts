// Standard widgets on the server: of the network's own roles, changed by those who change shared records.
import { sql } from '../../server/db/db.ts'
import { moduleOf } from '../../server/module.ts'
import { equals } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { saveShared, sharedOf } from '../lists/keepers.server.ts'
import { queryName, refuseQuery } from './query.server.ts'
import { widgets } from './widgets.model.ts'

const place = { model: widgets, table: 'widgets', alias: 'w', keyColumn: 'widget_id' }

const list = listOf(widgets, {
  ...recordsOf(place),
  sort: 'RoleId',
  columns: [
    'WidgetId',
    { Role: 'r.role_name', EntityType: 't.item_label' },
    'Target',
    'Label',
    { Query: queryName('w.statement_id') },
    'RoleId',
    'EntityTypeId',
    'StatementId',
  ],
  names: sql`
    join roles r on r.role_id = w.role_id
    left join list_items t on t.list_item_id = w.entity_type_id
  `,
  filters: {
    RoleId: equals('w.role_id'),
    EntityTypeId: equals('w.entity_type_id'),
    Target: equals('w.target'),
    // the widgets of the roles that a sales manager holds
    SalesManagerId: (value: number) => sql`
      w.role_id in (
        select
          x.role_id
        from
          user_roles x
        where
          x.user_id = ${value}
      )
    `,
    // those whose query has this status
    ReferralStatus: (value: number) => sql`w.query_parameters::jsonb ->> 'ReferralStatus' = ${String(value)}`,
  },
  scope: () => sql`true`,
})

export const widgetsServer = moduleOf(widgets, {
  ...sharedOf(place),
  save: async (context) => {
    refuseQuery(context.user, { ...context.before, ...context.record })
    return saveShared(place, context)
  },
  statements: [{ id: 1021, name: 'Widgets', module: 'widgets', parameters: {}, list }],
})
