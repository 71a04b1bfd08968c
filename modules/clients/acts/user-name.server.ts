// The user name that a new user of a client is offered: not taken yet.
import { text } from '../../../core/model.ts'
import { sql } from '../../../server/db/db.ts'
import { json, routeOf } from '../../../server/route.ts'
import { freeUserName, suggestedUserName } from './user-name.rules.ts'
import { freeName } from './answers.model.ts'

/** Letters that a name keeps, also with a number of three digits after it. */
const kept = 7

export const userNameRoute = routeOf({
  method: 'GET',
  ...freeName,
  access: { module: 'users', permit: 'create' },
  scope: 'user names, which are unique in the whole installation; only a free one is answered',
  summary: 'The free user name for a client of this name',
  query: { Name: text('Name', { required: 'Name is required' }) },
  handler: async (call) => {
    const suggested = suggestedUserName(call.query.Name ?? '')
    const taken = await call.db.read.rows<{ Name: string }>(sql`
      select
        lower(user_name) as name
      from
        users
      where
        starts_with(lower(user_name), ${suggested.slice(0, kept)})
    `)
    const names = new Set(taken.map(({ Name }) => Name))
    return json({ UserName: freeUserName(suggested, (name) => names.has(name)) })
  },
})
