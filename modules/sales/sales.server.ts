// Sales on the server: scope, load, save, actions, statements, warnings.
import { isPrivileged } from '../../core/user.ts'
import { boolean, integer, oneOf, text } from '../../core/model.ts'
import { network } from '../../core/network.ts'
import { allOf, type Decision } from '../../core/refusal.ts'
import type { Caller } from '../../server/caller.ts'
import { actionOf, moduleOf } from '../../server/module.ts'
import { accessionSale, unlockAccession } from './accession/accession.server.ts'
import { followPriceList } from './accession/price-lists.server.ts'
import { waitFor } from './accession/waits.server.ts'
import { saleAccessioned } from './answers.model.ts'
import { alongSale } from './related-records.server.ts'
import { cancelItem, cancelSale, refundFields, refundSale } from './cancel/cancel.server.ts'
import { productDryRun } from './dryrun/dryrun.server.ts'
import { saleScope, salesStatements } from './list.server.ts'
import { lockedBeforeSale, moneyOfBuyers } from './locks.server.ts'
import { readSale } from './read.server.ts'
import { priceRoutes } from './pricing/prices.server.ts'
import { saveSale } from './save.server.ts'
import { reportOnCancel, sales, type Sale } from './sales.model.ts'
import {
  isSeller,
  mayAccession,
  mayCancelSale,
  mayEdit,
  mayReaccession,
  mayUnlock,
  saleStateOf,
} from './status/status.rules.ts'
import { warningRoutes } from './warnings.server.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { saleStatus } from '../lists/items.model.ts'

const accessionDecision = (sale: Sale): Decision => {
  const state = saleStateOf(sale)
  return state.StatusId < saleStatus.Accessioned ? mayAccession(state) : mayReaccession(state)
}
const bySeller = (sale: Sale, user: Caller): Decision => isSeller(Number(sale.SellerId), user.Clients)

const accession = actionOf(sales, {
  name: 'accession',
  permit: 'reaccession',
  ...saleAccessioned,
  summary: 'Accession a sale, or again: tubes, work items, derived sales',
  // why a leg goes on without a price, why its buyer may owe more than the credit limit, and whether the user draws it
  body: {
    reason: text('Reason', { maxLength: 500 }),
    OverrideRemarks: text('Override remarks', { maxLength: 500 }),
    DrawnHere: boolean('Drawn here'),
  },
  refused: waitFor,
  run: async ({ tx, user, key, body }) => {
    const { accessionNo, again, withoutNumber, asked } = await accessionSale(tx, user, key, {
      ...body,
      isDrawn: body.DrawnHere ?? network.deskDraws,
    })
    const done = again ? `Accession ${accessionNo} is up to date` : `Accession ${accessionNo}`
    const missing =
      withoutNumber.length > 0
        ? `. Still without the LRN of the lab they are bought from: ${withoutNumber.join(', ')}`
        : ''
    const further = asked.map((why) => `. Collect a further tube: ${why}`).join('')
    return { message: `${done}${further}${missing}`, AccessionNo: accessionNo }
  },
})

const unlock = actionOf(sales, {
  name: 'unlock',
  permit: 'unlock',
  path: 'unlock/sales',
  summary: 'Reverse an accession so that products can be changed',
  run: async ({ tx, key }) => {
    await unlockAccession(tx, key)
    return { message: 'The accession is unlocked' }
  },
})

const cancel = actionOf(sales, {
  name: 'cancel',
  permit: 'cancel',
  path: 'cancel/sales',
  summary: 'Cancel a sale',
  body: { reason: text('Reason', { maxLength: 500 }), Report: oneOf('Report', reportOnCancel) },
  decide: bySeller,
  run: async ({ tx, user, before, key, body }) => {
    await cancelSale(tx, user, key, before, body)
    return {
      message: body.Report === 'withdraw' ? 'The sale is cancelled, its report withdrawn' : 'The sale is cancelled',
    }
  },
})

const saleOfLine = async (tx: Tx, lineId: number): Promise<number | undefined> =>
  (
    await tx.maybe<{ SaleId: number }>(sql`
      select
        sale_id
      from
        sale_products
      where
        sale_product_id = ${lineId}
    `)
  )?.SaleId

const cancelLine = actionOf(sales, {
  name: 'cancel item',
  permit: 'cancel',
  path: 'cancel/saleProduct',
  keyField: 'SaleProductId',
  body: { SaleProductId: integer('Line'), formId: integer('Line') },
  summary: 'Cancel one line of a sale',
  record: saleOfLine,
  decide: bySeller,
  run: async ({ tx, user, before, key, body }) => {
    const cancelled = await cancelItem(tx, user, key, before, Number(body.SaleProductId ?? body.formId))
    return { message: `${cancelled} is cancelled` }
  },
})

const refund = actionOf(sales, {
  name: 'refund',
  permit: 'cancel',
  path: 'refund/sales',
  body: refundFields,
  summary: 'Refund an overpayment',
  decide: bySeller,
  run: async ({ tx, user, before, body }) => ({
    message: 'The refund is recorded',
    TransactionId: await refundSale(tx, user, before, body),
  }),
})
export const saleActions = { accession, unlock, cancel, cancelLine, refund }

export const salesServer = moduleOf(sales, {
  table: 'sales',
  alias: 'sale',
  keyColumn: 'sale_id',
  scope: (user) => saleScope(user),
  read: readSale,
  alongside: alongSale,
  locksFirst: (key, sent) => [moneyOfBuyers(key, sent), ...lockedBeforeSale(key, sent)],
  save: saveSale,
  actions: Object.values(saleActions),
  follows: { pricelists: followPriceList },
  statements: salesStatements,
  routes: [...priceRoutes, ...warningRoutes, productDryRun],
  restricted: (user) => (isPrivileged(user) ? [] : ['SaleDate']),
  saved: (record) => `Sale ${record.SaleId} is saved`,
  // also where the sale itself is locked: a letter may arrive later
  mayKeepFiles: bySeller,
  decide: {
    update: (record, user) => allOf(mayEdit(saleStateOf(record)), bySeller(record, user)),
    cancel: (record, user) => allOf(bySeller(record, user), mayCancelSale(saleStateOf(record), user.RoleId)),
    reaccession: (record, user) => allOf(bySeller(record, user), accessionDecision(record)),
    unlock: (record, user) => allOf(bySeller(record, user), mayUnlock(saleStateOf(record))),
  },
})
