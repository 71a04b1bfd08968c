// The pickers of the browser, a line a module: by the name that fields give them, from the module that owns the picked
// records. They load with the first screen that picks.
import { registerPickers } from './picker/pickers.ts'
import { userPickers } from '../modules/users/users.picker.ts'
import { departmentPickers } from '../modules/departments/departments.picker.ts'
import { specimenPickers } from '../modules/specimens/specimens.picker.ts'
import { instrumentPickers } from '../modules/instruments/instruments.picker.ts'
import { elementPickers } from '../modules/elements/elements.picker.ts'
import { testPickers } from '../modules/tests/tests.picker.ts'
import { clientPickers } from '../modules/clients/clients.picker.ts'
import { invoicePickers } from '../modules/invoices/invoices.picker.ts'
import { transactionPickers } from '../modules/transactions/transactions.picker.ts'
import { ledgerAccountPickers } from '../modules/ledgeraccounts/ledgeraccounts.picker.ts'
import { bankAccountPickers } from '../modules/bankaccounts/bankaccounts.picker.ts'
import { purchaseBillPickers } from '../modules/purchasebills/purchasebills.picker.ts'
import { productPickers } from '../modules/products/products.picker.ts'
import { salePickers } from '../modules/sales/pricing/offers.picker.ts'
import { receiptPickers } from '../modules/shipmentreceipt/shipmentreceipt.picker.ts'
import { workItemPickers } from '../modules/testresults/testresults.picker.ts'

registerPickers(
  userPickers,
  departmentPickers,
  specimenPickers,
  instrumentPickers,
  elementPickers,
  testPickers,
  clientPickers,
  productPickers,
  invoicePickers,
  transactionPickers,
  ledgerAccountPickers,
  bankAccountPickers,
  purchaseBillPickers,
  salePickers,
  receiptPickers,
  workItemPickers,
)
