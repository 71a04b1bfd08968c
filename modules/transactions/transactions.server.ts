// Transactions on the server: a receipt against an invoice; changes only while the batch is open.
import type { DraftOf } from '../../core/model.ts'
import { compareAmounts, formatMoney, lessAmounts, sumAmounts } from '../../core/money.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { sameValue } from '../../core/same.ts'
import { isPrivileged } from '../../core/user.ts'
import { now } from '../../server/clock.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { invalid, invalidBy, refused } from '../../server/refusal.ts'
import { cancelled } from './acts/cancel.server.ts'
import { holdFree } from '../ledger/hold.server.ts'
import { booksOpen } from './books.server.ts'
import { bounced, cleared, uncleared } from './cheques.server.ts'
import { withinOwed } from './commission-owed.server.ts'
import { transactionList, transactionScope } from './list.server.ts'
import { allocateMoney, owedByPayer, unallocateMoney } from './allocations/acts.server.ts'
import { holdBuyer, settleOnAccount } from './allocations/on-account.server.ts'
import { challanLock, correctParts } from './challans/parts.server.ts'
import { heldBeforeMoney } from './drawer/locks.server.ts'
import { moveDay } from './day.server.ts'
import { paysOut } from './drawer/drawer.server.ts'
import { isSettlement, maySettle, withinLimit } from './drawer/limits.server.ts'
import { checkNewReferences, correctWords } from './drawer/references.server.ts'
import { addMoney, openBatch, type Money } from './money.server.ts'
import { addDeducted } from './tds/deducted.server.ts'
import { mayDeduct } from './tds/tds.rules.ts'
import { allocatePaid } from './paid.server.ts'
import { moneyPicks } from './picks.server.ts'
import { paymentMode, supplierTypes } from '../lists/items.model.ts'
import { readTransaction } from './read.server.ts'
import { settledWithin } from './drawer/settled.server.ts'
import { transactions, type Transaction, type transactionFields } from './transactions.model.ts'
import {
  checkMoneyDay,
  checkReference,
  isMoney,
  mayBeOnAccount,
  mayCorrectWords,
  mayGiveBackBy,
  mayUseMode,
} from './transactions.rules.ts'

type Draft = DraftOf<typeof transactionFields>

type Invoice = { SellerId: number; BuyerId: number; IsCancelled: boolean; Due: number }
/** @throws 400 where a decision refuses the sent values. */
const check = (decision: Decision): void => {
  if (!decision.ok) throw invalidBy(decision)
}

/** The invoice that is paid: not cancelled. */
const invoiceOf = async (tx: Tx, invoiceId: number): Promise<Invoice> => {
  const invoice = await tx.one<Invoice>(sql`
    select
      seller_id,
      buyer_id,
      is_cancelled,
      -- the amount of waiting cheques is not due a second time
      net_amount - paid - (
        select
          coalesce(sum(payment.amount), 0)
        from
          transactions payment
        where
          payment.invoice_id = invoices.invoice_id
          and payment.clearing = 'Waiting'
          and not payment.is_cancelled
      ) as due
    from
      invoices
    where
      invoice_id = ${invoiceId}
    for update
  `)
  if (invoice.IsCancelled) throw refused('The invoice is cancelled')
  return invoice
}

/** Giver and receiver: not the same, and of an invoice its buyer and its seller. */
const checkParties = (giver: number, receiver: number, invoice: Invoice | null): void => {
  if (invoice && giver !== invoice.BuyerId) throw invalid({ GiverId: ['The giver must be the buyer of the invoice'] })
  if (invoice && receiver !== invoice.SellerId)
    throw invalid({ ReceiverId: ['The receiver must be the seller of the invoice'] })
  if (receiver === giver) throw invalid({ ReceiverId: ['Receiver and giver cannot be the same'] })
}

const isClosed = (stored: Pick<Transaction, 'Batch'>): boolean => Boolean(stored.Batch?.CloseDate)

/** Changes the day of recorded money, and of its entries in the ledger. */
const correctDay = async (tx: Tx, key: number, record: Draft, before: Transaction): Promise<void> => {
  if (!record.Date || sameValue(record.Date, before.Date)) return
  await moveDay(tx, {
    transactionId: key,
    invoiceId: before.InvoiceId,
    sellerId: Number(before.Kind === 'Refund' ? before.GiverId : before.ReceiverId),
    mode: Number(before.PaymentModeId),
    clearing: before.Clearing,
    purpose: before.Purpose,
    from: String(before.Date),
    to: record.Date,
  })
}

