// Settlements between places on the server: entered for two places that the user works for, cancelled on both sides.
import { reference, text, type RecordOf } from '../../core/model.ts'
import { lessAmounts } from '../../core/money.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { now } from '../../server/clock.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { actionOf, moduleOf, type SaveContext } from '../../server/module.ts'
import { obey } from '../../server/refusal.ts'
import { equals, from, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { statementOf } from '../../server/read/statement.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { updateRecord } from '../../server/table/table.ts'
import { holdFree } from '../ledger/hold.server.ts'
import { cancelSettled } from '../transactions/acts/cancel-settled.server.ts'
import { mayPut } from '../transactions/allocations/allocations.rules.ts'
import { checkReason } from '../transactions/transactions.rules.ts'
import { setOffFields, setoffs } from './setoffs.model.ts'
import { mayCancelSetOff } from './setoffs.rules.ts'
import { settle, settledText } from './settle.server.ts'
import { owedBetweenPlaces, setoffTotals } from './answers.model.ts'

const place = { model: setoffs, table: 'set_offs', alias: 'settled', keyColumn: 'set_off_id' }
/** Who works for one of the two sees it. */
const scope = (user: Caller): Sql => sql`
  settled.first_id = any (${[...user.Clients]})
  or settled.second_id = any (${[...user.Clients]})
`
const state = "case when settled.cancelled_at is null then 'Settled' else 'Cancelled' end"
const rest = 'abs(settled.first_owed - settled.second_owed)'

const list = listOf(setoffs, {
  from: 'set_offs settled',
  alias: 'settled',
  key: 'settled.set_off_id',
  sort: '-SettledAt',
  columns: { SettledAt: 'settled.created_at', First: 'first.name', Second: 'second.name', Rest: rest, State: state },
  names: `
    join clients first on first.client_id = settled.first_id
    join clients second on second.client_id = settled.second_id
  `,
  filters: {
    FromDate: from('settled.created_at'),
    ToDate: till('settled.created_at'),
    PlaceId: (value: number) => sql`${value} in (settled.first_id, settled.second_id)`,
    State: equals(state),
  },
  scope,
})

const setOff = { fields: setOffFields, alias: 'settled', keyColumn: 'set_off_id' }
const read = (key: number): Sql => sql`
  select
    ${shown('settled', ['SetOffId', 'FirstId', 'SecondId', 'FirstOwed', 'SecondOwed', 'Amount'])},
    ${objectOf('first', ['ClientId', 'Name'])} as "First",
    ${objectOf('second', ['ClientId', 'Name'])} as "Second",
    abs(settled.first_owed - settled.second_owed) as "Rest",
    settled.created_at as "SettledAt",
    case
      when settled.cancelled_at is null then 'Settled'
      else 'Cancelled'
    end as "State",
    ${shown('settled', ['FirstTransactionId', 'SecondTransactionId', 'PaymentId', 'Remarks', 'CancelReason'])},
    ${rowsOf(setOff, 'Documents')} as "Documents"
  from
    set_offs settled
    join clients first on first.client_id = settled.first_id
    join clients second on second.client_id = settled.second_id
  where
    settled.set_off_id = ${key}
`

const save = async ({ tx, user, record, before, key }: SaveContext<typeof setOffFields>): Promise<number> => {
  if (key === null || before === null) return settle(tx, user, record)
  await updateRecord(tx, place.table, place.keyColumn, key, setOffFields, { Remarks: record.Remarks })
  return key
}

/** It changes the books of both. */
const worksForBoth = ({ Clients }: Caller, { FirstId, SecondId }: RecordOf<typeof setOffFields>): Decision =>
  must(
    [FirstId, SecondId].every((id) => Clients.includes(Number(id))),
    'This settlement is in the books of both places. Only a user who works for both can cancel it',
    { code: 'one-place' },
  )

/** A row for each thing owed, of places that the user works for. */
const owedTo = ({ FirstId, SecondId }: { FirstId?: number | null; SecondId?: number | null }, user: Caller): Sql => sql`
  select
    due.seller_id as "SellerId",
    coalesce(
      'Invoice ' || invoice.invoice_no,
      case due.kind
        when 'opening' then 'Opening balance'
        else 'On account'
      end
    ) as "Document",
    due.since as "Since",
    due.owed as "Owed"
  from
    (
      values
        (${SecondId}::int, ${FirstId}::int),
        (${FirstId}::int, ${SecondId}::int)
    ) side (party_id, seller_id)
    join party_dues due on due.party_id = side.party_id
    and due.seller_id = side.seller_id
    left join invoices invoice on invoice.invoice_id = due.invoice_id
  where
    due.kind <> 'sale'
    and due.owed <> 0
    and side.party_id = any (${[...user.Clients]})
    and side.seller_id = any (${[...user.Clients]})
  order by
    due.since nulls first,
    due.invoice_id
  limit
    1000
`

export const cancelSetOff = actionOf(setoffs, {
  name: 'cancel',
  permit: 'update',
  path: 'cancel/setoffs/{key}',
  summary: 'Cancel a settlement that is wrong: both places are owed again what was set off',
  body: { reason: text('Reason', { required: 'Please enter why it is cancelled', maxLength: 500 }) },
  decide: (settled, user) => allOf(mayPut(user), worksForBoth(user, settled), mayCancelSetOff(settled)),
  run: async ({ tx, user, key, before, body }) => {
    obey(checkReason(body.reason, 'reason'))
    const reason = body.reason ?? ''
    await holdFree(tx, [Number(before.FirstId), Number(before.SecondId)])
    await cancelSettled(tx, user, Number(before.FirstTransactionId), reason)
    await cancelSettled(tx, user, Number(before.SecondTransactionId), reason)
    await tx.run(sql`
      update set_offs
      set
        cancelled_at = ${now().toISOString()},
        cancelled_by_id = ${user.UserId},
        cancel_reason = ${reason}
      where
        set_off_id = ${key}
    `)
    const stays = before.PaymentId === null ? '' : `. Transaction ${before.PaymentId}, the rest, stays on account`
    return { message: `Settlement ${key} is cancelled${stays}` }
  },
})

export const setoffsServer = moduleOf(setoffs, {
  ...place,
  scope,
  read,
  save,
  saved: ({ Amount, FirstOwed, SecondOwed }) =>
    lessAmounts(FirstOwed, SecondOwed) === 0
      ? settledText(Number(Amount))
      : `${settledText(Number(Amount))} on both sides`,
  restricted: (_user, before) => (before.SetOffId === null ? [] : ['FirstId', 'SecondId']),
  actions: [cancelSetOff],
  statements: [
    { id: 1079, name: setoffs.name, module: 'setoffs', parameters: {}, list },
    statementOf({
      ...owedBetweenPlaces,
      name: 'What two places owe each other',
      module: 'setoffs',
      parameters: {
        FirstId: reference('Place', 'place', { required: 'FirstId is missing' }),
        SecondId: reference('And Place', 'place', { required: 'SecondId is missing' }),
      },
      query: owedTo,
    }),
    totalsOf(list, { ...setoffTotals, name: 'Totals of settlements between places', module: 'setoffs' }),
  ],
})
