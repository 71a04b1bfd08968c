// What questions to the platform answer: those that no module asks alone.
import { asks, doesAt, oneOfTexts, rowsAt } from './answer.ts'

/** Notifications of the user that were not dismissed. */
export const notificationsOfUser = rowsAt(9, {
  NotificationId: 'integer',
  Creater: 'text',
  CreatedOn: 'datetime',
  Subject: 'text',
  Content: 'text',
  Path: 'text?',
})
/** The templates that a module's papers may have. */
export const printTemplates = rowsAt(41, { TemplateId: 'integer', Name: 'text', Layout: 'text' })
/** The widgets of the dashboard, of the role and the user's own. */
export const dashboardWidgets = rowsAt(600, {
  StatementId: 'integer',
  Target: 'text',
  Source: 'text?',
  WidgetId: 'integer',
  Label: 'text',
  QueryParameters: 'text?',
  Total: 'number?',
})
/** What may be chosen for a widget, with its parameters. */
export const widgetStatements = rowsAt(700, {
  StatementId: 'integer',
  Name: 'text',
  Parameters: [{ Name: 'text', Label: 'text', Type: 'text', ListId: 'integer?', Required: 'boolean', Hint: 'text?' }],
})

const run = {
  JobRunId: 'integer',
  Name: 'text',
  Title: 'text',
  ModuleId: 'text?',
  FormId: 'integer?',
  State: oneOfTexts('queued', 'running', 'done', 'failed', 'cancelled'),
  Done: 'integer',
  Total: 'integer',
  Message: 'text',
  Errors: ['text'],
  CreatedOn: 'datetime',
  EndedOn: 'datetime?',
  HasFile: 'boolean',
} as const
/** Jobs that the user has started in the last day. */
export const runsOfUser = asks('jobs', [run])
/** One of them, with its result once it is done. */
export const runOfUser = asks('jobs/{key}', { ...run, Result: 'json' })
/** Items of a list that may be chosen. */
export const itemsOfList = asks('listitems', [
  { ListItemId: 'integer', ItemName: 'text?', ItemLabel: 'text', ItemValue: 'text?' },
])
/** Saved views of a list: the user's own, and those of the role. */
export const viewsOfList = asks('listviews/{key}', [
  { ListViewId: 'integer', Name: 'text', RoleId: 'integer?', View: 'json' },
])
/** The roles of the network, by name. */
export const allRoles = asks('roles', [{ RoleId: 'integer', RoleName: 'text', Description: 'text?' }])
/** What a search from anywhere finds. */
export const anyRecord = asks('search', [{ Kind: 'text', Title: 'text', Detail: 'text', Path: 'text' }])
/** The user's second factor, and the acts that turn it on and off. */
export const secondFactor = asks('secondfactor', { On: 'boolean', Demanded: 'boolean', RecoveryCodes: 'integer' })
export const factorBegun = asks('secondfactor/begin', {
  Secret: 'text',
  Address: 'text',
  Qr: { Size: 'integer', Path: 'text' },
})
export const factorConfirmed = doesAt('secondfactor/confirm', { RecoveryCodes: ['text'] })
export const newCodes = doesAt('secondfactor/codes', { RecoveryCodes: ['text'] })
export const factorEnded = doesAt('secondfactor/end', {})
export const codeGiven = doesAt('secondfactor/give', {})
