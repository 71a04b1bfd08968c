// Products on the server: those of the network, and local ones of the owners inside the entity.
import { integer, text } from '../../core/model.ts'
import { errorsOf, yes } from '../../core/refusal.ts'
import { entityType } from '../../core/user.ts'
import { wouldCircle } from '../../server/table/circle.ts'
import { raw, sql, type Sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import type { Caller } from '../../server/caller.ts'
import type { Pickable } from '../../server/pick.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { readOf } from '../../server/table/read-of.ts'
import { invalid, refused } from '../../server/refusal.ts'
import { contains, equals, isSo, like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { statementOf, type Statement } from '../../server/read/statement.ts'
import { saveModel } from '../../server/table/table.ts'
import type { productFields } from './products.model.ts'
import { products, type ProductDraft } from './products.model.ts'
import { checkGst, mayKeepProduct, mayRoute } from './products.rules.ts'

/** Which products a user sees. */
export const productScope = (user: Caller, alias = 'p'): Sql => sql`
  not ${raw(alias)}.is_local_product
  or ${raw(alias)}.owner_id = any (${[...user.Clients]})
`
/** Only their seller and the buyer they name see price lists. */
export const priceListScope = (user: Caller, alias = 'l'): Sql => sql`
  ${raw(alias)}.seller_id = any (${[...user.Clients]})
  or ${raw(alias)}.buyer_id = any (${[...user.Clients]})
`

const place = { model: products, table: 'products', alias: 'p', keyColumn: 'product_id' }

const list = listOf(products, {
  ...recordsOf(place),
  sort: 'Code',
  columns: ['ProductId', 'Code', 'Name', { Owner: 'o.name' }, 'Mrp', 'IsLocalProduct', 'IsActive', 'OwnerId'],
  names: 'left join clients o on o.client_id = p.owner_id',
  filters: {
    Code: like('p.code'),
    Name: like('p.name'),
    OwnerId: equals('p.owner_id'),
    IsLocalProduct: isSo('p.is_local_product'),
    IsActive: isSo('p.is_active'),
  },
  scope: (user) => productScope(user),
})

/** Products that a user may put on a list, by their codes in small letters: how an import finds them. */
export const productsByCode = (user: Caller, codes: readonly string[]): Sql => sql`
  select
    lower(p.code) as "Text",
    p.product_id as "Key",
    json_build_object('ProductId', p.product_id, 'Code', p.code, 'Name', p.name) as "Names"
  from
    products p
  where
    lower(p.code) = any (${[...codes]}::text[])
    and p.is_active
    and (${productScope(user)})
`

/** Price lists that price a product, latest first. */
const pricesOf = (productId: unknown, sellerId: unknown, user: Caller): Sql => sql`
  select
    l.price_list_id as "Id",
    json_build_object('ClientId', s.client_id, 'Name', s.name) as "Seller",
    t.item_label as "BuyerType",
    case
      when b.client_id is not null then json_build_object('ClientId', b.client_id, 'Name', b.name)
    end as "Buyer",
    x.price as "Price",
    x.discount as "Discount",
    l.effective_from_date as "EffectiveFromDate",
    l.effective_till_date as "EffectiveTillDate"
  from
    price_list_products x
    join price_lists l using (price_list_id)
    join clients s on s.client_id = l.seller_id
    left join clients b on b.client_id = l.buyer_id
    left join list_items t on t.list_item_id = l.buyer_type_id
  where
    x.product_id = ${productId}
    and (
      ${sellerId ?? null}::int is null
      or l.seller_id = ${sellerId ?? null}
    )
    and (${priceListScope(user)})
  order by
    l.effective_from_date desc,
    l.price_list_id desc
`

/** 102: price lists of a product; 103: products by code or id, used by imports; 121: all, to begin a price list. */
const lookups: readonly Statement[] = [
  statementOf({
    id: 102,
    name: 'Price lists of a product',
    parameters: { ProductId: integer('Product', { required: 'ProductId is missing' }), SellerId: integer('Seller') },
    query: (values, user) => pricesOf(values.ProductId, values.SellerId, user),
  }),
  statementOf({
    id: 103,
    name: 'Products',
    parameters: { Code: text('Code'), ProductId: integer('Product'), Name: text('Name') },
    query: (values, user) => {
      const where = [sql`(${productScope(user)})`]
      if (typeof values.Code === 'string') where.push(sql`lower(p.code) = ${values.Code.toLowerCase()}`)
      if (values.ProductId !== undefined) where.push(sql`p.product_id = ${values.ProductId}`)
      if (typeof values.Name === 'string')
        where.push(sql`
          (
            ${contains('p.name', values.Name)}
            or ${contains('p.code', values.Name)}
          )
        `)
      return sql`
        select
          ${shown('p', ['ProductId', 'Code', 'Name', 'IsLocalProduct', 'IsActive'])}
        from
          products p
        where
          ${where.reduce(
            (a, b) => sql`
              ${a}
              and ${b}
            `,
          )}
        order by
          p.code
        limit
          500
      `
    },
  }),
  statementOf({
    id: 121,
    name: 'Products at their maximum price',
    module: 'pricelists',
    parameters: {},
    query: (_values, user) => sql`
      select
        p.product_id as "ProductId",
        json_build_object('ProductId', p.product_id, 'Code', p.code, 'Name', p.name) as "Product",
        p.mrp as "Price"
      from
        products p
      where
        p.is_active
        and (${productScope(user)})
      order by
        p.code
      limit
        60000
    `,
  }),
]

type Save = SaveContext<typeof productFields>
/** A product that any other entity adds is its own and local; a laboratory sets the owner. */
const ownedBy = ({ key, user }: Save): Pick<ProductDraft, 'OwnerId' | 'IsLocalProduct'> =>
  key === null && user.EntityTypeId !== entityType.Lab ? { OwnerId: user.EntityId, IsLocalProduct: true } : {}

/** A product cannot be part of itself at any depth. */
const refuseCircle = async ({ tx, record, key }: Save): Promise<void> => {
  if (key === null || !record.SubProducts) return
  const parts = record.SubProducts.flatMap((row) => row.ProductId ?? [])
  if (await wouldCircle(tx, { table: 'sub_products', whole: 'product_id', part: 'sub_product_id' }, key, parts))
    throw invalid({ SubProducts: ['A product cannot be part of itself'] })
}

/** The catalogue hides no product: an unknown key is only a mistake. */
const inUse: Pickable = {
  scope: () => sql`true`,
  where: (user) => sql`
    p.is_active
    and (${productScope(user)})
  `,
}

export const productsServer = moduleOf(products, {
  ...place,
  scope: (user) => productScope(user),
  read: readOf(
    place,
    (key, user) => sql`
      (
        select
          coalesce(json_agg(x), '[]')
        from
          (${pricesOf(key, null, user)}) x
      ) as "PriceLists"
    `,
  ),
  picks: { anyproduct: inUse, product: inUse },
  restricted: (user) => (user.EntityTypeId === entityType.Lab ? [] : ['OwnerId', 'IsLocalProduct']),
  decide: { update: (record, user) => mayKeepProduct(record, user) },
  save: async (context) => {
    const record = { ...context.record, ...ownedBy(context) }
    const kept = mayKeepProduct({ ...context.before, ...record }, context.user)
    if (!kept.ok) throw refused(kept.reason)
    const { ProductLabs } = record
    const routed = ProductLabs ? mayRoute(ProductLabs, context.before?.ProductLabs ?? [], context.user) : yes
    if (!routed.ok) throw invalid(errorsOf(routed))
    const taxed = checkGst({ ...context.before, ...record })
    if (!taxed.ok) throw invalid(errorsOf(taxed))
    await refuseCircle(context)
    return saveModel(place, { ...context, record })
  },
  statements: [{ id: 1010, name: 'Products', module: 'products', parameters: {}, list }, ...lookups],
})
