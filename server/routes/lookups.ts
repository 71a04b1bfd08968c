// Look-ups of the platform: print templates, modules, widgets and notifications.
import { integer, text } from '../../core/model.ts'
import { printTemplates } from '../../core/answer/questions.ts'
import { sql } from '../db/db.ts'
import { shown } from '../table/shown.ts'
import type { ServerModule } from '../module.ts'
import { statementOf, type Statement } from '../read/statement.ts'
import type { Route } from '../route.ts'
import { moduleRoute } from './module-rows.ts'
import { dismissNotification, notifications } from './notifications.ts'
import { widgetsOfDashboard, widgetRoutes } from './widgets.ts'

const templates = statementOf({
  ...printTemplates,
  name: 'Print templates',
  parameters: { ClientId: integer('Client'), Module: text('Module', { required: 'Module is missing' }) },
  query: (values) => sql`
    select
      ${shown('print_templates', ['TemplateId', 'Name', 'Layout'])}
    from
      print_templates
    where
      module_id = ${values.Module}
      and (
        client_id is null
        or client_id = ${values.ClientId ?? null}
      )
    order by
      sequence,
      template_id
  `,
})
/** Statements 9, 41 and 600. */
export const lookupStatements: readonly Statement[] = [notifications, templates, widgetsOfDashboard]

export const lookupRoutes = (modules: readonly ServerModule[], statements: ReadonlyMap<number, Statement>): Route[] => [
  ...widgetRoutes(statements),
  moduleRoute(modules),
  dismissNotification,
]
