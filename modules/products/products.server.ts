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
import { pricesOfProduct, productsFound, productsAtTheirPrice } from './answers.model.ts'

/** Which products a user sees. */
export const productScope = (user: Caller, alias = 'product'): Sql => sql`
  not ${raw(alias)}.is_local_product
  or ${raw(alias)}.owner_id = any (${[...user.Clients]})
`
/** Only their seller and the buyer they name see price lists. */
export const priceListScope = (user: Caller, alias = 'list'): Sql => sql`
  ${raw(alias)}.seller_id = any (${[...user.Clients]})
  or ${raw(alias)}.buyer_id = any (${[...user.Clients]})
`

const place = { model: products, table: 'products', alias: 'product', keyColumn: 'product_id' }

const list = listOf(products, {
  ...recordsOf(place),
  sort: 'Code',
  columns: { Owner: 'owner.name' },
  names: 'left join clients owner on owner.client_id = product.owner_id',
  filters: {
    Code: like('product.code'),
    Name: like('product.name'),
    OwnerId: equals('product.owner_id'),
    IsLocalProduct: isSo('product.is_local_product'),
    IsActive: isSo('product.is_active'),
  },
  scope: (user) => productScope(user),
})

/** Products that a user may put on a list, by their codes in small letters: how an import finds them. */
export const productsByCode = (user: Caller, codes: readonly string[]): Sql => sql`
  select
    lower(product.code) as "Text",
    product.product_id as "Key",
    json_build_object('ProductId', product.product_id, 'Code', product.code, 'Name', product.name) as "Names"
  from
    products product
  where
    lower(product.code) = any (${[...codes]}::text[])
    and product.is_active
    and (${productScope(user)})
`

/** Price lists that price a product, latest first. */
const pricesOf = (productId: unknown, sellerId: unknown, user: Caller): Sql => sql`
  select
    list.price_list_id as "Id",
    json_build_object('ClientId', seller.client_id, 'Name', seller.name) as "Seller",
    type.item_label as "BuyerType",
    case
      when buyer.client_id is not null then json_build_object('ClientId', buyer.client_id, 'Name', buyer.name)
    end as "Buyer",
    priced.price as "Price",
    priced.discount as "Discount",
    list.effective_from_date as "EffectiveFromDate",
    list.effective_till_date as "EffectiveTillDate"
  from
    price_list_products priced
    join price_lists list using (price_list_id)
    join clients seller on seller.client_id = list.seller_id
    left join clients buyer on buyer.client_id = list.buyer_id
    left join list_items type on type.list_item_id = list.buyer_type_id
  where
    priced.product_id = ${productId}
    and (
      ${sellerId ?? null}::int is null
      or list.seller_id = ${sellerId ?? null}
    )
    and (${priceListScope(user)})
  order by
    list.effective_from_date desc,
    list.price_list_id desc
`

/** 102: price lists of a product; 103: products by code or id, used by imports; 121: all, to begin a price list. */
const lookups: readonly Statement[] = [
  statementOf({
    ...pricesOfProduct,
    name: 'Price lists of a product',
    // what a place sells for and buys at is read by whose work is with price lists
    module: 'pricelists',
    parameters: { ProductId: integer('Product', { required: 'ProductId is missing' }), SellerId: integer('Seller') },
    query: (values, user) => pricesOf(values.ProductId, values.SellerId, user),
  }),
  statementOf({
    ...productsFound,
    name: 'Products',
    parameters: { Code: text('Code'), ProductId: integer('Product'), Name: text('Name') },
    query: (values, user) => {
      const where = [sql`(${productScope(user)})`]
      if (typeof values.Code === 'string') where.push(sql`lower(product.code) = ${values.Code.toLowerCase()}`)
      if (values.ProductId !== undefined) where.push(sql`product.product_id = ${values.ProductId}`)
      if (typeof values.Name === 'string')
        where.push(sql`
          (
            ${contains('product.name', values.Name)}
            or ${contains('product.code', values.Name)}
          )
        `)
      return sql`
        select
          ${shown('product', ['ProductId', 'Code', 'Name', 'IsLocalProduct', 'IsActive'])}
        from
          products product
        where
          ${where.reduce(
            (a, b) => sql`
              ${a}
              and ${b}
            `,
          )}
        order by
          product.code
        limit
          500
      `
    },
  }),
  statementOf({
    ...productsAtTheirPrice,
    name: 'Products at their maximum price',
    module: 'pricelists',
    parameters: {},
    query: (_values, user) => sql`
      select
        product.product_id as "ProductId",
        json_build_object('ProductId', product.product_id, 'Code', product.code, 'Name', product.name) as "Product",
        product.mrp as "Price"
      from
        products product
      where
        product.is_active
        and (${productScope(user)})
      order by
        product.code
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
    product.is_active
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
