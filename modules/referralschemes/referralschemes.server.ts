// Referral schemes on the server: only for their sellers.
import { dayOf } from '../../core/dates.ts'
import { sql } from '../../server/db/db.ts'
import { importOf } from '../../server/imports/import.ts'
import { moduleOf } from '../../server/module.ts'
import { equals } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { invalid } from '../../server/refusal.ts'
import type { Caller } from '../../server/caller.ts'
import { readOf } from '../../server/table/read-of.ts'
import { saveModel } from '../../server/table/table.ts'
import { productsByCode } from '../products/products.server.ts'
import { mayPrice } from '../pricelists/lists.rules.ts'
import { referralschemes } from './referralschemes.model.ts'
import { schemeErrors } from './referralschemes.rules.ts'

const place = { model: referralschemes, table: 'referral_schemes', alias: 'scheme', keyColumn: 'referral_scheme_id' }
const scope = (user: Caller) => sql`scheme.seller_id = any (${[...user.Clients]})`

const list = listOf(referralschemes, {
  ...recordsOf(place),
  sort: '-EffectiveFromDate',
  columns: {
    Seller: 'seller.name',
    Referrer: 'referrer.name',
    Products: `
        (
          select
            count(*)::int
          from
            referral_scheme_products agreed
          where
            agreed.referral_scheme_id = scheme.referral_scheme_id
        )
      `,
  },
  names: sql`
    left join clients seller on seller.client_id = scheme.seller_id
    left join clients referrer on referrer.client_id = scheme.referrer_id
  `,
  filters: {
    // those in effect between the two days; an instant means its day in the network's time zone
    FromDate: (value: string) => sql`
      (
        scheme.effective_till_date is null
        or scheme.effective_till_date >= ${dayOf(value)}::date
      )
    `,
    ToDate: (value: string) => sql`scheme.effective_from_date <= ${dayOf(value)}::date`,
    SellerId: equals('scheme.seller_id'),
    ReferrerId: equals('scheme.referrer_id'),
    // a scheme has no buyer: those of the sellers that the buyers belong to
    BuyerIds: (value: number[]) => sql`
      scheme.seller_id in (
        select
          client.parent_id
        from
          clients client
        where
          client.client_id = any (${value})
      )
    `,
    // the seller gives the commission, the referrer receives it
    GiverId: equals('scheme.seller_id'),
    ReceiverId: equals('scheme.referrer_id'),
  },
  scope,
})

/** Code, any, commission. */
const commissions = importOf(referralschemes, {
  grid: 'ReferralSchemeProducts',
  summary: 'Import of commissions',
  counted: 'products',
  columns: [
    { title: 'Code', name: 'ProductId', find: productsByCode, missing: 'Product Not Found' },
    { title: 'Name' },
    { title: 'Commission', name: 'Commission' },
  ],
})

export const referralschemesServer = moduleOf(referralschemes, {
  ...place,
  scope,
  read: readOf(place),
  bodyLimit: 16_777_216,
  decide: { update: (record, user) => mayPrice(record.SellerId, user, 'referral scheme') },
  save: async (context) => {
    const errors = schemeErrors({ ...context.before, ...context.record })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return saveModel(place, context)
  },
  statements: [{ id: 1020, name: 'Referral Schemes', module: 'referralschemes', parameters: {}, list }],
  routes: [commissions.route],
  jobs: [commissions.job],
})
