// Sales on the server: scope, load, save, actions, statements, warnings.
import { isPrivileged } from '../../core/user.ts'
import { text } from '../../core/model.ts'
import { allOf } from '../../core/refusal.ts'
import type { Caller, Loaded } from '../../server/caller.ts'
import type { Action, ServerModule } from '../../server/module.ts'
import { refused } from '../../server/refusal.ts'
import { accessionSale, unlockAccession } from './accession/accession.server.ts'
import { alongSale } from './alongside.server.ts'
import { cancelItem, cancelSale, refundFields, refundSale } from './cancel/cancel.server.ts'
import { saleScope, salesStatements } from './list.server.ts'
import { lockedBeforeSale } from './locks.server.ts'
import { readSale } from './read.server.ts'
import { priceRoutes } from './pricing/prices.server.ts'
import { saveSale } from './save.server.ts'
import { sales } from './sales.model.ts'
import {
  isSeller,
  mayAccession,
  mayCancelSale,
  mayEdit,
  mayPrint,
  mayReaccession,
  mayUnlock,
  saleStateOf,
} from './status/status.rules.ts'
import { warningRoutes } from './warnings.server.ts'
import { sql } from '../../server/db/db.ts'
import { saleStatus } from '../lists/items.model.ts'

const accessionDecision = (record: Loaded) =>
  Number(record['StatusId']) < saleStatus.Accessioned
    ? mayAccession(saleStateOf(record))
    : mayReaccession(saleStateOf(record))
const bySeller = (record: Loaded | null, user: Caller) => isSeller(Number(record?.['SellerId']), user.Clients)
const need = (decision: { ok: true } | { ok: false; reason: string }): void => {
  if (!decision.ok) throw refused(decision.reason)
}

const actions: readonly Action[] = [
  {
    name: 'accession',
    permit: 'reaccession',
    path: 'accession/sales',
    keyField: 'formId',
    summary: 'Accession a sale, or again: tubes, work items, derived sales',
    run: async ({ tx, user, before, key }) => {
      need(bySeller(before, user))
      need(accessionDecision(before as Loaded))
      const { accessionNo, again, withoutNumber } = await accessionSale(tx, user, key as number)
      const done = again ? `Accession ${accessionNo} is up to date` : `Accession ${accessionNo}`
      const missing =
        withoutNumber.length > 0
          ? `. Still without the LRN of the lab they are bought from: ${withoutNumber.join(', ')}`
          : ''
      return { message: `${done}${missing}`, AccessionNo: accessionNo }
    },
  },
  {
    name: 'unlock',
    permit: 'unlock',
    path: 'unlock/sales',
    keyField: 'formId',
    summary: 'Take an accession back so that products can be changed',
    run: async ({ tx, user, before, key }) => {
      need(bySeller(before, user))
      need(mayUnlock(saleStateOf(before as Loaded)))
      await unlockAccession(tx, key as number)
      return { message: 'The accession is unlocked' }
    },
  },
  {
    name: 'cancel',
    permit: 'cancel',
    path: 'cancel/sales',
    keyField: 'formId',
    summary: 'Cancel a sale',
    body: { reason: text('Reason', { maxLength: 500 }) },
    run: async ({ tx, user, before, key, body }) => {
      need(bySeller(before, user))
      await cancelSale(tx, user, key as number, before as Loaded, body['reason'])
      return { message: 'The sale is cancelled' }
    },
  },
  {
    name: 'cancel item',
    permit: 'cancel',
    path: 'cancel/saleProduct',
    keyField: 'SaleProductId',
    summary: 'Cancel one line of a sale',
    record: async (tx, lineId) =>
      (
        await tx.maybe<{ sale_id: number }>(sql`
          select
            sale_id
          from
            sale_products
          where
            sale_product_id = ${lineId}
        `)
      )?.sale_id,
    run: async ({ tx, user, before, key, body }) => {
      need(bySeller(before, user))
      return {
        message: `${await cancelItem(tx, key as number, before as Loaded, Number(body['SaleProductId'] ?? body['formId']))} is cancelled`,
      }
    },
  },
  {
    name: 'refund',
    permit: 'cancel',
    path: 'refund/sales',
    keyField: 'formId',
    body: refundFields,
    summary: 'Give back what was paid beyond what is due',
    run: async ({ tx, user, before, body }) => {
      need(bySeller(before, user))
      return { message: 'The refund is recorded', TransactionId: await refundSale(tx, user, before as Loaded, body) }
    },
  },
]

export const salesServer: ServerModule = {
  model: sales,
  table: 'sales',
  alias: 's',
  keyColumn: 'sale_id',
  scope: (user) => saleScope(user),
  read: readSale,
  alongside: alongSale,
  locksFirst: lockedBeforeSale,
  save: saveSale,
  actions,
  statements: salesStatements,
  routes: [...priceRoutes, ...warningRoutes],
  restricted: (user: Caller) => (isPrivileged(user) ? [] : ['SaleDate']),
  saved: (record) => `Sale ${String(record['SaleId'])} is saved`,
  decide: {
    update: (record) => mayEdit(saleStateOf(record)),
    print: (record) => mayPrint(saleStateOf(record)),
    cancel: (record, user) => allOf(bySeller(record, user), mayCancelSale(saleStateOf(record), user.RoleId)),
    reaccession: (record, user) => allOf(bySeller(record, user), accessionDecision(record)),
    unlock: (record, user) => allOf(bySeller(record, user), mayUnlock(saleStateOf(record))),
  },
}
