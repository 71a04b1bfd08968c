// Invoices on the server: issued for pending sales, changed only by cancelling or a credit note.
import { dayOf } from '../../core/dates.ts'
import { json, text } from '../../core/model.ts'
import { isPrivileged } from '../../core/user.ts'
import { now } from '../../server/clock.ts'
import { sql } from '../../server/db/db.ts'
import { actionOf, moduleOf, type SaveContext } from '../../server/module.ts'
import { allOf, no } from '../../core/refusal.ts'
import { equals, from, like, till } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { invalid, malformed, notPermitted, refused } from '../../server/refusal.ts'
import type { Caller } from '../../server/caller.ts'
import { cycleDrafts, invoiceCycle, issueCycle } from './cycle/cycle.server.ts'
import { remind, sendStatement } from './letters/acts.server.ts'
import { overdueBuyers } from './letters/overdue.server.ts'
import { sendInvoices } from './letters/send.server.ts'
import { cancelInvoice, creditSales, issueInvoice } from './issue.server.ts'
import { invoices, type invoiceFields } from './invoices.model.ts'
import { isOverpaid, mayCancelInvoice, mayCredit, mayDate, salesErrors } from './invoices.rules.ts'
import { buyersToInvoice } from './buyers.server.ts'
import { pendingStatements } from './pending.server.ts'
import { printInvoices, printManyInvoices } from './print/many.server.ts'
import { allocate, unallocate, undoFields } from '../transactions/allocations/acts.server.ts'
import { isOurs, mayPut } from '../transactions/allocations/allocations.rules.ts'
import { freeLock } from '../ledger/hold.server.ts'
import { readInvoice } from './read.server.ts'
import { invoiceScope } from './scope.server.ts'
import { creditNote } from './answers/answers.model.ts'

const place = { model: invoices, table: 'invoices', alias: 'invoice', keyColumn: 'invoice_id' }

const list = listOf(invoices, {
  ...recordsOf(place),
  from: 'invoice_facts invoice',
  sort: '-InvoiceDate',
  columns: { Seller: 'seller.name', Buyer: 'buyer.name' },
  names: sql`
    left join clients seller on seller.client_id = invoice.seller_id
    left join clients buyer on buyer.client_id = invoice.buyer_id
  `,
  filters: {
    FromDate: from('invoice.invoice_date'),
    ToDate: till('invoice.invoice_date'),
    // the buyer gives the money
    GiverId: equals('invoice.buyer_id'),
    ReferrerId: (value) => sql`
      exists (
        select
          1
        from
          sales sale
        where
          sale.invoice_id = invoice.invoice_id
          and sale.referrer_id = ${value}
      )
    `,
    InvoiceNo: like('invoice.invoice_no'),
  },
  scope: invoiceScope,
})

const save = async ({ tx, user, record, key }: SaveContext<typeof invoiceFields>): Promise<number> => {
  if (key !== null) throw refused('An issued invoice cannot be changed. Cancel it, or issue a credit note')
  const errors = salesErrors(record.Sales)
  if (Object.keys(errors).length > 0) throw invalid(errors, Object.values(errors).flat()[0])
  const may = mayDate(record.InvoiceDate, dayOf(now()), isPrivileged(user))
  if (!may.ok) throw notPermitted(may.reason)
  const date = (isPrivileged(user) ? record.InvoiceDate : null) ?? now().toISOString()
  return issueInvoice(tx, user, {
    sellerId: Number(record.SellerId),
    buyerId: Number(record.BuyerId),
    date,
    sales: (record.Sales ?? []).flatMap(({ SaleId }) => (typeof SaleId === 'number' ? [SaleId] : [])),
  })
}

const why = (reason: string | null | undefined): string => {
  const said = (reason ?? '').trim()
  if (said === '') throw invalid({ reason: ['Please enter the reason'] })
  return said
}
/** The seller cancels and credits; a buyer who sees the invoice does not. */
const isSeller = (sellerId: number | null, user: Caller): boolean =>
  sellerId !== null && user.Clients.includes(sellerId)
const notSeller = no('Only the seller can change an invoice', { code: 'not-seller' })

