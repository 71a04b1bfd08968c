// A user's own widgets on the server: private to the user.
import { integer } from '../../core/model.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { moduleOf } from '../../server/module.ts'
import { like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { statementOf } from '../../server/read/statement.ts'
import { conflict } from '../../server/refusal.ts'
import { readOf } from '../../server/table/read-of.ts'
import { saveModel } from '../../server/table/table.ts'
import type { Caller } from '../../server/caller.ts'
import { queryName, refuseQuery } from '../widgets/query.server.ts'
import { userwidgets } from './userwidgets.model.ts'
import { standardWidget } from './answers.model.ts'

const place = { model: userwidgets, table: 'user_widgets', alias: 'widget', keyColumn: 'user_widget_id' }
const scope = (user: Caller) => sql`widget.user_id = ${user.UserId}`

const list = listOf(userwidgets, {
  ...recordsOf(place),
  sort: 'Target',
  columns: { Query: queryName('widget.statement_id') },
  names: '',
  filters: { Label: like('widget.label') },
  scope,
})

/**
 * 601: the first values of a user's own widget that replaces the standard one, and the key of an own one that is there
 * already.
 */
const standard = statementOf({
  ...standardWidget,
  name: 'Standard widget',
  parameters: { WidgetId: integer('Widget', { required: 'WidgetId is missing' }) },
  query: (values, user) => sql`
    select
      widget.target as "Target",
      widget.label as "Label",
      widget.statement_id as "StatementId",
      widget.query_parameters as "QueryParameters",
      user_widget.user_widget_id as "UserWidgetId"
    from
      widgets widget
      left join user_widgets user_widget on user_widget.user_id = ${user.UserId}
      and user_widget.target = widget.target
    where
      widget.widget_id = ${values.WidgetId}
      and widget.role_id = ${user.RoleId}
      and widget.entity_type_id = ${user.EntityTypeId}
  `,
})

const isTaken = async (tx: Tx, user: Caller, target: unknown, key: number | null): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      user_widgets
    where
      user_id = ${user.UserId}
      and target = ${String(target)}
      and user_widget_id is distinct from ${key}
  `)) !== undefined

export const userwidgetsServer = moduleOf(userwidgets, {
  ...place,
  scope,
  read: readOf(place),
  // its place is chosen once
  restricted: () => ['Target'],
  save: async (context) => {
    const { tx, user, key } = context
    const kept = { ...context.before, ...context.record }
    refuseQuery(user, kept)
    if (await isTaken(tx, user, kept.Target, key)) throw conflict(`You have a widget at ${kept.Target ?? ''} already`)
    return saveModel(place, context, key === null ? { UserId: user.UserId } : {})
  },
  statements: [{ id: 1024, name: 'My Widgets', module: 'userwidgets', parameters: {}, list }, standard],
})
