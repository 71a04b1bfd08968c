// A client visit: who of the sales force went to see whom, when, and with what result.
import {
  choice,
  datetime,
  defineModel,
  integer,
  multiline,
  object,
  reference,
  rows,
  text,
  type DraftOf,
} from '../../core/model.ts'
import { clientTypes } from '../lists/items.model.ts'

export const visitFields = {
  ClientVisitId: integer('Client Visit Id', { computed: true }),
  // for several people in one meeting, the key of the first visit
  MeetingId: integer('Meeting'),
  // now and the user who records it, unless a manager sets others
  VisitDate: datetime('Visit Date', { notFuture: 'Visit Date cannot be in the future' }),
  UserId: reference('User', 'visitor', { names: 'User' }),
  User: object('User', { UserId: integer('Id'), FullName: text('Name') }),
  ClientId: reference('Client', 'client', { required: 'Client is required', names: 'Client' }),
  Client: object('Client', { ClientId: integer('Id'), Name: text('Name'), Area: text('Area') }),
  /** Where the client was met, in the words of the visitor. */
  Place: text('Place', { maxLength: 120 }),
  Tags: rows(
    'Tags',
    { ListItemId: choice('Tag', 109), ItemLabel: text('Tag', { computed: true }) },
    { rowKey: 'ListItemId', rowCounts: 'ListItemId', kept: { table: 'client_visit_tags' } },
  ),
  Notes: multiline('Notes', { maxLength: 2000 }),
}
export type VisitDraft = DraftOf<typeof visitFields>

export const clientvisits = defineModel({
  id: 'clientvisits',
  name: 'Client Visits',
  singular: 'Client Visit',
  icon: 'walk',
  group: 'Growth',
  sequence: 30,
  key: ['ClientVisitId'],
  statementId: 1027,
  fields: visitFields,
  list: [
    'ClientVisitId',
    'VisitDate',
    { User: 'text?', Client: 'text?', Area: 'text?' },
    'Place',
    { Tags: 'text?' },
    'Notes',
    'UserId',
    'ClientId',
    'MeetingId',
  ],
  filters: {
    Name: text('Client'),
    ClientTypeId: choice('Type', clientTypes),
  },
  permits: ['list', 'read', 'create', 'update'],
})
