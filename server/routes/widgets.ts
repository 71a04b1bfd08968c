// The data of a dashboard: the widgets of the user and the role, and the statements for widgets.
import { dashboardWidgets, queryStatements, widgetStatements } from '../../core/answer/questions.ts'
import { sql } from '../db/db.ts'
import type { Statement } from '../read/statement.ts'
import { json, type Route } from '../route.ts'

export const widgetsOfDashboard: Statement = {
  ...dashboardWidgets,
  name: 'Widgets of the dashboard',
  parameters: {},
  query: (_values, user) => sql`
    select
      statement_id as "StatementId",
      target as "Target",
      source as "Source",
      widget_id as "WidgetId",
      label as "Label",
      query_parameters as "QueryParameters",
      -- the value of a tile comes from its own statement, where it is computed once
      null::numeric as "Total"
    from
      (
        select distinct
          on (target) *
        from
          (
            select
              widget.statement_id,
              widget.target,
              'U' as source,
              widget.user_widget_id as widget_id,
              widget.label,
              widget.query_parameters,
              0 as rank
            from
              user_widgets widget
            where
              widget.user_id = ${user.UserId}
            union all
            select
              widget.statement_id,
              widget.target,
              null,
              widget.widget_id,
              widget.label,
              widget.query_parameters,
              1
            from
              widgets widget
            where
              widget.role_id = ${user.RoleId}
              and widget.entity_type_id = ${user.EntityTypeId}
          ) a
        order by
          target,
          rank
      ) b
    order by
      target
  `,
}

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

/** The statements for widgets, under their own address and as statement 700. */
export const widgetRoutes = (statements: ReadonlyMap<number, Statement>): Route[] => [
  {
    method: 'GET',
    ...queryStatements,
    access: 'role',
    scope: 'statements of modules the role may list',
    summary: 'Statements for widgets',
    handler: async (call) => json(statementRows(statements, call.user)),
  },
  {
    method: 'GET',
    ...widgetStatements,
    access: 'role',
    scope: 'statements of modules the role may list',
    summary: 'Statements for widgets',
    openQuery: true,
    handler: async (call) => json(statementRows(statements, call.user)),
  },
]
