// The records of the modules, for the tests that read them by their address.
import type { Listed } from '../../core/answer/answer.ts'
import type { Fields, RecordOf } from '../../core/model.ts'
import type { bankaccounts } from '../../modules/bankaccounts/bankaccounts.model.ts'
import type { banklines } from '../../modules/banklines/banklines.model.ts'
import type { clients } from '../../modules/clients/clients.model.ts'
import type { clientvisits } from '../../modules/clientvisits/clientvisits.model.ts'
import type { departments } from '../../modules/departments/departments.model.ts'
import type { doctors } from '../../modules/doctors/doctors.model.ts'
import type { elements } from '../../modules/elements/elements.model.ts'
import type { instruments } from '../../modules/instruments/instruments.model.ts'
import type { invoices } from '../../modules/invoices/invoices.model.ts'
import type { labinstruments } from '../../modules/labinstruments/labinstruments.model.ts'
import type { ledgeraccounts } from '../../modules/ledgeraccounts/ledgeraccounts.model.ts'
import type { lists } from '../../modules/lists/lists.model.ts'
import type { openings } from '../../modules/openings/openings.model.ts'
import type { patients } from '../../modules/patients/patients.model.ts'
import type { pricelists } from '../../modules/pricelists/pricelists.model.ts'
import type { products } from '../../modules/products/products.model.ts'
import type { purchasebills } from '../../modules/purchasebills/purchasebills.model.ts'
import type { referrals } from '../../modules/referrals/referrals.model.ts'
import type { referralschemes } from '../../modules/referralschemes/referralschemes.model.ts'
import type { referrers } from '../../modules/referrers/referrers.model.ts'
import type { requests } from '../../modules/requests/requests.model.ts'
import type { roles } from '../../modules/roles/roles.model.ts'
import type { sales } from '../../modules/sales/sales.model.ts'
import type { samples } from '../../modules/samples/samples.model.ts'
import type { setoffs } from '../../modules/setoffs/setoffs.model.ts'
import type { settings } from '../../modules/settings/settings.model.ts'
import type { shipmentreceipt } from '../../modules/shipmentreceipt/shipmentreceipt.model.ts'
import type { shipments } from '../../modules/shipments/shipments.model.ts'
import type { specimens } from '../../modules/specimens/specimens.model.ts'
import type { systemstatus } from '../../modules/systemstatus/systemstatus.model.ts'
import type { targets } from '../../modules/targets/targets.model.ts'
import type { tds } from '../../modules/tds/tds.model.ts'
import type { testreports } from '../../modules/testreports/testreports.model.ts'
import type { testresults } from '../../modules/testresults/testresults.model.ts'
import type { tests } from '../../modules/tests/tests.model.ts'
import type { tranbatches } from '../../modules/tranbatches/tranbatches.model.ts'
import type { transactions } from '../../modules/transactions/transactions.model.ts'
import type { users } from '../../modules/users/users.model.ts'
import type { userwidgets } from '../../modules/userwidgets/userwidgets.model.ts'
import type { verificationrules } from '../../modules/verificationrules/verificationrules.model.ts'
import type { widgets } from '../../modules/widgets/widgets.model.ts'
import type { worksheets } from '../../modules/worksheets/worksheets.model.ts'
import type { Present } from './present.ts'

type Kept<M extends WithList, Key extends string> = {
  readonly model: M
  readonly record: Present<RecordOf<M['fields']>>
  readonly key: Key
}
type WithList = { readonly fields: Fields; readonly list: Listed; readonly statementId: number }
/** The records of the modules. */
export type Modules = {
  lists: Kept<typeof lists, 'ListId'>
  roles: Kept<typeof roles, 'RoleId'>
  users: Kept<typeof users, 'UserId'>
  settings: Kept<typeof settings, 'SettingsId'>
  systemstatus: Kept<typeof systemstatus, 'Line'>
  departments: Kept<typeof departments, 'DepartmentId'>
  specimens: Kept<typeof specimens, 'SpecimenId'>
  instruments: Kept<typeof instruments, 'InstrumentId'>
  elements: Kept<typeof elements, 'ElementId'>
  tests: Kept<typeof tests, 'TestId'>
  clients: Kept<typeof clients, 'ClientId'>
  patients: Kept<typeof patients, 'ClientId'>
  doctors: Kept<typeof doctors, 'ClientId'>
  referrers: Kept<typeof referrers, 'ClientId'>
  labinstruments: Kept<typeof labinstruments, 'LabInstrumentId'>
  verificationrules: Kept<typeof verificationrules, 'VerificationRuleId'>
  products: Kept<typeof products, 'ProductId'>
  pricelists: Kept<typeof pricelists, 'PriceListId'>
  referralschemes: Kept<typeof referralschemes, 'ReferralSchemeId'>
  transactions: Kept<typeof transactions, 'TransactionId'>
  ledgeraccounts: Kept<typeof ledgeraccounts, 'LedgerAccountId'>
  bankaccounts: Kept<typeof bankaccounts, 'BankAccountId'>
  banklines: Kept<typeof banklines, 'BankLineId'>
  tranbatches: Kept<typeof tranbatches, 'BatchId'>
  invoices: Kept<typeof invoices, 'InvoiceId'>
  sales: Kept<typeof sales, 'SaleId'>
  samples: Kept<typeof samples, 'SampleId'>
  shipments: Kept<typeof shipments, 'ShipmentId'>
  shipmentreceipt: Kept<typeof shipmentreceipt, 'ShipmentId'>
  worksheets: Kept<typeof worksheets, 'WorkSheetId'>
  openings: Kept<typeof openings, 'OpeningId'>
  testreports: Kept<typeof testreports, 'SaleId'>
  testresults: Kept<typeof testresults, 'WorkSheetId' | 'SaleId'>
  referrals: Kept<typeof referrals, 'ReferralId'>
  targets: Kept<typeof targets, 'TargetId'>
  clientvisits: Kept<typeof clientvisits, 'ClientVisitId'>
  requests: Kept<typeof requests, 'RequestId'>
  purchasebills: Kept<typeof purchasebills, 'PurchaseBillId'>
  tds: Kept<typeof tds, 'TdsDeductionId'>
  setoffs: Kept<typeof setoffs, 'SetOffId'>
  widgets: Kept<typeof widgets, 'WidgetId'>
  userwidgets: Kept<typeof userwidgets, 'UserWidgetId'>
}
