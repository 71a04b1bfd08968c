// Lists of clients: all of them, and patients, doctors and referrers each on their own.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals, isSo, like, nameContains } from '../../server/read/conditions.ts'
import { listOf, type ListColumns } from '../../server/read/list.ts'
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
    and c.client_type_id in (${literal(...partOfEntity)})
    and c.parent_id = any (${[...user.Clients]})
  )
  or (
    c.client_type_id = ${literal(clientType.LegalEntity)}
    and ${isNetworkAdministrator(user)}
  )
`
/** The same for a module of one client type: its address opens no other. */
export const typeScope =
  (type: number) =>
  (user: Caller): Sql => sql`
    c.client_type_id = ${type}
    and (${recordScope(user)})
  `

/** The condition of each filter of the lists of clients. */
export const personWhere = {
  Name: (value: string) =>
    /^\d{4,}$/.test(value.trim()) ? sql`c.mobile_phone like ${`${value.trim()}%`}` : nameContains('c', value),
  Area: like("coalesce(c.area, '')"),
  MobilePhone: (value: string) => sql`c.mobile_phone like ${`%${value.replace(/\D/g, '')}%`}`,
  IsActive: isSo('c.is_active'),
}

const plan = {
  from: 'clients c',
  alias: 'c',
  key: 'c.client_id',
  names: sql`
    left join list_items t on t.list_item_id = c.client_type_id
    left join clients p on p.client_id = c.parent_id
    left join list_items g on g.list_item_id = c.gender_id
  `,
}
const sorts = { Name: 'c.name_search' }

const list = listOf(clients, {
  ...plan,
  sort: 'Name',
  sorts,
  columns: [
    'ClientId',
    { ClientType: 't.item_label' },
    'Name',
    'Code',
    'Area',
    'City',
    'MobilePhone',
    { Parent: 'p.name' },
    'IsActive',
    'ClientTypeId',
    'ParentId',
  ],
  filters: {
    ...personWhere,
    ClientTypeId: equals('c.client_type_id'),
    ParentId: (value) => belowParent(value),
    // by the price lists and sales of those the user works for: who else bought a test is not for them to know
    ProductId: (value, { Clients }) => sql`
      (
        exists (
          select
            1
          from
            price_lists l
            join price_list_products x using (price_list_id)
          where
            x.product_id = ${value}
            and c.client_id in (l.seller_id, l.buyer_id)
            and (
              l.seller_id = any (${[...Clients]})
              or l.buyer_id = any (${[...Clients]})
            )
        )
        or c.client_id in (
          select
            unnest(array[s.buyer_id, s.seller_id])
          from
            sales s
            join sale_products x using (sale_id)
          where
            x.product_id = ${value}
            and (
              s.seller_id = any (${[...Clients]})
              or s.buyer_id = any (${[...Clients]})
            )
        )
      )
    `,
  },
  scope: (user) => sql`
    c.merged_into_id is null
    and (${recordScope(user)})
  `,
})
export const clientLists: readonly Statement[] = [
  { id: 1009, name: 'Clients', module: 'clients', parameters: {}, list },
]

/** The list of one type of people: no organisation has to be looked for. `columns` follow the name. */
export const peopleOf = (type: number, columns: ListColumns) => ({
  ...plan,
  sort: 'Name',
  sorts,
  columns: ['ClientId', 'Name', ...columns, 'MobilePhone', 'Area', 'IsActive', 'ClientTypeId', 'ParentId'],
  scope: (user: Caller) => sql`
    c.client_type_id = ${type}
    and c.merged_into_id is null
    and (${clientScope(user)})
  `,
})
