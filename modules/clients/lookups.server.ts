// Pickers of clients: statements 200 to 204 and the simple list of clients, inside the employer and the entity.
import { integer, json as jsonField, reference, text } from '../../core/model.ts'
import { isPortal, isStaff, role } from '../../core/user.ts'
import { join, literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller, Loaded } from '../../server/caller.ts'
import { nameContains, type Statement } from '../../server/read/statement.ts'
import { clientType } from '../lists/items.model.ts'
import { partOfEntity, peopleAndPartners } from './clients.rules.ts'

const parameters = {
  ClientTypeId: jsonField('Client Type'),
  ParentId: reference('Parent', 'client'),
  ClientId: reference('Client', 'client'),
  LegalEntityId: reference('Legal Entity', 'client'),
  Name: text('Name'),
  limit: integer('Limit'),
}
const columns =
  raw(`c.client_id as "ClientId", c.name as "Name", c.name_alias as "NameAlias", c.code as "Code", c.area as "Area", c.mobile_phone as "Phone", c.client_type_id as "ClientTypeId", c.parent_id as "ParentId",
  c.gender_id as "GenderId", age_years(c.birth_date, now()) as "Age", c.birth_date as "BirthDate", c.specialization as "Specialization", c.can_refer as "CanRefer", c.payment_type_id as "PaymentTypeId", c.max_discount_for_referral as "MaxDiscountForReferral"`)

const typesOf = (value: unknown): number[] =>
  String(value)
    .split(',')
    .map(Number)
    .filter((n) => Number.isInteger(n))

/** Below a parent at any depth: an employer finds its labs' centres. */
export const belowParent = (parent: unknown, alias = 'c'): Sql => {
  const c = raw(alias)
  return sql`
    (
      ${c}.parent_id = ${parent}
      or ${c}.parent_id in (
        with recursive
          up as (
            select
              client_id
            from
              clients
            where
              parent_id = ${parent}
              and client_type_id in (${literal(clientType.LegalEntity, ...partOfEntity)})
            union
            select
              k.client_id
            from
              clients k
              join up on k.parent_id = up.client_id
            where
              k.client_type_id in (${literal(clientType.LegalEntity, ...partOfEntity)})
          )
        select
          client_id
        from
          up
      )
    )
  `
}

/**
 * Organisations and partners that a sales manager looks after, inside the employer; patients are nobody's to manage.
 */
const managedBy = (user: Caller, alias: string): Sql => {
  const c = raw(alias)
  return sql`
    ${c}.sales_manager_id = ${user.UserId}
    and ${c}.client_type_id <> ${literal(clientType.Patient)}
    and (
      ${c}.client_id = ${user.EmployerId}
      or ${belowParent(user.EmployerId, alias)}
    )
  `
}
/** Keys of the clients that a sales manager looks after. */
export const managedClients = (user: Caller): Sql => sql`
  select
    m.client_id
  from
    clients m
  where
    ${managedBy(user, 'm')}
`
/** Which clients exist for a user: organisations of the entity, and the people and partners of the employer. */
export const clientScope = (user: Caller, alias = 'c'): Sql => {
  const c = raw(alias)
  const own = [...user.Clients]
  // the place they work at, whom they look after, and the organisations that hang on those
  if (user.RoleId === role.SalesManager)
    return sql`
      ${c}.client_id = ${user.EntityId}
      or (${managedBy(user, alias)})
      or (
        ${c}.client_type_id in (${literal(...partOfEntity)})
        and ${c}.parent_id in (${managedClients(user)})
      )
    `
  // a portal knows itself; an institution also the patients and doctors of what it bought or sold
  if (isPortal(user)) {
    const theirs = sql`
      ${c}.client_id in (
        select
          unnest(array[s.patient_id, s.referring_doctor_id])
        from
          sales s
        where
          s.buyer_id = any (${own})
          or s.seller_id = any (${own})
      )
    `
    return user.EntityTypeId === clientType.Institution
      ? sql`
          ${c}.client_id = any (${own})
          or (
            ${c}.client_type_id in (${literal(clientType.Doctor, clientType.Patient)})
            and ${theirs}
          )
        `
      : sql`${c}.client_id = ${user.EntityId}`
  }
  switch (user.EntityTypeId) {
    case clientType.LegalEntity:
      return sql`
        ${c}.client_id = any (${own})
        or ${c}.parent_id = any (${own})
      `
    case clientType.Lab:
    case clientType.CollectionCentre:
    case clientType.Institution: {
      // people and partners hang on the employer; a lab's own parents and siblings stay visible as parties
      const people = sql`
        (
          ${c}.client_type_id in (${literal(...peopleAndPartners)})
          and ${c}.parent_id is not distinct from ${user.EmployerId}
        )
      `
      return sql`
        ${c}.client_id = any (${own})
        or ${people}
        or ${c}.client_id in (
          with recursive
            up as (
              select
                client_id,
                parent_id
              from
                clients
              where
                client_id = ${user.EntityId}
              union
              select
                k.client_id,
                k.parent_id
              from
                clients k
                join up on k.client_id = up.parent_id
            )
          select
            client_id
          from
            up
        )
      `
    }
    default:
      return sql`${c}.client_id = ${user.EntityId}`
  }
}

