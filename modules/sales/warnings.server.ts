// What the counter sees while it books: the same LRN of the seller this year, a similar patient, and what the tests on
// the bill need stated.
import { financialYear } from '../../core/dates.ts'
import { datetime, digits, integer, references, text } from '../../core/model.ts'
import { literal, sql } from '../../server/db/db.ts'
import { json, routeOf, type Route } from '../../server/route.ts'
import { saleScope } from './list.server.ts'
import { clientType, saleStatus } from '../lists/items.model.ts'
import { salesWithLrn, askedByProducts } from './answers.model.ts'
import { similarPatients } from '../clients/acts/answers.model.ts'
import { nameAsRead } from '../../core/same.ts'

/**
 * Sales of the seller with this LRN in the financial year of the date, and patients with the same name, birth year and
 * phone.
 */
export const warningRoutes: readonly Route[] = [
  routeOf({
    method: 'GET',
    ...salesWithLrn,
    access: { module: 'sales', permit: 'list' },
    scope: 'sales inside the entity',
    summary: 'Other sales with this LRN',
    query: {
      LRN: digits('LRN', { required: 'LRN is required' }),
      SellerId: integer('Seller', { required: 'Seller is required' }),
      SaleId: integer('Sale'),
      SaleDate: datetime('Sale Date'),
    },
    handler: async (call) => {
      const { firstDay, lastDay } = financialYear(call.query.SaleDate ?? new Date())
      return json(
        await call.db.replica.rows(sql`
          select
            sale.sale_id as "SaleId",
            sale.sale_date as "SaleDate",
            sale.patient_name as "Patient"
          from
            sales sale
          where
            sale.lrn = ${call.query.LRN}
            and sale.seller_id = ${call.query.SellerId}
            and sale.status_id <> ${literal(saleStatus.Cancelled)}
            and sale.sale_id is distinct from ${call.query.SaleId ?? null}
            and sale.base_sale_id is null
            and network_day (sale.sale_date) between ${firstDay}::date and ${lastDay}::date
            and (${saleScope(call.user)})
          order by
            sale.sale_date desc
          limit
            5
        `),
      )
    },
  }),
  routeOf({
    method: 'GET',
    ...askedByProducts,
    access: { module: 'sales', permit: 'list' },
    scope: 'the catalogue of the network',
    summary: 'States at the draw on which intervals of these products depend, and which of them ask for consent',
    query: { ProductIds: references('Products', 'anyproduct', { required: 'Products are required' }) },
    handler: async (call) =>
      json(
        await call.db.replica.one(sql`
          select
            coalesce(
              json_agg(
                distinct asked.name
                order by
                  asked.name
              ),
              '[]'
            ) as "Asks",
            (
              select
                coalesce(
                  json_agg(
                    sold.product_id
                    order by
                      sold.product_id
                  ),
                  '[]'
                )
              from
                unnest(${[...(call.query.ProductIds ?? [])]}::int[]) sold (product_id)
              where
                asks_consent (sold.product_id)
            ) as "Consent"
          from
            unnest(${[...(call.query.ProductIds ?? [])]}::int[]) wanted (product_id)
            cross join lateral unnest(product_asks (wanted.product_id)) asked (name)
        `),
      ),
  }),
  routeOf({
    method: 'GET',
    ...similarPatients,
    access: { module: 'patients', permit: 'list' },
    scope: 'patients of the employer',
    summary: 'Patients with the same name, birth year and phone',
    query: {
      Name: text('Name', { required: 'Name is required' }),
      BirthYear: integer('Birth year'),
      MobilePhone: text('Phone'),
    },
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            client.client_id as "ClientId",
            client.name as "Name",
            client.mobile_phone as "Phone",
            client.birth_date as "BirthDate",
            client.area as "Area"
          from
            clients client
          where
            client.client_type_id = ${literal(clientType.Patient)}
            and client.is_active
            and client.parent_id is not distinct from ${call.user.EmployerId}
            and client.name_search = ${nameAsRead(String(call.query.Name)).toLowerCase()}
            and (
              ${call.query.BirthYear ?? null}::int is null
              or extract(
                year
                from
                  client.birth_date
              ) = ${call.query.BirthYear ?? null}
            )
            and (
              ${call.query.MobilePhone ?? null}::text is null
              or client.mobile_phone is not distinct from ${call.query.MobilePhone ?? null}
            )
          limit
            5
        `),
      ),
  }),
]
