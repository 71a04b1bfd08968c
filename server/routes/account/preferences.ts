// A user's own preferences: filters, widths and choices by name.
import { preferencesOfUser } from '../../../core/answer/account.ts'
import { json as jsonField, text } from '../../../core/model.ts'
import { sql } from '../../db/db.ts'
import { sessionOf } from '../../http/http.ts'
import { invalid, refused } from '../../refusal.ts'
import { json, routeOf, type Call, type NoFields, type Route } from '../../route.ts'

/** Most preferences of one user: filters, widths and choices, not a data store. */
const mostPreferences = 200
const largestPreference = 65_536
const preference = { Name: text('Name', { required: 'Name is required', maxLength: 120 }), Value: jsonField('Value') }
const savePreference = async (call: Call<NoFields, typeof preference>) => {
  const { row } = sessionOf(call)
  const { Name, Value } = call.body
  const value = JSON.stringify(Value ?? null)
  if (Buffer.byteLength(value) > largestPreference) throw invalid({ Value: ['A preference can have 64 KB at most'] })
  await call.db.transaction(async (tx) => {
    // in sequence, so that the count is exact
    await tx.run(sql`
      select
        1
      from
        users
      where
        user_id = ${row.UserId}
      for update
    `)
    const { Others } = await tx.one<{ Others: number }>(sql`
      select
        count(*)::int as others
      from
        preferences
      where
        user_id = ${row.UserId}
        and name <> ${Name}
    `)
    if (Others >= mostPreferences) throw refused(`You already have ${mostPreferences} preferences, the maximum`)
    await tx.run(sql`
      insert into
        preferences (user_id, name, value)
      values
        (
          ${row.UserId},
          ${Name},
          ${value}::jsonb
        )
      on conflict (user_id, name) do update
      set
        value = excluded.value
    `)
  })
  return json({ message: 'Saved' })
}
const readPreferences = async (call: Call) => {
  const rows = await call.db.read.rows<{ Name: string; Value: unknown }>(sql`
    select
      name as "Name",
      value as "Value"
    from
      preferences
    where
      user_id = ${sessionOf(call).row.UserId}
    limit
      ${mostPreferences}
  `)
  return json(Object.fromEntries(rows.map((row) => [row.Name, row.Value])))
}

const own = 'the signed-in user only'
export const preferenceRoutes: readonly Route[] = [
  {
    method: 'GET',
    ...preferencesOfUser,
    access: 'signed in',
    scope: own,
    summary: 'Saved filters, widths and preferences',
    handler: readPreferences,
  },
  routeOf({
    method: 'PUT',
    path: 'preferences',
    access: 'signed in',
    scope: own,
    summary: 'Save a filter, a width or a preference',
    body: preference,
    handler: savePreference,
  }),
]
