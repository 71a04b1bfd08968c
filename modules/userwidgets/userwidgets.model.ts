// A user's own widget: it replaces the standard one at a place of their dashboard.
import type { AddressOf } from '../../core/answer/answer.ts'
import type { widgetStatements } from '../../core/answer/questions.ts'
import { defineModel, integer, oneOf, text } from '../../core/model.ts'
import { queryOf, targets } from '../widgets/widgets.model.ts'

/** Queries that the signed-in user may run, with their parameters. */
export const queries: AddressOf<typeof widgetStatements> = { path: 'getdata/700' }
export const userWidgetFields = {
  UserWidgetId: integer('User Widget Id', { computed: true }),
  Target: oneOf('Target', targets, { required: 'Target is required' }),
  Label: text('Label', { required: 'Label is required', maxLength: 120 }),
  StatementId: queryOf(queries),
  // the values of the query's parameters, as JSON
  QueryParameters: text('Query Parameters', { maxLength: 2000 }),
  // the standard widget that it replaces
  WidgetId: integer('Widget', { view: true }),
}

export const userwidgets = defineModel({
  id: 'userwidgets',
  name: 'My Widgets',
  singular: 'User Widget',
  icon: 'layout-grid',
  group: 'Set-up',
  sequence: 96,
  key: ['UserWidgetId'],
  statementId: 1024,
  fields: userWidgetFields,
  list: ['UserWidgetId', 'Target', 'Label', { Query: 'text?' }, 'StatementId'],
  filters: {
    Label: text('Label'),
  },
  permits: ['list', 'read', 'create', 'update'],
  returnsTo: 'dashboard',
})
