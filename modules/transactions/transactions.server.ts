// Transactions on the server: a receipt against an invoice; changes only while the batch is open.
import { must } from '../../core/refusal.ts'
import { isPrivileged } from '../../core/user.ts'
import { raw, sql, type Sql } from '../../server/db.ts'
import type { Caller, Loaded, SaveContext, ServerModule } from '../../server/module.ts'
import { invalid, notFound, refused } from '../../server/refusal.ts'
import { addMoney, allocatePaid } from './receipts.server.ts'
import { transactions } from './transactions.model.ts'

const scope = (user: Caller, alias = 'x'): Sql =>
  sql`${raw(alias)}.giver_id = any(${[...user.Clients]}) or ${raw(alias)}.receiver_id = any(${[...user.Clients]})`

const read = (key: number): Sql =>
  sql`select t.transaction_id as "TransactionId", t.date as "Date", t.receiver_id as "ReceiverId", json_build_object('ClientId', r.client_id, 'Name', r.name) as "Receiver", t.giver_id as "GiverId", json_build_object('ClientId', g.client_id, 'Name', g.name) as "Giver",
    t.invoice_id as "InvoiceId", case when i.invoice_id is not null then json_build_object('InvoiceId', i.invoice_id, 'InvoiceNo', i.invoice_no) end as "Invoice", t.amount as "Amount", t.payment_mode_id as "PaymentModeId", json_build_object('ItemLabel', m.item_label) as "PaymentMode",
    t.payment_ref as "PaymentRef", t.remarks as "Remarks", t.kind as "Kind", t.is_cancelled as "IsCancelled", json_build_object('BatchId', b.batch_id, 'CloseDate', b.close_date) as "Batch"
    from transactions t join clients r on r.client_id = t.receiver_id join clients g on g.client_id = t.giver_id left join invoices i on i.invoice_id = t.invoice_id left join list_items m on m.list_item_id = t.payment_mode_id left join tran_batches b on b.batch_id = t.batch_id where t.transaction_id = ${key}`

type Invoice = { seller_id: number; buyer_id: number; is_cancelled: boolean }
const checkMode = (user: Caller, record: Loaded): void => {
  const mode = Number(record['PaymentModeId'])
  if (mode >= 41 && mode <= 46 && !String(record['PaymentRef'] ?? '').trim())
    throw invalid({ PaymentRef: ['Payment reference is required'] })
  if (mode === 49 && !isPrivileged(user)) throw invalid({ PaymentModeId: ['Only a manager may write off an amount'] })
}

const save = async ({ tx, user, record, before, key }: SaveContext): Promise<number> => {
  if (key !== null) {
    if ((before?.['Batch'] as { CloseDate: string | null } | null)?.CloseDate)
      throw refused('A transaction in a closed batch can not be changed')
    await tx.run(
      sql`update transactions set payment_ref = ${record['PaymentRef'] ?? before?.['PaymentRef'] ?? null}, remarks = ${record['Remarks'] ?? before?.['Remarks'] ?? null} where transaction_id = ${key}`,
    )
    return key
  }
  const privileged = isPrivileged(user)
  const receiver = privileged ? Number(record['ReceiverId']) : user.EntityId
  checkMode(user, record)
  const invoiceId = (record['InvoiceId'] as number | null | undefined) ?? null
  if (invoiceId !== null) {
    const invoice = await tx.maybe<Invoice>(
      sql`select seller_id, buyer_id, is_cancelled from invoices where invoice_id = ${invoiceId} for update`,
    )
    if (!invoice || !user.Clients.includes(invoice.seller_id)) throw notFound('This invoice does not exist')
    if (invoice.is_cancelled) throw refused('The invoice is cancelled')
    if (Number(record['GiverId']) !== invoice.buyer_id) throw invalid({ GiverId: ['The giver is the buyer of the invoice'] })
  }
  if (receiver === Number(record['GiverId'])) throw invalid({ ReceiverId: ['Receiver and giver can not be the same'] })
  const id = await addMoney(tx, user, {
    Date: privileged ? String(record['Date']) : new Date().toISOString(),
    GiverId: Number(record['GiverId']),
    ReceiverId: receiver,
    InvoiceId: invoiceId,
    Amount: Number(record['Amount']),
    PaymentModeId: Number(record['PaymentModeId']),
    PaymentRef: (record['PaymentRef'] as string | null | undefined) ?? null,
    Remarks: (record['Remarks'] as string | null | undefined) ?? null,
    Kind: 'Receipt',
  })
  if (invoiceId !== null) await allocatePaid(tx, invoiceId)
  return id
}

export const transactionsServer: ServerModule = {
  model: transactions,
  table: 'transactions',
  alias: 'x',
  keyColumn: 'transaction_id',
  scope: (user) => scope(user),
  read,
  save,
  statements: [],
  restricted: (user) => ['Amount', 'PaymentModeId', 'GiverId', 'InvoiceId', ...(isPrivileged(user) ? [] : ['Date', 'ReceiverId'])],
  decide: {
    update: (record) =>
      must(!(record['Batch'] as { CloseDate: string | null } | null)?.CloseDate, 'A transaction in a closed batch can not be changed'),
  },
}
