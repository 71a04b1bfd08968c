// Client visits on the server: the sales force's own, and what there is to know of a client before the visit.
import { isPrivileged } from '../../core/user.ts'
import { integer } from '../../core/model.ts'
import { now } from '../../server/clock.ts'
import { raw, sql, type Sql, type Tx } from '../../server/db/db.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { contains } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { statementOf } from '../../server/read/statement.ts'
import { invalid } from '../../server/refusal.ts'
import type { Caller } from '../../server/caller.ts'
import { shown } from '../../server/table/shown.ts'
import { readOf } from '../../server/table/read-of.ts'
import { saveModel } from '../../server/table/table.ts'
import { clientScope, duesScope } from '../clients/scope.server.ts'
import { ofSalesForce } from '../targets/scope.server.ts'
import { clientvisits, type visitFields } from './clientvisits.model.ts'
import { duesOfClient, visitsBefore } from './answers.model.ts'

const place = { model: clientvisits, table: 'client_visits', alias: 'visit', keyColumn: 'client_visit_id' }
const scope = (user: Caller) => ofSalesForce(user, 'visit.user_id')

const tags = `
  (
    select
      string_agg(reason.item_label, ', ' order by reason.list_item_id)
    from
      client_visit_tags tag
      join list_items reason using (list_item_id)
    where
      tag.client_visit_id = visit.client_visit_id
  )
`
const ofClient = (where: Sql): Sql => sql`
  exists (
    select
      1
    from
      clients client
    where
      client.client_id = visit.client_id
      and ${where}
  )
`
const list = listOf(clientvisits, {
  ...recordsOf(place),
  sort: '-VisitDate',
  columns: { User: 'person.full_name', Client: 'client.name', Area: 'client.area', Tags: tags },
  names: sql`
    left join users person on person.user_id = visit.user_id
    left join clients client on client.client_id = visit.client_id
  `,
  filters: {
    Name: (value: string) => ofClient(contains('client.name', value)),
    ClientTypeId: (value: number) => ofClient(sql`client.client_type_id = ${value}`),
  },
  scope,
})

/** 610: what a client owes the organisations that the user works for, in all and by kind. */
const dues = statementOf({
  ...duesOfClient,
  name: 'Dues of a client',
  module: 'clientvisits',
  parameters: { ClientId: integer('Client', { required: 'ClientId is missing' }) },
  query: (values, user) => sql`
    select
      client.client_id as "ClientId",
      client.name as "Name",
      client.mobile_phone as "MobilePhone",
      dues.opening as "Opening",
      dues.unpaid as "Unpaid",
      dues.uninvoiced as "Uninvoiced",
      dues.owed as "Owed"
    from
      clients client
      cross join lateral (
        select
          coalesce(
            sum(due.owed) filter (
              where
                due.kind = 'opening'
            ),
            0
          ) as opening,
          coalesce(
            sum(due.owed) filter (
              where
                due.kind = 'invoice'
            ),
            0
          ) as unpaid,
          coalesce(
            sum(due.owed) filter (
              where
                due.kind = 'sale'
            ),
            0
          ) as uninvoiced,
          coalesce(sum(due.owed), 0) as owed
        from
          party_dues due
        where
          due.party_id = client.client_id
          and ${duesScope(user)}
      ) dues
    where
      client.client_id = ${values.ClientId}
      and (${clientScope(user)})
  `,
})

/** 611: the notes of the last visits; the list has them all. */
const lastVisits = statementOf({
  ...visitsBefore,
  name: 'Last visits to a client',
  module: 'clientvisits',
  parameters: { ClientId: integer('Client', { required: 'ClientId is missing' }) },
  query: (values, user) => sql`
    select
      ${shown('visit', ['ClientVisitId', 'VisitDate', 'Place', 'Notes'])},
      person.full_name as "User",
      ${raw(tags)} as "Tags"
    from
      client_visits visit
      left join users person on person.user_id = visit.user_id
    where
      visit.client_id = ${values.ClientId}
      and (${scope(user)})
    order by
      visit.visit_date desc,
      visit.client_visit_id desc
    limit
      5
  `,
})

/** A visit belongs to a meeting of the same visitor, or begins one. */
const refuseMeeting = async (tx: Tx, meetingId: number, userId: number): Promise<void> => {
  const found = await tx.maybe(sql`
    select
      1
    from
      client_visits
    where
      meeting_id = ${meetingId}
      and user_id = ${userId}
    limit
      1
  `)
  if (!found) throw invalid({ MeetingId: ['This meeting belongs to another user'] })
}

/** Date and visitor: now and the caller, unless a role that may sets others; an emptied value is not changed. */
const whenAndWhose = (context: SaveContext<typeof visitFields>): { VisitDate: string; UserId: number } => {
  const { user, record, before } = context
  const sent = before !== null || isPrivileged(user) ? record : {}
  return {
    VisitDate: sent.VisitDate ?? before?.VisitDate ?? now().toISOString(),
    UserId: sent.UserId ?? before?.UserId ?? user.UserId,
  }
}

const save = async (context: SaveContext<typeof visitFields>): Promise<number> => {
  const { tx, record, before, key } = context
  const own = whenAndWhose(context)
  const given = record.MeetingId ?? before?.MeetingId ?? null
  if (given !== null && given !== before?.MeetingId) await refuseMeeting(tx, given, own.UserId)
  const saved = await saveModel(
    place,
    { ...context, record: { ...record, ...own, MeetingId: given ?? undefined } },
    given === null ? { MeetingId: 0 } : {},
  )
  // the first visit of a meeting gives it its key
  if (key === null && given === null)
    await tx.run(sql`
      update client_visits
      set
        meeting_id = client_visit_id
      where
        client_visit_id = ${saved}
    `)
  return saved
}

export const clientvisitsServer = moduleOf(clientvisits, {
  ...place,
  scope,
  read: readOf(place),
  restricted: (user) => (isPrivileged(user) ? [] : ['VisitDate', 'UserId']),
  save,
  statements: [{ id: 1027, name: 'Client Visits', module: 'clientvisits', parameters: {}, list }, dues, lastVisits],
})
