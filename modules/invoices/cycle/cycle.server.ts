// Billing a period of a bill cycle: what each buyer would be invoiced, and a job that issues it, buyer by buyer.
import type { Shaped } from '../../../core/answer/answer.ts'
import { choice, date, datetime, integer, json as jsonField } from '../../../core/model.ts'
import { dayOf, formatDate } from '../../../core/dates.ts'
import { now } from '../../../server/clock.ts'
import { isPrivileged } from '../../../core/user.ts'
import { literal, sql, type Database } from '../../../server/db/db.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { jobOf } from '../../../server/job.ts'
import { addJob } from '../../../server/jobs/add.ts'
import { statementOf } from '../../../server/read/statement.ts'
import { invalid, notPermitted, Refusal, refused } from '../../../server/refusal.ts'
import { json, routeOf } from '../../../server/route.ts'
import type { Caller } from '../../../server/caller.ts'
import { billCycles, paymentType } from '../../lists/items.model.ts'
import { invoices } from '../invoices.model.ts'
import { mayDate } from '../invoices.rules.ts'
import { issueInvoice } from '../issue.server.ts'
import { pendingSales } from '../pending.server.ts'
import { cycleStarted, draftsOfCycle, issuedByCycle } from '../answers/answers.model.ts'

const asked = {
  SellerId: integer('Seller', { required: 'Seller is required' }),
  BillCycleId: choice('Bill Cycle', billCycles, { required: 'Bill Cycle is required' }),
  InvoiceDate: datetime('Invoice Date', { notFuture: 'Invoice Date cannot be in the future' }),
  From: date('From'),
  Until: date('Until', { notFuture: 'Until cannot be in the future' }),
}
type Asked = {
  SellerId?: number | null
  BillCycleId?: number | null
  InvoiceDate?: string | null
  From?: string | null
  Until?: string | null
}
/** The last day of the period: the requested one, else the day of the invoice. */
const periodEnd = ({ Until, InvoiceDate }: Asked): string => Until ?? InvoiceDate ?? now().toISOString()
type Draft = { BuyerId: number; Buyer: string; Sales: number; NetAmount: number }

/** Buyers on credit of a cycle with sales to invoice in a period, of a seller that the user works for. */
const draftsOf = (asked: Asked, user: Caller) => sql`
  select
    buyer.client_id as "BuyerId",
    buyer.name as "Buyer",
    count(*)::int as "Sales",
    sum(sale.net_amount) as "NetAmount"
  from
    clients buyer
    join sale_facts sale on sale.buyer_id = buyer.client_id
  where
    buyer.bill_cycle_id = ${asked.BillCycleId}
    and buyer.payment_type_id = ${literal(paymentType.Credit)}
    and ${asked.SellerId}::int = any (${[...user.Clients]})
    and ${pendingSales(asked.SellerId, sql`buyer.client_id`, periodEnd(asked), asked.From)}
  group by
    buyer.client_id,
    buyer.name
  order by
    lower(buyer.name),
    buyer.client_id
`

/** 113: the invoices that the buyers of a bill cycle would get for a period. */
export const cycleDrafts = statementOf({
  ...draftsOfCycle,
  name: 'Drafts of a bill cycle',
  module: 'invoices',
  parameters: asked,
  query: draftsOf,
})

type Issued = Shaped<typeof issuedByCycle>['Invoices'][number]
/** Issues the invoice of one buyer; undefined when another user did so meanwhile. */
const issueFor = (db: Database, user: Caller, asked: Asked, { BuyerId, Buyer }: Draft): Promise<Issued | undefined> =>
  db.transaction(async (tx) => {
    const { SellerId, InvoiceDate } = asked
    const sales = await tx.rows<{ SaleId: number }>(sql`
      select
        sale.sale_id
      from
        sale_facts sale
      where
        ${pendingSales(SellerId, BuyerId, periodEnd(asked), asked.From)}
      order by
        sale.sale_id
      for update
    `)
    if (sales.length === 0) return undefined
    const invoiceId = await issueInvoice(tx, user, {
      sellerId: Number(SellerId),
      buyerId: BuyerId,
      date: InvoiceDate ?? now().toISOString(),
      sales: sales.map((sale) => sale.SaleId),
    })
    await writeAudit(tx, user, { module: invoices.id, formId: invoiceId, action: 'create', remarks: 'Bill cycle' })
    const { Number: number } = await tx.one<{ Number: string }>(sql`
      select
        invoice_no as number
      from
        invoices
      where
        invoice_id = ${invoiceId}
    `)
    return { InvoiceId: invoiceId, InvoiceNo: number, Buyer }
  })

