// What questions to the platform answer: those that no module asks alone.
import type { Field } from '../model.ts'
import { asks, doesAt, oneOfTexts, orNull, rowsAt, type RowTo } from './answer.ts'

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
  Parameters: [
    {
      Name: 'text',
      Label: 'text',
      // C text, N number, L an item of the list `ListId`
      Type: oneOfTexts('C', 'N', 'L'),
      ListId: 'integer?',
      Required: 'boolean',
      Hint: 'text?',
    },
  ],
})
/** The same at an address of its own. */
export const queryStatements = asks('querystatements', widgetStatements.answers)

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
/** What an act answers besides that starts a job. */
export const started = { JobRunId: 'integer' } as const
/** The end of a job that was not done. */
export const runStopped = doesAt('jobs/{key}/cancel', {})
/** Records of a csv file, saved by a job. */
export const recordsImported = doesAt('importrecords/{module}', started)
/** Lines of a csv file for a grid of a record: a small file is read at once, a large one by a job. */
export const linesRead = <const F extends Field>(lines: F) =>
  doesAt('import/{module}', { 'Lines?': lines, 'Errors?': ['text'], 'JobRunId?': 'integer' })
/** What such a job has read. */
export const rowsRead = <const F extends Field>(lines: F) => ({ Rows: lines })
/** A file printed of a record. */
export const recordPrinted = asks('print/{module}/', { location: 'text' })
/** Items of a list that may be chosen. */
export const itemsOfList = asks('listitems', [
  { ListItemId: 'integer', ItemName: 'text?', ItemLabel: 'text', ItemValue: 'text?' },
])
/** Saved views of a list: the user's own, and those of the role. */
export const viewsOfList = asks('listviews/{key}', [
  {
    ListViewId: 'integer',
    Name: 'text',
    RoleId: 'integer?',
    // as the address of a list says it
    View: { 'filter?': 'json', 'names?': 'json', 'sort?': 'text', 'page?': 'integer', 'columns?': ['text'] },
  },
])
export const viewSaved = doesAt('listviews/', { ListViewId: 'integer' })
export const viewDeleted = doesAt('listviews/{key}', {})
/** The files kept with a record of a module. */
export const filesOfRecord = asks('{module}/{key}/files', [
  {
    KeptFileId: 'integer',
    Kind: 'text',
    Name: 'text',
    Size: 'integer',
    UserId: 'integer',
    FullName: 'text',
    createdAt: 'datetime',
    // the parts of the record that it is of; null: of the whole
    About: orNull(['integer']),
    // since when it no longer counts, and why; null while it does
    WithdrawnOn: 'datetime?',
    WithdrawnFor: 'text?',
  },
])
export type KeptFile = RowTo<typeof filesOfRecord>
/** The parts of a record that a file of a kind may be of. */
export const partsOfFiles = asks('{module}/{key}/files/parts', [
  {
    Key: 'integer',
    Name: 'text',
    // the newest file in force that is of it, where a module shows that beside the part
    'NewestId?': 'integer?',
  },
])
export type FilePart = RowTo<typeof partsOfFiles>
export const fileAdded = doesAt('{module}/{key}/files', { KeptFileId: 'integer' })
/** Removed; or withdrawn, where something rests on it. */
export const fileRemoved = doesAt('{module}/{key}/files/{file}', {})
/** The modules as rows for the menu: groups first, which have no parent. */
export const allModules = asks('modules', [
  {
    ModuleId: 'text',
    Name: 'text',
    Icon: 'text',
    SequenceNumber: 'integer',
    KeyFields: 'text',
    SubModules: ['text'],
    ParentId: 'text?',
  },
])
/** A dry run of a record: what was found, and what is missing, with where to correct it. */
export const dryRun = asks('dryrun/{module}', {
  Checks: [
    {
      What: 'text',
      Said: 'text',
      Missing: [
        {
          Text: 'text',
          // it blocks ordering or measuring; else it only means more review
          Stops: 'boolean',
          Module: oneOfTexts('elements', 'labinstruments', 'pricelists', 'products', 'tests'),
          // of the record; none for a new one
          Keys: { 'ElementId?': 'integer', 'PriceListId?': 'integer', 'ProductId?': 'integer', 'TestId?': 'integer' },
        },
      ],
    },
  ],
})
/** Who did what to a record, the latest first. */
export const historyOfRecord = asks('actions', [
  {
    Action: 'text',
    CreatedOn: 'datetime',
    Remarks: 'text?',
    // readers outside see the organisation as its author, without a user's name
    User: { UserName: 'text?', FullName: 'text' },
    // by the names of fields, each as it was and as it is
    Changes: 'json',
  },
])
const client = {
  ClientId: 'integer',
  Name: 'text',
  NameAlias: 'text?',
  Code: 'text?',
  Area: 'text?',
  Phone: 'text?',
  ClientTypeId: 'integer',
  ParentId: 'integer?',
  GenderId: 'integer?',
  Age: 'integer?',
  BirthDate: 'date?',
  BirthTime: 'text?',
  IsActualBirthDay: 'boolean?',
  Specialization: 'text?',
  CanRefer: 'boolean',
  PaymentTypeId: 'integer?',
} as const
/** A client as a look-up finds it. */
export const foundClient = { ...client, MaxDiscountForReferral: 'number?' } as const
/**
 * Clients by type, legal entity or key; staff who ask for one by its key get contact and body as well, as far as their
 * role sees them.
 */
export const clientsFound = asks('clients', [
  {
    ...client,
    'MaxDiscountForReferral?': 'number?',
    'Height?': 'number?',
    'Weight?': 'number?',
    'MobilePhone?': 'text?',
    'WorkPhone?': 'text?',
    'HomePhone?': 'text?',
    'Email?': 'text?',
    'IsActive?': 'boolean',
  },
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
