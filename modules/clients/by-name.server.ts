// Clients by name, type and place: what a picker asks for, found by a walk of the names or by the trigram index.
import { integer, json as jsonField, reference, text, type DraftOf } from '../../core/model.ts'
import { isStaff, role } from '../../core/user.ts'
import { join, sql, type Sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import type { Caller } from '../../server/caller.ts'
import { nameContains } from '../../server/read/conditions.ts'
import { clientType } from '../lists/items.model.ts'
import { byWalk } from './by-name/by-walk.server.ts'
import { partOfEntity, peopleAndPartners } from './clients.rules.ts'
import { belowParent, clientScope } from './scope.server.ts'

export const clientParameters = {
  ClientTypeId: jsonField<string | number>('Client Type'),
  ParentId: reference('Parent', 'client'),
  ClientId: reference('Client', 'client'),
  LegalEntityId: reference('Legal Entity', 'client'),
  Name: text('Name'),
  limit: integer('Limit'),
}
export type ClientQuestion = DraftOf<typeof clientParameters>

const columns = sql`
  ${shown('client', ['ClientId', 'Name', 'NameAlias', 'Code', 'Area'])},
  client.mobile_phone as "Phone",
  ${shown('client', ['ClientTypeId', 'ParentId', 'GenderId'])},
  age_years (client.birth_date, now()) as "Age",
  ${shown('client', [
    'BirthDate',
    'BirthTime',
    'IsActualBirthDay',
    'Specialization',
    'CanRefer',
    'PaymentTypeId',
    'MaxDiscountForReferral',
  ])}
`

const typesOf = (value: string | number): number[] =>
  String(value)
    .split(',')
    .map(Number)
    .filter((n) => Number.isInteger(n))

const people: ReadonlySet<number> = new Set(peopleAndPartners)
/**
 * Scope of a look-up: people and partners belong to the employer alone, so the tree of organisations is not read.
 */
const lookupScope = (user: Caller, types: readonly number[] | undefined): Sql =>
  types !== undefined &&
  types.length > 0 &&
  types.every((type) => people.has(type)) &&
  partOfEntity.includes(user.EntityTypeId) &&
  user.RoleId !== role.SalesManager &&
  isStaff(user)
    ? sql`client.parent_id is not distinct from ${user.EmployerId}`
    : clientScope(user)

const isPhone = (name: string): boolean => /^\d{4,}$/.test(name)
const nameMatch = (name: string, types: readonly number[] | undefined): Sql => {
  if (isPhone(name)) return sql`client.mobile_phone like ${`${name}%`}`
  // people have no code to be found by
  return types?.every((type) => type === clientType.Doctor || type === clientType.Patient)
    ? nameContains('client', name)
    : sql`
        (
          ${nameContains('client', name)}
          or lower(coalesce(client.code, '')) = ${name.toLowerCase()}
        )
      `
}

/** `walkable`: what the walk checks itself. `all` adds the conditions that its index meets anyway. */
type Conditions = { readonly walkable: Sql; readonly all: Sql }
const conditionsOf = (
  user: Caller,
  values: ClientQuestion,
  asked: readonly number[] | undefined,
  further: Sql,
  scope: Sql = lookupScope(user, asked),
): Conditions => {
  const where = [sql`(${scope})`, sql`(${further})`]
  if (values.ParentId !== undefined)
    where.push(
      values.ParentId === user.EmployerId && asked?.every((type) => people.has(type))
        ? sql`client.parent_id = ${values.ParentId}`
        : belowParent(values.ParentId),
    )
  if (values.LegalEntityId !== undefined) where.push(sql`client.legal_entity_id = ${values.LegalEntityId}`)
  if (values.ClientId !== undefined) where.push(sql`client.client_id = ${values.ClientId}`)
  const walkable = join(where, ' and ')
  if (asked !== undefined)
    where.push(
      asked.length === 1 ? sql`client.client_type_id = ${asked[0]}` : sql`client.client_type_id = any (${[...asked]})`,
    )
  const all = join([...where, sql`client.is_active`, sql`client.merged_into_id is null`], ' and ')
  return { walkable, all }
}

/**
 * Clients by name. No single plan serves every text. A thousandth of the table shows whether a text is frequent. A
 * frequent one is found by walking a bounded stretch of the name-ordered index, which stops as soon as it has enough;
 * otherwise the trigram index collects and sorts all matches. `scope` replaces the user's own.
 */
export const clientsByName = (
  user: Caller,
  values: ClientQuestion,
  types: readonly number[] | undefined,
  further: Sql = sql`true`,
  scope?: Sql,
): Sql => {
  const name = (values.Name ?? '').trim()
  const asked =
    (values.ClientTypeId ?? null) === null
      ? types
      : typesOf(values.ClientTypeId ?? '').filter((t) => types === undefined || types.includes(t))
  const { walkable, all } = conditionsOf(user, values, asked, further, scope)
  const limit = Math.max(1, Math.min(values.limit ?? 200, 500))
  const order = sql`
    order by
      client.name_search,
      client.client_id
    limit
      ${limit}
  `
  if (name === '')
    return sql`
      select
        ${columns}
      from
        clients client
      where
        ${all} ${order}
    `
  const match = nameMatch(name, asked)
  const [type, ...others] = asked ?? []
  if (type === undefined || others.length > 0 || name.length < 3)
    return sql`
      select
        ${columns}
      from
        clients client
      where
        ${all}
        and ${match} ${order}
    `
  // the index has every column that the scope of people needs, so a longer stretch costs little
  const walk = people.has(type) && values.LegalEntityId === undefined ? 20_000 : 2_000
  const search = { type, match, walkable, walk, enough: Math.min(limit, 50) }
  // those of a portal and of a sales manager are found by what they bought, which may be less than has the text
  const seesAll = isStaff(user) && user.RoleId !== role.SalesManager
  return byWalk(search, { columns, all, order }, seesAll && type === clientType.Patient && !isPhone(name))
}
