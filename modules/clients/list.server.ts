// Lists of clients: all of them, and patients, doctors and referrers each on their own.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals, isSo, like, nameContains } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import type { Statement } from '../../server/read/statement.ts'
import { isStaff, role } from '../../core/user.ts'
import { isNetworkAdministrator } from '../users/first.server.ts'
import { clients } from './clients.model.ts'
import { belowParent, clientScope } from './scope.server.ts'
import { clientType } from '../lists/items.model.ts'
import { partOfEntity } from './clients.rules.ts'

/**
 * Which client records a user lists, opens and saves: those of the look-ups; organisations below them that were added
 * since the session began; and for the administrator of the network, who adds them, the legal entities, which belong
 * to no other.
 */
export const recordScope = (user: Caller): Sql => sql`
  ${clientScope(user)}
  or (
    ${user.RoleId !== role.SalesManager && isStaff(user)}
    and client.client_type_id in (${literal(...partOfEntity)})
    and client.parent_id = any (${[...user.Clients]})
  )
  or (
    client.client_type_id = ${literal(clientType.LegalEntity)}
    and ${isNetworkAdministrator(user)}
  )
`
/** The same for a module of one client type: its address opens no other. */
export const typeScope =
  (type: number) =>
  (user: Caller): Sql => sql`
    client.client_type_id = ${type}
    and (${recordScope(user)})
  `

/** The condition of each filter of the lists of clients. */
export const personWhere = {
  Name: (value: string) =>
    /^\d{4,}$/.test(value.trim()) ? sql`client.mobile_phone like ${`${value.trim()}%`}` : nameContains('client', value),
  Area: like("coalesce(client.area, '')"),
  MobilePhone: (value: string) => sql`client.mobile_phone like ${`%${value.replace(/\D/g, '')}%`}`,
  IsActive: isSo('client.is_active'),
}

const plan = {
  from: 'clients client',
  alias: 'client',
  key: 'client.client_id',
  names: sql`
    left join list_items type on type.list_item_id = client.client_type_id
    left join clients parent on parent.client_id = client.parent_id
    left join list_items gender on gender.list_item_id = client.gender_id
  `,
}
const sorts = { Name: 'client.name_search' }

const list = listOf(clients, {
  ...plan,
  sort: 'Name',
  sorts,
  columns: { ClientType: 'type.item_label', Parent: 'parent.name' },
  filters: {
    ...personWhere,
    ClientTypeId: equals('client.client_type_id'),
    ParentId: (value) => belowParent(value),
    // by the price lists and sales of those the user works for: who else bought a test is not for them to know
    ProductId: (value, { Clients }) => sql`
      (
        exists (
          select
            1
          from
            price_lists list
            join price_list_products priced using (price_list_id)
          where
            priced.product_id = ${value}
            and client.client_id in (list.seller_id, list.buyer_id)
            and (
              list.seller_id = any (${[...Clients]})
              or list.buyer_id = any (${[...Clients]})
            )
        )
        or client.client_id in (
          select
            unnest(array[sale.buyer_id, sale.seller_id])
          from
            sales sale
            join sale_products line using (sale_id)
          where
            line.product_id = ${value}
            and (
              sale.seller_id = any (${[...Clients]})
              or sale.buyer_id = any (${[...Clients]})
            )
        )
      )
    `,
  },
  scope: (user) => sql`
    client.merged_into_id is null
    and (${recordScope(user)})
  `,
})
export const clientLists: readonly Statement[] = [
  { id: 1009, name: 'Clients', module: 'clients', parameters: {}, list },
]

/** The list of one type of people: no organisation has to be looked for. */
export const peopleOf = (type: number) => ({
  ...plan,
  sort: 'Name',
  sorts,
  scope: (user: Caller) => sql`
    client.client_type_id = ${type}
    and client.merged_into_id is null
    and (${clientScope(user)})
  `,
})
