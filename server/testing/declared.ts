// What addresses answer as their declarations say: lists, statements, other questions, and acts.
import type { AnswerTo, Keyed, ListRow, Question, Shaped } from '../../core/answer/answer.ts'
import type * as ofAccount from '../../core/answer/account.ts'
import type * as ofPlatform from '../../core/answer/questions.ts'
import type * as ofBackups from '../../core/entrance/backups.ts'
import type * as ofFirstSteps from '../../core/entrance/first-steps.ts'
import type * as ofAgeing from '../../modules/ageing/answers.model.ts'
import type * as ofBankaccounts from '../../modules/bankaccounts/answers.model.ts'
import type * as ofBanklines from '../../modules/banklines/answers.model.ts'
import type * as ofCashbook from '../../modules/cashbook/answers.model.ts'
import type * as ofClients from '../../modules/clients/acts/answers.model.ts'
import type * as ofClientvisits from '../../modules/clientvisits/answers.model.ts'
import type * as ofCollections from '../../modules/collections/answers.model.ts'
import type * as ofCommissions from '../../modules/commissions/answers.model.ts'
import type * as ofDaybook from '../../modules/daybook/answers.model.ts'
import type * as ofDepartments from '../../modules/departments/answers.model.ts'
import type * as ofElements from '../../modules/elements/in-force/answers.model.ts'
import type * as ofGstpaid from '../../modules/gstpaid/answers.model.ts'
import type * as ofInstruments from '../../modules/instruments/answers.model.ts'
import type * as ofInvoices from '../../modules/invoices/answers/answers.model.ts'
import type * as ofLabinstruments from '../../modules/labinstruments/answers.model.ts'
import type * as ofLedgeraccounts from '../../modules/ledgeraccounts/answers.model.ts'
import type * as ofMargins from '../../modules/margins/answers.model.ts'
import type * as ofPartyledger from '../../modules/partyledger/answers.model.ts'
import type * as ofPayables from '../../modules/payables/answers.model.ts'
import type * as ofProducts from '../../modules/products/answers.model.ts'
import type * as ofPurchasebills from '../../modules/purchasebills/answers.model.ts'
import type * as ofReferrals from '../../modules/referrals/answers.model.ts'
import type * as ofSales from '../../modules/sales/answers.model.ts'
import type * as ofSalesreport from '../../modules/salesreport/answers.model.ts'
import type * as ofSamples from '../../modules/samples/answers.model.ts'
import type * as ofSetoffs from '../../modules/setoffs/answers.model.ts'
import type * as ofSettlements from '../../modules/settlements/answers.model.ts'
import type * as ofShipmentreceipt from '../../modules/shipmentreceipt/answers.model.ts'
import type * as ofTds from '../../modules/tds/answers.model.ts'
import type * as ofTestreports from '../../modules/testreports/answers/answers.model.ts'
import type * as ofTestresults from '../../modules/testresults/approval/answers.model.ts'
import type * as ofSpecimens from '../../modules/specimens/answers.model.ts'
import type * as ofTests from '../../modules/tests/answers.model.ts'
import type * as ofTranbatches from '../../modules/tranbatches/answers.model.ts'
import type * as ofTransactions from '../../modules/transactions/allocations/answers.model.ts'
import type * as ofTrialbalance from '../../modules/trialbalance/answers.model.ts'
import type * as ofTurnaround from '../../modules/turnaround/answers.model.ts'
import type * as ofUsers from '../../modules/users/answers.model.ts'
import type * as ofUserwidgets from '../../modules/userwidgets/answers.model.ts'
import type * as ofWidgets from '../../modules/widgets/answers.model.ts'
import type * as ofWorksheets from '../../modules/worksheets/answers.model.ts'
import type { ageing } from '../../modules/ageing/ageing.model.ts'
import type { cashbook } from '../../modules/cashbook/cashbook.model.ts'
import type { collections } from '../../modules/collections/collections.model.ts'
import type { commissions } from '../../modules/commissions/commissions.model.ts'
import type { daybook } from '../../modules/daybook/daybook.model.ts'
import type { gstpaid } from '../../modules/gstpaid/gstpaid.model.ts'
import type { margins } from '../../modules/margins/margins.model.ts'
import type { partyledger } from '../../modules/partyledger/partyledger.model.ts'
import type { payables } from '../../modules/payables/payables.model.ts'
import type { salesreport } from '../../modules/salesreport/salesreport.model.ts'
import type { settlements } from '../../modules/settlements/settlements.model.ts'
import type { trialbalance } from '../../modules/trialbalance/trialbalance.model.ts'
import type { shipmentreceipt } from '../../modules/shipmentreceipt/shipmentreceipt.model.ts'
import type { tileRow } from '../../modules/widgets/answers.model.ts'
import type { Json, Present, Rows, Told } from './present.ts'
import type { Modules } from './records.ts'

