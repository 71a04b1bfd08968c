// Purchase bills on the server: entered and posted, paid, cancelled; and the work that no bill charges yet.
import { date, reference } from '../../core/model.ts'
import { addDays, dayOf, startOfDay } from '../../core/dates.ts'
import { sameValue } from '../../core/same.ts'
import { now } from '../../server/clock.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { equals, like } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { statementOf } from '../../server/read/statement.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { updateRecord } from '../../server/table/table.ts'
import { freeLock } from '../ledger/hold.server.ts'
import { allocateToBill, cancelBill, payBill, unallocateFromBill } from './acts.server.ts'
import { correctBill, enterBill } from './enter.server.ts'
import { linesOfFile } from './file.server.ts'
import { workName } from './lines.server.ts'
import { purchaseBillFields, purchasebills } from './purchasebills.model.ts'
import { workWithoutBill, billTotals } from './answers.model.ts'

const place = { model: purchasebills, table: 'purchase_bills', alias: 'bill', keyColumn: 'purchase_bill_id' }
const scope = (user: Caller): Sql => sql`bill.buyer_id = any (${[...user.Clients]})`

const list = listOf(purchasebills, {
  from: 'purchase_bill_facts bill',
  alias: 'bill',
  key: 'bill.purchase_bill_id',
  sort: '-BillDate',
  columns: {
    BillDate: 'bill.bill_date::text',
    Supplier: 'supplier.name',
    ChargedTo: 'buyer.name',
    DueDate: 'bill.due_date::text',
  },
  names: `
    join clients supplier on supplier.client_id = bill.supplier_id
    join clients buyer on buyer.client_id = bill.buyer_id
  `,
  filters: {
    FromDate: (value: string) => sql`bill.bill_date >= ${dayOf(value)}::date`,
    ToDate: (value: string) => sql`bill.bill_date <= ${dayOf(value)}::date`,
    SupplierId: equals('bill.supplier_id'),
    BillNo: like('bill.bill_no'),
    State: equals('bill.state'),
  },
  scope,
})

const bill = { fields: purchaseBillFields, alias: 'bill', keyColumn: 'purchase_bill_id' }
const read = (key: number): Sql => sql`
  select
    ${shown('bill', ['PurchaseBillId', 'SupplierId', 'BuyerId', 'BillNo'])},
    ${objectOf('supplier', ['ClientId', 'Name'])} as "Supplier",
    ${objectOf('buyer', ['ClientId', 'Name'])} as "Buyer",
    bill.bill_date::text as "BillDate",
    bill.due_date::text as "DueDate",
    bill.posted_on::text as "PostedOn",
    ${shown('bill', ['GstAmount', 'TotalAmount', 'Reason', 'Remarks', 'CancelReason', 'CancelledAt'])},
    fact.paid as "Paid",
    fact.outstanding as "Outstanding",
    fact.state as "State",
    ${rowsOf(bill, 'Lines')} as "Lines",
    ${rowsOf(bill, 'Payments')} as "Payments"
  from
    purchase_bills bill
    join purchase_bill_facts fact on fact.purchase_bill_id = bill.purchase_bill_id
    join clients supplier on supplier.client_id = bill.supplier_id
    join clients buyer on buyer.client_id = bill.buyer_id
  where
    bill.purchase_bill_id = ${key}
`

/** What is compared and posted. */
const moneyFields = ['Lines', 'GstAmount', 'TotalAmount', 'Reason'] as const

const save = async ({ tx, user, record, before, key }: SaveContext<typeof purchaseBillFields>): Promise<number> => {
  if (key === null || before === null) return enterBill(tx, user, record)
  const differs = moneyFields.some((name) => record[name] !== undefined && !sameValue(record[name], before[name]))
  if (differs) await correctBill(tx, user, key, record, before)
  const { TotalAmount, GstAmount, Reason, Remarks } = record
  const kept = { TotalAmount, GstAmount, Reason, Remarks }
  await updateRecord(tx, place.table, place.keyColumn, key, purchaseBillFields, kept)
  return key
}

/** Fields that stay as they were posted: a wrong bill is cancelled and entered again. */
const posted = ['SupplierId', 'BuyerId', 'BillNo', 'BillDate', 'DueDate'] as const

/** A bill comes within so many days of its work: what is older was charged before bills were entered here. */
const lateDays = 92

/** Work that the user's places sent to an outside laboratory, on no bill. */
const unbilled = (user: Caller): Sql => sql`
  work.buyer_id = any (${[...user.Clients]})
  and work.purchase_bill_id is null
`

export const purchasebillsServer = moduleOf(purchasebills, {
  ...place,
  scope,
  read,
  save,
  picks: {
    // whether it is of this laboratory and on no bill yet is checked when the bill is entered
    sentwork: {
      table: 'work_sent_outside',
      alias: 'work',
      keyColumn: 'sale_product_id',
      scope: (user) => sql`work.buyer_id = any (${[...user.Clients]})`,
      where: () => sql`true`,
    },
  },
  // before the bill: who cancels a payment that is on it holds the money of the supplier, and counts it off the bill
  locksFirst: (key) => [
    freeLock(sql`
      select
        supplier_id
      from
        purchase_bills
      where
        purchase_bill_id = ${key}
    `),
  ],
  restricted: (_user, before) => (before.PurchaseBillId === null ? [] : posted),
  routes: [linesOfFile.route],
  jobs: [linesOfFile.job],
  actions: [payBill, allocateToBill, unallocateFromBill, cancelBill],
  statements: [
    { id: 1077, name: purchasebills.name, module: 'purchasebills', parameters: {}, list },
    totalsOf(list, {
      ...billTotals,
      name: 'Totals of purchase bills',
      module: 'purchasebills',
    }),
    statementOf({
      ...workWithoutBill,
      name: 'Work sent to an outside laboratory that no bill charges',
      module: 'purchasebills',
      parameters: {
        SupplierId: reference('Supplier', 'supplier', { required: 'SupplierId is missing' }),
        BuyerId: reference('Charged To', 'seller', { required: 'BuyerId is missing' }),
        From: date('From'),
        Till: date('Till'),
      },
      query: ({ SupplierId, BuyerId, From, Till }, user) => sql`
        select
          work.sale_product_id as "SaleProductId",
          ${workName} as "Name",
          work.sale_id as "SaleId",
          work.sale_date as "SaleDate",
          work.agreed as "Agreed"
        from
          work_sent_outside work
        where
          work.lab_id = ${SupplierId}
          and work.buyer_id = ${BuyerId}
          and ${unbilled(user)}
          and work.agreed > 0
          and work.sale_date >= ${startOfDay(From ?? addDays(Till ?? dayOf(now()), -lateDays))}
          and work.sale_date < ${startOfDay(addDays(Till ?? dayOf(now()), 1))}
        order by
          work.sale_date,
          work.sale_product_id
        limit
          5000
      `,
    }),
  ],
})
