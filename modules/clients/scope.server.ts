// Which clients exist for whom: below a parent, looked after by a sales manager, of a portal, a lab or a legal entity.
import { isPortal, role } from '../../core/user.ts'
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { clientType } from '../lists/items.model.ts'
import { partOfEntity, peopleAndPartners } from './clients.rules.ts'

/** An organisation and those above it: a query of `client_id`. */
export const above = (placeId: number): Sql => sql`
  with recursive
    up as (
      select
        client_id,
        parent_id
      from
        clients
      where
        client_id = ${placeId}
      union
      select
        parent.client_id,
        parent.parent_id
      from
        clients parent
        join up on parent.client_id = up.parent_id
    )
  select
    client_id
  from
    up
`

/** Below a parent at any depth: an employer finds its labs' centres. */
export const belowParent = (parent: unknown, alias = 'client'): Sql => {
  const client = raw(alias)
  return sql`
    (
      ${client}.parent_id = ${parent}
      or ${client}.parent_id in (
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
              party.client_id
            from
              clients party
              join up on party.parent_id = up.client_id
            where
              party.client_type_id in (${literal(clientType.LegalEntity, ...partOfEntity)})
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
 * Organisations and partners that a sales manager looks after, inside the employer; patients have no manager.
 */
const managedBy = (user: Caller, alias: string): Sql => {
  const client = raw(alias)
  return sql`
    ${client}.sales_manager_id = ${user.UserId}
    and ${client}.client_type_id <> ${literal(clientType.Patient)}
    and (
      ${client}.client_id = ${user.EmployerId}
      or ${belowParent(user.EmployerId, alias)}
    )
  `
}
/** Keys of the clients that a sales manager looks after. */
export const managedClients = (user: Caller): Sql => sql`
  select
    client.client_id
  from
    clients client
  where
    ${managedBy(user, 'client')}
`
/** The place a sales manager works at, whom they look after, and the organisations that belong to those. */
const ofSalesManager = (user: Caller, alias: string): Sql => {
  const client = raw(alias)
  return sql`
    ${client}.client_id = ${user.EntityId}
    or (${managedBy(user, alias)})
    or (
      ${client}.client_type_id in (${literal(...partOfEntity)})
      and ${client}.parent_id in (${managedClients(user)})
    )
  `
}
/** A portal sees itself; an institution also the patients and doctors of what it bought or sold. */
const ofPortal = (user: Caller, alias: string): Sql => {
  const client = raw(alias)
  if (user.EntityTypeId !== clientType.Institution) return sql`${client}.client_id = ${user.EntityId}`
  const own = [...user.Clients]
  const theirs = sql`
    ${client}.client_id in (
      select
        unnest(array[sale.patient_id, sale.referring_doctor_id])
      from
        sales sale
      where
        sale.buyer_id = any (${own})
        or sale.seller_id = any (${own})
    )
  `
  return sql`
    ${client}.client_id = any (${own})
    or (
      ${client}.client_type_id in (${literal(clientType.Doctor, clientType.Patient)})
      and ${theirs}
    )
  `
}
/** People and partners belong to the employer; a lab's own parents and siblings are visible as parties. */
const ofPart = (user: Caller, alias: string): Sql => {
  const client = raw(alias)
  const people = sql`
    (
      ${client}.client_type_id in (${literal(...peopleAndPartners)})
      and ${client}.parent_id is not distinct from ${user.EmployerId}
    )
  `
  return sql`
    ${client}.client_id = any (${[...user.Clients]})
    or ${people}
    or ${client}.client_id in (${above(user.EntityId)})
  `
}
/** Which clients exist for a user: organisations of the entity, and the people and partners of the employer. */
export const clientScope = (user: Caller, alias = 'client'): Sql => {
  const client = raw(alias)
  const own = [...user.Clients]
  if (user.RoleId === role.SalesManager) return ofSalesManager(user, alias)
  if (isPortal(user)) return ofPortal(user, alias)
  switch (user.EntityTypeId) {
    case clientType.LegalEntity:
      return sql`
        ${client}.client_id = any (${own})
        or ${client}.parent_id = any (${own})
      `
    case clientType.Lab:
    case clientType.CollectionCentre:
    case clientType.Institution:
      return ofPart(user, alias)
    default:
      return sql`${client}.client_id = ${user.EntityId}`
  }
}

/** Of party_dues `due`: what is owed to the organisations of the user. */
export const duesScope = (user: Caller): Sql => sql` due.seller_id = any (${[...user.Clients]}) `

/** Clients to which samples may be sent: labs of one network send to each other, wherever in it they are. */
export const consigneeScope = (user: Caller): Sql => {
  if (isPortal(user) || user.EmployerId === null) return clientScope(user)
  return sql`
    (${clientScope(user)})
    or (
      client.client_type_id = ${literal(clientType.Lab)}
      and ${belowParent(user.EmployerId)}
    )
  `
}