const people: ReadonlySet<number> = new Set(peopleAndPartners)
/**
 * Scope of a look-up: people and partners alone hang on the employer, so the tree of organisations need not be asked.
 */
const lookupScope = (user: Caller, types: readonly number[] | undefined): Sql =>
  types !== undefined &&
  types.length > 0 &&
  types.every((type) => people.has(type)) &&
  partOfEntity.includes(user.EntityTypeId) &&
  user.RoleId !== role.SalesManager &&
  isStaff(user)
    ? sql`c.parent_id is not distinct from ${user.EmployerId}`
    : clientScope(user)

const nameMatch = (name: string, types: readonly number[] | undefined): Sql => {
  if (/^\d{4,}$/.test(name)) return sql`c.mobile_phone like ${`${name}%`}`
  // people have no code to be found by
  return types?.every((type) => type === clientType.Doctor || type === clientType.Patient)
    ? nameContains('c', name)
    : sql`
        (
          ${nameContains('c', name)}
          or lower(coalesce(c.code, '')) = ${name.toLowerCase()}
        )
      `
}

/**
 * Clients by name. No single plan serves every text. Whether a text is frequent is seen on a thousandth of the table; a
 * frequent one is found by walking a bounded stretch of the name-ordered index, which stops as soon as it has enough;
 * otherwise the trigram index collects and sorts all matches.
 */
