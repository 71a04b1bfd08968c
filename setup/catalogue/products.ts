// The sales part of a catalogue: products, price lists and referral schemes.
import { sql, type Tx } from '../../server/db/db.ts'
import { insertAll, rowsOf, type Catalogue, type Row } from './rows.ts'

export const loadProducts = async (tx: Tx, c: Catalogue, shift: (day: string) => string): Promise<void> => {
  await insertAll(
    tx,
    'products',
    [
      'ProductId',
      'Code',
      'Name',
      'Description',
      'OwnerId',
      'IsLocalProduct',
      'IsActive',
      'Mrp',
      'GenderId',
      'FastingRequired',
      'ConsentRequired',
      'RowVersion',
    ],
    c.products.map((p) => ({
      ...p,
      FastingRequired: p['FastingRequired'] ?? false,
      ConsentRequired: p['ConsentRequired'] ?? false,
      RowVersion: 1,
    })),
  )
  const many = (name: string, as: string) =>
    c.products.flatMap((p) =>
      ((p[name] ?? []) as number[]).map((id, Sequence): Row => ({ ProductId: p['ProductId'], [as]: id, Sequence })),
    )
  await insertAll(tx, 'product_groups', ['ProductId', 'ListItemId'], many('GroupIds', 'ListItemId'))
  await insertAll(tx, 'product_tests', ['ProductId', 'TestId', 'Sequence'], many('TestIds', 'TestId'))
  await insertAll(tx, 'sub_products', ['ProductId', 'SubProductId', 'Sequence'], many('SubProductIds', 'SubProductId'))
  const sent = JSON.stringify(
    c.products.flatMap((p) =>
      rowsOf(p, 'ProductLabs').map((l) => ({
        ProductId: p['ProductId'],
        From: l['SourceLabId'],
        To: l['DestinationLabId'],
        MandateLRN: l['MandateLRN'],
        Sequence: l['SequenceNumber'],
      })),
    ),
  )
  await tx.run(sql`
    insert into
      product_labs (product_id, source_lab_id, destination_lab_id, mandate_lrn, sequence_number)
    select
      x."ProductId",
      x."From",
      x."To",
      x."MandateLRN",
      x."Sequence"
    from
      jsonb_to_recordset(${sent}::jsonb) as x ("ProductId" int, "From" int, "To" int, "MandateLRN" text, "Sequence" int)
  `)
  await insertAll(
    tx,
    'price_lists',
    ['PriceListId', 'EffectiveFromDate', 'SellerId', 'BuyerTypeId', 'BuyerId', 'RowVersion'],
    c.priceLists.map((p) => ({ ...p, EffectiveFromDate: shift(String(p['EffectiveFromDate'])), RowVersion: 1 })),
  )
  const grid = (rows: Row[], key: string, name: string) =>
    rows.flatMap((p) => rowsOf(p, name).map((line): Row => ({ ...line, [key]: p[key] })))
  await tx.run(sql`
    insert into
      price_list_products (price_list_id, product_id, price, discount)
    select
      x."PriceListId",
      x."ProductId",
      x."Price",
      coalesce(x."Discount", 0)
    from
      jsonb_to_recordset(${JSON.stringify(
        grid(c.priceLists, 'PriceListId', 'PriceListProducts'),
      )}::jsonb) as x ("PriceListId" int, "ProductId" int, "Price" numeric, "Discount" numeric)
  `)
  await insertAll(
    tx,
    'referral_schemes',
    ['ReferralSchemeId', 'EffectiveFromDate', 'SellerId', 'ReferrerId', 'RowVersion'],
    c.referralSchemes.map((p) => ({ ...p, EffectiveFromDate: shift(String(p['EffectiveFromDate'])), RowVersion: 1 })),
  )
  await tx.run(sql`
    insert into
      referral_scheme_products (referral_scheme_id, product_id, commission)
    select
      x."ReferralSchemeId",
      x."ProductId",
      x."Commission"
    from
      jsonb_to_recordset(${JSON.stringify(
        grid(c.referralSchemes, 'ReferralSchemeId', 'ReferralSchemeProducts'),
      )}::jsonb) as x ("ReferralSchemeId" int, "ProductId" int, "Commission" numeric)
  `)
}