/** What may still be corrected of recorded money: its remarks, its reference and its day. */
const correct = async (tx: Tx, user: Caller, key: number, record: Draft, before: Transaction): Promise<number> => {
  const { PaymentModeId, PaymentRef = before.PaymentRef, Remarks = before.Remarks } = record
  if (record.TdsAmount) throw invalid({ TdsAmount: ['Cancel this transaction and record it again with its TDS'] })
  check(checkReference({ PaymentModeId: PaymentModeId ?? before.PaymentModeId, PaymentRef }))
  if (before.Kind === 'Receipt' && PaymentRef !== before.PaymentRef) {
    const referred = { TransactionId: key, PaymentModeId: Number(before.PaymentModeId), PaymentRef }
    await checkNewReferences(tx, user, Number(before.ReceiverId), [referred], 'PaymentRef')
  }
  if (PaymentRef !== before.PaymentRef) await correctParts(tx, user, key, PaymentRef)
  const words = { transactionId: key, closed: isClosed(before), at: 'PaymentRef', wasRef: before.PaymentRef ?? null }
  await correctWords(tx, user, words, { PaymentRef, Remarks })
  await correctDay(tx, key, record, before)
  if (before.InvoiceId !== null)
    await tx.run(sql`
      update sales
      set
        row_version = row_version + 1
      where
        invoice_id = ${before.InvoiceId}
    `)
  return key
}

/** The amount beyond what the invoice is due, once the user keeps it as an advance. @throws 422 with the question */
const excessOf = (record: Draft, invoice: Invoice | null): number => {
  const settled = sumAmounts([record.Amount, record.TdsAmount])
  const excess = invoice === null ? 0 : lessAmounts(settled, Math.max(0, invoice.Due))
  if (excess > 0 && record.KeepsAdvance !== true) {
    const over = `${formatMoney(excess, { symbol: true })} more than is due`
    const question = `${over}: keep it as an advance, or correct the amount`
    throw refused(question, { KeepsAdvance: [question] })
  }
  return excess
}

/** Whether `client`, a customer or a centre, is below `above`, which sells to it. */
const isBelow = async (tx: Tx, client: number, above: number): Promise<boolean> =>
  (
    await tx.one<{ Below: boolean }>(sql`
      with recursive
        up as (
          select
            parent_id
          from
            clients
          where
            client_id = ${client}
          union
          select
            client.parent_id
          from
            up
            join clients client on client.client_id = up.parent_id
        )
      select
        exists (
          select
            1
          from
            up
          where
            parent_id = ${above}
        ) as below
    `)
  ).Below

