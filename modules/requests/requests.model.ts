// A request: an act that needs a second person, who asks for it, and what was decided.
import {
  datetime,
  defineModel,
  integer,
  json,
  money,
  multiline,
  object,
  oneOf,
  reference,
  text,
  type RecordOf,
} from '../../core/model.ts'
import type { NeedKind } from '../../core/refusal.ts'

const computed = { computed: true }
const user = (label: string) => object(label, { UserId: integer('Id'), FullName: text('Name') })

export const requestStates = [
  ['waiting', 'Waiting'],
  ['done', 'Done'],
  ['refused', 'Refused'],
  ['withdrawn', 'Withdrawn'],
  ['ended', 'Ended'],
  ['expired', 'Expired'],
] as const

/** Field -> before and after. */
export type RequestedChanges = Record<string, [unknown, unknown]>

export const requestFields = {
  RequestId: integer('Request Id', computed),
  ModuleId: text('Module', computed),
  // of the record that it is about, null for a new one
  FormId: integer('Record', computed),
  What: text('What', computed),
  // what one person alone may not do of it
  Why: multiline('Why a second person', computed),
  Amount: money('Amount', computed),
  // of each kind of need, where there are several
  Amounts: json<Readonly<Partial<Record<NeedKind, number>>>>('Amounts', computed),
  Changes: json<RequestedChanges>('What it changes', computed),
  Reason: multiline('Reason', computed),
  AskedById: reference('Asked by', 'visitor', { computed: true, names: 'AskedBy' }),
  AskedBy: user('Asked by'),
  AskedOn: datetime('Asked', computed),
  ExpiresOn: datetime('Expires', computed),
  State: oneOf('State', requestStates, computed),
  RoleIds: json<readonly number[]>('Who may decide', computed),
  DecidedById: reference('Decided by', 'visitor', { computed: true, names: 'DecidedBy' }),
  DecidedBy: user('Decided by'),
  DecidedOn: datetime('Decided', computed),
  // what came of it, or why not
  Answer: multiline('Answer', computed),
}
export type Request = RecordOf<typeof requestFields>

export const requests = defineModel({
  id: 'requests',
  name: 'Requests',
  singular: 'Request',
  icon: 'shield-check',
  group: 'Work',
  sequence: 90,
  key: ['RequestId'],
  statementId: 1059,
  firstRow: 'A request is made where an act needs a second person: the screen offers to ask for it.',
  notEntered: 'A request is made where an act is refused because it needs a second person.',
  fields: requestFields,
  list: [
    'RequestId',
    'AskedOn',
    { AskedBy: 'text?' },
    'What',
    'Amount',
    'Reason',
    'State',
    { DecidedBy: 'text?' },
    'Answer',
    'AskedById',
  ],
  filters: {
    State: oneOf('State', requestStates),
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
  },
  defaultFilter: { State: 'waiting' },
  permits: ['list', 'read', 'create', 'approve', 'cancel'],
})
