// The models of all modules, a line a module. In the browser each is loaded with the first list or screen that needs it
// (heads.ts).
import type { Model } from '../core/model.ts'
import { lists } from '../modules/lists/lists.model.ts'
import { roles } from '../modules/roles/roles.model.ts'
import { users } from '../modules/users/users.model.ts'
import { settings } from '../modules/settings/settings.model.ts'
import { systemstatus } from '../modules/systemstatus/systemstatus.model.ts'
import { departments } from '../modules/departments/departments.model.ts'
import { specimens } from '../modules/specimens/specimens.model.ts'
import { instruments } from '../modules/instruments/instruments.model.ts'
import { elements } from '../modules/elements/elements.model.ts'
import { tests } from '../modules/tests/tests.model.ts'
import { clients } from '../modules/clients/clients.model.ts'
import { patients } from '../modules/patients/patients.model.ts'
import { doctors } from '../modules/doctors/doctors.model.ts'
import { referrers } from '../modules/referrers/referrers.model.ts'
import { labinstruments } from '../modules/labinstruments/labinstruments.model.ts'
import { verificationrules } from '../modules/verificationrules/verificationrules.model.ts'
import { products } from '../modules/products/products.model.ts'
import { pricelists } from '../modules/pricelists/pricelists.model.ts'
import { referralschemes } from '../modules/referralschemes/referralschemes.model.ts'
import { transactions } from '../modules/transactions/transactions.model.ts'
import { ledgeraccounts } from '../modules/ledgeraccounts/ledgeraccounts.model.ts'
import { bankaccounts } from '../modules/bankaccounts/bankaccounts.model.ts'
import { banklines } from '../modules/banklines/banklines.model.ts'
import { margins } from '../modules/margins/margins.model.ts'
import { payables } from '../modules/payables/payables.model.ts'
import { purchasebills } from '../modules/purchasebills/purchasebills.model.ts'
import { setoffs } from '../modules/setoffs/setoffs.model.ts'
import { tds } from '../modules/tds/tds.model.ts'
import { gstpaid } from '../modules/gstpaid/gstpaid.model.ts'
import { tranbatches } from '../modules/tranbatches/tranbatches.model.ts'
import { invoices } from '../modules/invoices/invoices.model.ts'
import { sales } from '../modules/sales/sales.model.ts'
import { samples } from '../modules/samples/samples.model.ts'
import { shipments } from '../modules/shipments/shipments.model.ts'
import { shipmentreceipt } from '../modules/shipmentreceipt/shipmentreceipt.model.ts'
import { worksheets } from '../modules/worksheets/worksheets.model.ts'
import { openings } from '../modules/openings/openings.model.ts'
import { testreports } from '../modules/testreports/testreports.model.ts'
import { testresults } from '../modules/testresults/testresults.model.ts'
import { referrals } from '../modules/referrals/referrals.model.ts'
import { targets } from '../modules/targets/targets.model.ts'
import { clientvisits } from '../modules/clientvisits/clientvisits.model.ts'
import { salesreport } from '../modules/salesreport/salesreport.model.ts'
import { partyledger } from '../modules/partyledger/partyledger.model.ts'
import { requests } from '../modules/requests/requests.model.ts'
import { trialbalance } from '../modules/trialbalance/trialbalance.model.ts'
import { daybook } from '../modules/daybook/daybook.model.ts'
import { ageing } from '../modules/ageing/ageing.model.ts'
import { settlements } from '../modules/settlements/settlements.model.ts'
import { commissions } from '../modules/commissions/commissions.model.ts'
import { collections } from '../modules/collections/collections.model.ts'
import { cashbook } from '../modules/cashbook/cashbook.model.ts'
import { widgets } from '../modules/widgets/widgets.model.ts'
import { userwidgets } from '../modules/userwidgets/userwidgets.model.ts'

/** Models by module id. */
export const models: Record<string, Model | undefined> = {
  lists,
  roles,
  users,
  settings,
  systemstatus,
  departments,
  specimens,
  instruments,
  elements,
  tests,
  clients,
  patients,
  doctors,
  referrers,
  labinstruments,
  verificationrules,
  products,
  pricelists,
  referralschemes,
  transactions,
  ledgeraccounts,
  bankaccounts,
  banklines,
  purchasebills,
  payables,
  margins,
  tds,
  gstpaid,
  setoffs,
  tranbatches,
  invoices,
  sales,
  samples,
  shipments,
  shipmentreceipt,
  worksheets,
  openings,
  testreports,
  testresults,
  referrals,
  targets,
  clientvisits,
  salesreport,
  partyledger,
  requests,
  trialbalance,
  daybook,
  ageing,
  cashbook,
  collections,
  commissions,
  settlements,
  widgets,
  userwidgets,
}
export const allModels: readonly Model[] = Object.values(models).filter((model) => model !== undefined)