/** Keys of sales as they were sent. @throws 400 */
const keysIn = (sent: unknown): number[] => {
  if (!Array.isArray(sent ?? []) || !(Array.isArray(sent) ? sent : []).every(Number.isInteger))
    throw malformed('SaleIds must be a list of sale ids')
  return [...new Set((Array.isArray(sent) ? sent : []).map(Number))]
}

export const cancel = actionOf(invoices, {
  name: 'cancel',
  permit: 'cancel',
  path: 'cancel/invoices',
  summary: 'Cancel an issued invoice; its sales are pending again',
  body: { reason: text('Reason', { maxLength: 500 }) },
  decide: (invoice, user) => (isSeller(invoice.SellerId, user) ? mayCancelInvoice(invoice) : notSeller),
  run: async ({ tx, user, before, body }) => {
    await cancelInvoice(tx, user, before, why(body.reason))
    return { message: `Invoice ${before.InvoiceNo ?? ''} is cancelled` }
  },
})

export const credit = actionOf(invoices, {
  name: 'credit',
  permit: 'update',
  ...creditNote,
  summary: 'Credit sales of an issued invoice; they are pending again',
  body: { SaleIds: json<number[]>('Sales'), reason: text('Reason', { maxLength: 500 }) },
  decide: (invoice, user, { SaleIds }) =>
    isSeller(invoice.SellerId, user) ? mayCredit(invoice, keysIn(SaleIds)) : notSeller,
  run: async ({ tx, user, before, body }) => {
    const creditNo = await creditSales(tx, user, before, keysIn(body.SaleIds), why(body.reason))
    return { message: `Credit note ${creditNo} is issued`, CreditNoteNo: creditNo }
  },
})

const allocateExcess = actionOf(invoices, {
  name: 'allocate',
  permit: 'update',
  path: 'allocate/invoices',
  summary: 'Put what was paid beyond an invoice on what its buyer owes: as listed, or the oldest first',
  body: { Allocations: json<readonly { InvoiceId: number | null; Amount: number }[]>('Allocations') },
  decide: (invoice, user) => allOf(mayPut(user), isOurs(invoice.SellerId, user), isOverpaid(invoice)),
  run: ({ tx, user, key, before, body }) =>
    allocate(
      tx,
      user,
      { buyerId: Number(before.BuyerId), sellerId: Number(before.SellerId) },
      { invoiceId: key },
      body.Allocations,
    ),
})
const undoAllocation = actionOf(invoices, {
  name: 'unallocate',
  permit: 'update',
  path: 'unallocate/invoices',
  summary: 'Undo an allocation to an invoice or from it',
  body: undoFields,
  decide: (invoice, user) => allOf(mayPut(user), isOurs(invoice.SellerId, user)),
  run: ({ tx, user, key, body }) => unallocate(tx, user, 'invoice', key, body),
})

export const invoicesServer = moduleOf(invoices, {
  ...place,
  scope: invoiceScope,
  read: readInvoice,
  save,
  decide: {
    update: () => no('An issued invoice cannot be changed. Cancel it, or issue a credit note', { code: 'issued' }),
    cancel: (invoice, user) => (isSeller(invoice.SellerId, user) ? mayCancelInvoice(invoice) : notSeller),
  },
  locksFirst: (key) => [
    freeLock(sql`
      select
        buyer_id
      from
        invoices
      where
        invoice_id = ${key}
    `),
    sql`
      select
        1
      from
        invoices
      where
        invoice_id = ${key}
      for update
    `,
    sql`
      select
        1
      from
        sales
      where
        invoice_id = ${key}
      order by
        sale_id
      for update
    `,
  ],
  actions: [cancel, credit, allocateExcess, undoAllocation, sendStatement],
  statements: [
    { id: 1029, name: 'Invoices', module: 'invoices', parameters: {}, list },
    ...pendingStatements,
    buyersToInvoice,
    cycleDrafts,
    overdueBuyers,
  ],
  routes: [invoiceCycle, printManyInvoices, remind],
  jobs: [issueCycle, printInvoices, sendInvoices],
})