/** It keeps no books here, also where the user is of the legal entity that it belongs to. */
const isSupplier = async (tx: Tx, client: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      clients
    where
      client_id = ${client}
      and client_type_id in (${literal(...supplierTypes)})
  `)) !== undefined

/** Money from an organisation of the network to an outside party or a buyer: a refund, or a paid commission. */
const isPayment = async (tx: Tx, { Clients }: Caller, giver: number, receiver: number): Promise<boolean> =>
  Clients.includes(giver) &&
  (!Clients.includes(receiver) || (await isSupplier(tx, receiver)) || (await isBelow(tx, receiver, giver)))

const add = async (tx: Tx, user: Caller, record: Draft): Promise<number> => {
  const privileged = isPrivileged(user)
  const { InvoiceId = null, PaymentRef = null, Remarks = null } = record
  const giver = Number(record.GiverId)
  check(checkReference(record))
  check(mayUseMode(record.PaymentModeId, user.RoleId))
  if (record.PaymentModeId === paymentMode.Deposit) await holdFree(tx, [giver])
  const invoice = InvoiceId === null ? null : await invoiceOf(tx, InvoiceId)
  const receiver = privileged ? Number(record.ReceiverId) : user.EntityId
  checkParties(giver, receiver, invoice)
  const date = privileged ? String(record.Date) : now().toISOString()
  check(checkMoneyDay(date, now()))
  // with an invoice the buyer pays; without one, money from a seller to its own customer is a refund
  const isBack = invoice === null && (await isPayment(tx, user, giver, receiver))
  if (invoice === null && !isBack && (await isBelow(tx, receiver, giver)))
    throw invalid({ GiverId: ['The laboratory or legal entity must record its own payments to the places below it'] })
  await booksOpen(tx, invoice?.SellerId ?? (isBack ? giver : receiver), [{ at: 'Date', date }])
  const excess = excessOf(record, invoice)
  if (invoice === null) await holdBuyer(tx, isBack ? receiver : giver, isBack ? 'ReceiverId' : 'GiverId')
  const referred = {
    TransactionId: null,
    PaymentModeId: Number(record.PaymentModeId),
    PaymentRef,
    Amount: Number(record.Amount),
  }
  if (!isBack) await checkNewReferences(tx, user, receiver, [referred], 'PaymentRef')
  const tds = Number(record.TdsAmount ?? 0)
  if (compareAmounts(tds, 0) > 0) check(mayDeduct(record, !isBack && isMoney(record.PaymentModeId), user))
  if (isBack) {
    check(mayGiveBackBy(record.PaymentModeId))
    await withinOwed(tx, giver, receiver, Number(record.Amount))
  } else check(mayBeOnAccount(record.PaymentModeId, InvoiceId))
  const money: Money = {
    Date: date,
    GiverId: giver,
    ReceiverId: receiver,
    InvoiceId,
    Amount: Number(record.Amount),
    PaymentModeId: Number(record.PaymentModeId),
    PaymentRef,
    Remarks,
    Kind: isBack ? 'Refund' : 'Receipt',
  }
  const batchId = await openBatch(tx, user.UserId, paysOut(money))
  // the batch before the day, as who closes it holds them
  await maySettle(tx, user, [money], () => 'PaymentModeId')
  if (tds > 0) await withinLimit(tx, user, 'deducted', tds, 'TdsAmount', invalidBy)
  const id = await addMoney(tx, user, money, { batchId })
  const settled = isSettlement(money.PaymentModeId) ? [money] : []
  await settledWithin(tx, { invoiceId: InvoiceId, net: 0 }, settled, () => 'Amount')
  const section = record.TdsSection?.trim() || null
  const tdsId = tds > 0 ? await addDeducted(tx, user, { receipt: money, receiptId: id, amount: tds, section }) : null
  if (InvoiceId === null) {
    const onAccount = { giver, receiver, isBack, PaymentModeId: money.PaymentModeId, Remarks }
    await settleOnAccount(tx, user, id, { ...onAccount, amount: money.Amount })
    if (tdsId !== null) await settleOnAccount(tx, user, tdsId, { ...onAccount, amount: tds })
    return id
  }
  await allocatePaid(tx, InvoiceId)
  if (excess > 0)
    await tx.run(sql`
      update sales sale
      set
        keeps_advance = true
      from
        invoices invoice
      where
        invoice.invoice_id = ${InvoiceId}
        and invoice.is_single_sale
        and sale.invoice_id = invoice.invoice_id
    `)
  return id
}

const save = ({ tx, user, record, before, key }: SaveContext<typeof transactionFields>): Promise<number> =>
  key !== null && before ? correct(tx, user, key, record, before) : add(tx, user, record)

/** Fields that cannot be changed: the transaction is cancelled and recorded again. */
const recorded = ['Amount', 'PaymentModeId', 'GiverId', 'ReceiverId', 'InvoiceId'] as const

export const transactionsServer = moduleOf(transactions, {
  table: 'transactions',
  alias: 'payment',
  keyColumn: 'transaction_id',
  scope: (user) => transactionScope(user),
  read: readTransaction,
  picks: moneyPicks,
  save,
  locksFirst: (key) => [challanLock(key), ...heldBeforeMoney(key)],
  actions: [cleared, uncleared, bounced, cancelled, allocateMoney, unallocateMoney],
  statements: [
    { id: 1022, name: 'Transactions', module: 'transactions', parameters: {}, list: transactionList },
    owedByPayer,
  ],
  restricted: (user) => (isPrivileged(user) ? recorded : [...recorded, 'Date']),
  decide: {
    update: (record) =>
      allOf(
        must(record.IsCancelled !== true, 'The transaction is cancelled', { code: 'taken-back' }),
        mayCorrectWords({ closed: isClosed(record) }),
      ),
  },
})
