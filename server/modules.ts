// The modules on the server, one line each; the platform imports them only here.
import { clientsServer } from '../modules/clients/clients.server.ts'
import { doctorsServer } from '../modules/doctors/doctors.server.ts'
import { patientsServer } from '../modules/patients/patients.server.ts'
import { referrersServer } from '../modules/referrers/referrers.server.ts'
import { printInvoice } from '../modules/invoices/print/print.server.ts'
import { printSale } from '../modules/sales/print/print.server.ts'
import { salesServer } from '../modules/sales/sales.server.ts'
import { printSample } from '../modules/samples/print.server.ts'
import { samplesServer } from '../modules/samples/samples.server.ts'
import { shipmentreceiptServer } from '../modules/shipmentreceipt/shipmentreceipt.server.ts'
import { printManifest } from '../modules/shipments/print/print.server.ts'
import { shipmentsServer } from '../modules/shipments/shipments.server.ts'
import { printReport } from '../modules/testreports/copy.server.ts'
import { testreportsServer } from '../modules/testreports/testreports.server.ts'
import { testresultsServer } from '../modules/testresults/testresults.server.ts'
import { printVoucher } from '../modules/transactions/print/voucher.server.ts'
import { transactionsServer } from '../modules/transactions/transactions.server.ts'
import { printWorksheet } from '../modules/worksheets/print/print.server.ts'
import { worksheetsServer } from '../modules/worksheets/worksheets.server.ts'
import { openingsServer } from '../modules/openings/openings.server.ts'
import { clientvisitsServer } from '../modules/clientvisits/clientvisits.server.ts'
import { printReferral } from '../modules/referrals/print/print.server.ts'
import { referralsServer } from '../modules/referrals/referrals.server.ts'
import { ledgeraccountsServer } from '../modules/ledgeraccounts/ledgeraccounts.server.ts'
import { bankaccountsServer } from '../modules/bankaccounts/bankaccounts.server.ts'
import { banklinesServer } from '../modules/banklines/banklines.server.ts'
import { tranbatchesServer } from '../modules/tranbatches/tranbatches.server.ts'
import { invoicesServer } from '../modules/invoices/invoices.server.ts'
import { partyledgerServer } from '../modules/partyledger/partyledger.server.ts'
import { requestsServer } from '../modules/requests/requests.server.ts'
import { trialbalanceServer } from '../modules/trialbalance/trialbalance.server.ts'
import { daybookServer } from '../modules/daybook/daybook.server.ts'
import { ageingServer } from '../modules/ageing/ageing.server.ts'
import { marginsServer } from '../modules/margins/margins.server.ts'
import { payablesServer } from '../modules/payables/payables.server.ts'
import { purchasebillsServer } from '../modules/purchasebills/purchasebills.server.ts'
import { printSetOff } from '../modules/setoffs/print/print.server.ts'
import { setoffsServer } from '../modules/setoffs/setoffs.server.ts'
import { tdsServer } from '../modules/tds/tds.server.ts'
import { gstpaidServer } from '../modules/gstpaid/gstpaid.server.ts'
import { settlementsServer } from '../modules/settlements/settlements.server.ts'
import { commissionsServer } from '../modules/commissions/commissions.server.ts'
import { collectionsServer } from '../modules/collections/collections.server.ts'
import { cashbookServer } from '../modules/cashbook/cashbook.server.ts'
import { salesreportServer } from '../modules/salesreport/salesreport.server.ts'
import { targetsServer } from '../modules/targets/targets.server.ts'
import { userwidgetsServer } from '../modules/userwidgets/userwidgets.server.ts'
import { dashboardStatements } from '../modules/widgets/dashboard.server.ts'
import { widgetsServer } from '../modules/widgets/widgets.server.ts'
import { searchRoutes } from '../modules/widgets/search.server.ts'
import { departmentsServer } from '../modules/departments/departments.server.ts'
import { elementsServer } from '../modules/elements/elements.server.ts'
import { instrumentsServer } from '../modules/instruments/instruments.server.ts'
import { labinstrumentsServer } from '../modules/labinstruments/labinstruments.server.ts'
import { verificationrulesServer } from '../modules/verificationrules/verificationrules.server.ts'
import { listsServer } from '../modules/lists/lists.server.ts'
import { pricelistsServer } from '../modules/pricelists/pricelists.server.ts'
import { referralschemesServer } from '../modules/referralschemes/referralschemes.server.ts'
import { productsServer } from '../modules/products/products.server.ts'
import { settingsServer } from '../modules/settings/settings.server.ts'
import { systemstatusServer } from '../modules/systemstatus/systemstatus.server.ts'
import { specimensServer } from '../modules/specimens/specimens.server.ts'
import { testsServer } from '../modules/tests/tests.server.ts'
import { rolesServer } from '../modules/roles/roles.server.ts'
import { usersServer } from '../modules/users/users.server.ts'
import { registerActs } from './door/asked/address.ts'
import { registerFollowers } from './door/follow.ts'
import { lookupRoutes, lookupStatements } from './routes/lookups.ts'
import type { ServerModule } from './module.ts'
import type { Printer } from './routes/print.ts'
import { withImports } from './imports/records/records.ts'
import { registerPicks } from './door/references.ts'
import type { Route } from './route.ts'
import type { Statement } from './read/statement.ts'

export const serverModules: readonly ServerModule[] = [
  listsServer,
  rolesServer,
  usersServer,
  settingsServer,
  systemstatusServer,
  departmentsServer,
  specimensServer,
  instrumentsServer,
  elementsServer,
  testsServer,
  labinstrumentsServer,
  verificationrulesServer,
  productsServer,
  pricelistsServer,
  referralschemesServer,
  clientsServer,
  patientsServer,
  doctorsServer,
  referrersServer,
  transactionsServer,
  ledgeraccountsServer,
  bankaccountsServer,
  banklinesServer,
  tranbatchesServer,
  invoicesServer,
  salesServer,
  samplesServer,
  shipmentsServer,
  shipmentreceiptServer,
  worksheetsServer,
  openingsServer,
  testreportsServer,
  testresultsServer,
  referralsServer,
  targetsServer,
  clientvisitsServer,
  salesreportServer,
  partyledgerServer,
  requestsServer,
  trialbalanceServer,
  daybookServer,
  ageingServer,
  cashbookServer,
  collectionsServer,
  commissionsServer,
  settlementsServer,
  purchasebillsServer,
  payablesServer,
  marginsServer,
  tdsServer,
  gstpaidServer,
  setoffsServer,
  widgetsServer,
  userwidgetsServer,
].map(withImports)
registerFollowers(serverModules)
registerPicks(serverModules)
registerActs(serverModules)
export const printers: ReadonlyMap<string, Printer> = new Map([
  ['sales', printSale],
  ['samples', printSample],
  ['shipments', printManifest],
  ['worksheets', printWorksheet],
  ['testreports', printReport],
  ['invoices', printInvoice],
  ['referrals', printReferral],
  ['transactions', printVoucher],
  ['setoffs', printSetOff],
])
export const platformStatements: readonly Statement[] = [...lookupStatements, ...dashboardStatements]
export const platformRoutes = (statements: ReadonlyMap<number, Statement>): Route[] => [
  ...searchRoutes,
  ...lookupRoutes(serverModules, statements),
]