const counted = (count: number): string => (count === 1 ? '1 invoice' : `${count} invoices`)
/** How many were issued, and their numbers: the first and the last of several. */
const issuedText = (issued: readonly Issued[]): string => {
  const numbers = [issued[0], ...issued.slice(1).slice(-1)].flatMap((invoice) => (invoice ? [invoice.InvoiceNo] : []))
  return [`${counted(issued.length)} issued`, numbers.join(' to ')].filter((part) => part !== '').join(', ')
}

/** A job that restarts after a crash continues where it stopped: issued sales are no longer pending. */
export const issueCycle = jobOf({
  name: 'invoice-cycle',
  summary: 'Invoices of a bill cycle',
  payload: { ...asked, BuyerIds: jsonField<number[]>('Buyers') },
  result: issuedByCycle,
  run: async ({ db, user, payload, progress, isStopped }) => {
    const chosen = payload.BuyerIds ?? []
    const all = await db.read.rows<Draft>(draftsOf(payload, user))
    const drafts = chosen.length === 0 ? all : all.filter((draft) => chosen.includes(draft.BuyerId))
    const errors: string[] = []
    const issued: Issued[] = []
    for (const [at, draft] of drafts.entries()) {
      progress(at, drafts.length, `Invoicing ${draft.Buyer}`)
      if (await isStopped()) break
      try {
        const invoice = await issueFor(db, user, payload, draft)
        if (invoice !== undefined) issued.push(invoice)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        errors.push(`${draft.Buyer}: ${error.message}`)
      }
    }
    progress(drafts.length, drafts.length)
    return {
      message: issuedText(issued),
      errors,
      result: { InvoiceIds: issued.map((invoice) => invoice.InvoiceId), Invoices: issued },
    }
  },
})

/** @throws 400 for a period that ends before it begins, or after the date of its invoices */
const checkPeriod = ({ From, Until, InvoiceDate }: Asked): void => {
  const end = dayOf(periodEnd({ Until, InvoiceDate }))
  if (From && dayOf(From) > end) throw invalid({ From: ['From cannot be later than Until'] })
  if (InvoiceDate && end > dayOf(InvoiceDate))
    throw invalid({ InvoiceDate: ['Invoice Date cannot be earlier than the end of the period'] })
}

export const invoiceCycle = routeOf({
  method: 'POST',
  ...cycleStarted,
  access: { module: invoices.id, permit: 'create' },
  scope: 'sellers inside the tree of the entity',
  summary: 'Issue the invoices of a bill cycle',
  body: { ...asked, BuyerIds: jsonField<number[]>('Buyers') },
  handler: async (call) => {
    const { SellerId, BillCycleId, BuyerIds, From, Until } = call.body
    if (SellerId === undefined || SellerId === null) throw invalid({ SellerId: ['Seller is required'] })
    if (!call.user.Clients.includes(SellerId)) throw invalid({ SellerId: ['You cannot invoice for this seller'] })
    if (BuyerIds != null && !(Array.isArray(BuyerIds) && BuyerIds.every(Number.isInteger)))
      throw invalid({ BuyerIds: ['BuyerIds must be a list of client ids'] })
    // an empty selection is not everybody: only a request without the field bills all buyers
    if (BuyerIds?.length === 0) throw invalid({ BuyerIds: ['Select at least one buyer'] })
    // everybody may choose the period, only a manager the date of the paper
    const may = mayDate(call.body.InvoiceDate, dayOf(now()), isPrivileged(call.user))
    if (!may.ok) throw notPermitted(may.reason)
    const InvoiceDate = (isPrivileged(call.user) ? call.body.InvoiceDate : null) ?? now().toISOString()
    checkPeriod({ From, Until, InvoiceDate })
    const payload = { SellerId, BillCycleId, InvoiceDate, From, Until, BuyerIds }
    const drafts = await call.db.read.rows<Draft>(draftsOf(payload, call.user))
    const count = drafts.filter((draft) => (BuyerIds ?? []).length === 0 || BuyerIds?.includes(draft.BuyerId)).length
    if (count === 0) throw refused(`There are no sales to invoice up to ${formatDate(periodEnd(payload))}`)
    const id = await call.db.transaction((tx) =>
      addJob(tx, call.user, issueCycle, payload, { module: invoices.id, formId: null }),
    )
    return json({ JobRunId: id, message: `${counted(count)} to issue` }, 202)
  },
})