/** Reports: lists without records. */
type Reports =
  | typeof ageing
  | typeof cashbook
  | typeof collections
  | typeof commissions
  | typeof daybook
  | typeof gstpaid
  | typeof margins
  | typeof partyledger
  | typeof payables
  | typeof salesreport
  | typeof settlements
  | typeof trialbalance
type Lists = Exclude<Modules[keyof Modules]['model'], typeof shipmentreceipt> | Reports
/** What a file declares: questions, or acts. */
type Declared<File, Kind> = { [N in keyof File]: File[N] extends Kind ? File[N] : never }[keyof File]
type Files =
  | typeof ofPlatform
  | typeof ofAccount
  | typeof ofBackups
  | typeof ofFirstSteps
  | typeof ofAgeing
  | typeof ofBankaccounts
  | typeof ofBanklines
  | typeof ofCashbook
  | typeof ofClients
  | typeof ofClientvisits
  | typeof ofCollections
  | typeof ofCommissions
  | typeof ofDaybook
  | typeof ofDepartments
  | typeof ofElements
  | typeof ofGstpaid
  | typeof ofInstruments
  | typeof ofInvoices
  | typeof ofLabinstruments
  | typeof ofLedgeraccounts
  | typeof ofMargins
  | typeof ofPartyledger
  | typeof ofPayables
  | typeof ofProducts
  | typeof ofPurchasebills
  | typeof ofReferrals
  | typeof ofSales
  | typeof ofSalesreport
  | typeof ofSamples
  | typeof ofSetoffs
  | typeof ofSettlements
  | typeof ofShipmentreceipt
  | typeof ofTds
  | typeof ofTestreports
  | typeof ofTestresults
  | typeof ofSpecimens
  | typeof ofTests
  | typeof ofTranbatches
  | typeof ofTransactions
  | typeof ofTrialbalance
  | typeof ofTurnaround
  | typeof ofUsers
  | typeof ofUserwidgets
  | typeof ofWidgets
  | typeof ofWorksheets
type Act = Question & { readonly does: true }
type Acts = Files extends infer File ? (File extends unknown ? Declared<File, Act> : never) : never
type Questions = Files extends infer File
  ? File extends unknown
    ? Exclude<Declared<File, Question>, Act>
    : never
  : never
/** What is read. */
export type Asked = {
  readonly [M in Lists as `getdata/${M['statementId']}`]: Rows<Present<ListRow<M>>> & Told
} & {
  readonly [Q in Questions as Keyed<Q['path']>]: Present<AnswerTo<Q>> & Told
} & { readonly [tile: `getdata/20${number}`]: Rows<Present<Shaped<typeof tileRow>>> & Told }
/** What acts answer. */
export type Done = { readonly [A in Acts as Keyed<A['path']>]: Present<AnswerTo<A>> & Told }
/** A row of a list or statement of this number. */
export type RowAt<Id extends number> = `getdata/${Id}` extends keyof Asked
  ? Asked[`getdata/${Id}`] extends Rows<infer Row>
    ? Row
    : never
  : Json
