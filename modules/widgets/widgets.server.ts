// Standard widgets on the server: of the network's own roles, changed by those who change shared records.
import { sql } from '../../server/db/db.ts'
import { moduleOf } from '../../server/module.ts'
import { equals } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { saveShared, sharedOf } from '../lists/keepers.server.ts'
import { queryName, refuseQuery } from './query.server.ts'
import { sumThePlaces } from './sums/kept.server.ts'
import { widgets } from './widgets.model.ts'

const place = { model: widgets, table: 'widgets', alias: 'widget', keyColumn: 'widget_id' }

const list = listOf(widgets, {
  ...recordsOf(place),
  sort: 'RoleId',
  columns: { Role: 'role.role_name', EntityType: 'type.item_label', Query: queryName('widget.statement_id') },
  names: sql`
    join roles role on role.role_id = widget.role_id
    left join list_items type on type.list_item_id = widget.entity_type_id
  `,
  filters: {
    RoleId: equals('widget.role_id'),
    EntityTypeId: equals('widget.entity_type_id'),
    Target: equals('widget.target'),
    // the widgets of the roles that a sales manager holds
    SalesManagerId: (value: number) => sql`
      widget.role_id in (
        select
          held.role_id
        from
          user_roles held
        where
          held.user_id = ${value}
      )
    `,
    // those whose query has this status
    ReferralStatus: (value: number) => sql`widget.query_parameters::jsonb ->> 'ReferralStatus' = ${String(value)}`,
  },
  scope: () => sql`true`,
})

export const widgetsServer = moduleOf(widgets, {
  ...sharedOf(place),
  save: async (context) => {
    refuseQuery(context.user, { ...context.before, ...context.record })
    return saveShared(place, context)
  },
  jobs: [sumThePlaces],
  statements: [{ id: 1021, name: 'Widgets', module: 'widgets', parameters: {}, list }],
})