const clients = (user: Caller, values: Loaded, types: readonly number[] | undefined, further: Sql = sql`true`): Sql => {
  const name = typeof values['Name'] === 'string' ? values['Name'].trim() : ''
  const asked =
    values['ClientTypeId'] === undefined
      ? types
      : typesOf(values['ClientTypeId']).filter((t) => types === undefined || types.includes(t))
  const where = [sql`(${lookupScope(user, asked)})`, further]
  if (values['ParentId'] !== undefined)
    where.push(
      values['ParentId'] === user.EmployerId && asked?.every((type) => people.has(type))
        ? sql`c.parent_id = ${values['ParentId']}`
        : belowParent(values['ParentId']),
    )
  if (values['LegalEntityId'] !== undefined)
    where.push(sql`
      (
        c.legal_entity_id = ${values['LegalEntityId']}
        or c.client_id = ${values['LegalEntityId']}
      )
    `)
  if (values['ClientId'] !== undefined) where.push(sql`c.client_id = ${values['ClientId']}`)
  // what the walk asks stands in its index; the rest is what the index holds anyway
  const walkable = join(where, ' and ')
  if (asked !== undefined)
    where.push(asked.length === 1 ? sql`c.client_type_id = ${asked[0]}` : sql`c.client_type_id = any (${[...asked]})`)
  const all = join([...where, sql`c.is_active`, sql`c.merged_into_id is null`], ' and ')
  const limit = Math.max(1, Math.min(Number(values['limit'] ?? 200), 500))
  const order = sql`
    order by
      c.name_search,
      c.client_id
    limit
      ${limit}
  `
  if (name === '')
    return sql`
      select
        ${columns}
      from
        clients c
      where
        ${all} ${order}
    `
  const match = nameMatch(name, asked)
  if (asked?.length !== 1 || name.length < 3)
    return sql`
      select
        ${columns}
      from
        clients c
      where
        ${all}
        and ${match} ${order}
    `
  const enough = Math.min(limit, 50)
  // the index has all that the scope of people asks, so that a longer stretch of it costs little
  const walk = people.has(asked[0] ?? 0) && values['LegalEntityId'] === undefined ? 20_000 : 2_000
  return sql`
    with
      sample as materialized (
        select
          count(*) > 1 as frequent
        from
          clients c tablesample system (0.1) repeatable (1)
        where
          c.client_type_id = ${asked[0]}
          and ${match}
      ),
      walked as materialized (
        select
          c.client_id
        from
          (
            select
              *
            from
              clients w
            where
              w.client_type_id = ${asked[0]}
              and w.is_active
              and w.merged_into_id is null
            order by
              w.name_search,
              w.client_id
            limit
              ${walk}
          ) c
        where
          (
            select
              frequent
            from
              sample
          )
          and ${walkable}
          and ${match}
        limit
          ${enough}
      ),
      found as materialized (
        select
          c.client_id
        from
          clients c
        where
          (
            select
              count(*)
            from
              walked
          ) < ${enough}
          and ${all}
          and ${match} ${order}
      )
    select
      ${columns}
    from
      (
        select
          client_id
        from
          walked
        where
          (
            select
              count(*)
            from
              walked
          ) >= ${enough}
        union all
        select
          client_id
        from
          found
      ) k
      cross join lateral (
        select
          *
        from
          clients x
        where
          x.client_id = k.client_id
        offset
          0
      ) c ${order}
  `
}

const lookup = (
  id: number,
  name: string,
  types: readonly number[] | undefined,
  further?: (user: Caller) => Sql,
): Statement => ({
  id,
  name,
  parameters,
  query: (values, user) => clients(user, values, types, further?.(user)),
})

export const clientStatements: readonly Statement[] = [
  lookup(200, 'Clients', undefined),
  lookup(201, 'Collection centres and the own lab', [clientType.Lab, clientType.CollectionCentre], (user) =>
    user.EntityTypeId === clientType.Lab
      ? sql`
          (
            c.client_type_id = ${literal(clientType.CollectionCentre)}
            or c.client_id = ${user.EntityId}
          )
        `
      : sql`
          c.client_type_id = ${literal(clientType.CollectionCentre)}
          or c.client_id = ${user.EntityId}
        `,
  ),
  lookup(202, 'Referrers', [clientType.Doctor, clientType.Referrer], () => sql`c.can_refer`),
  lookup(
    203,
    'Givers of a collection centre',
    [clientType.Patient, clientType.CollectionCentre, clientType.Institution],
    (user) => sql`
      (
        c.client_id = ${user.EntityId}
        or (
          c.client_type_id = ${literal(clientType.Institution)}
          and c.parent_id = ${user.EntityId}
        )
        or (
          c.client_type_id = ${literal(clientType.Patient)}
          and c.parent_id is not distinct from ${user.EmployerId}
        )
      )
    `,
  ),
  lookup(204, 'Clients of the sales manager', undefined, (user) => sql`c.sales_manager_id = ${user.UserId}`),
]
/** GET /api/clients: the same rows by ClientTypeId, LegalEntityId or ClientId. */
export const simpleClients = (values: Loaded, user: Caller): Sql => clients(user, { limit: 500, ...values }, undefined)
export const clientParameters = parameters
