// Results on the server: their routes, and their module.
import { sql } from '../../server/db/db.ts'
import { moduleOf, type FollowContext } from '../../server/module.ts'
import { routeOf } from '../../server/route.ts'
import type { clientFields } from '../clients/clients.model.ts'
import type { saleFields } from '../sales/sales.model.ts'
import { alongSale } from '../sales/related-records.server.ts'
import { lockedBeforeSale } from '../sales/locks.server.ts'
import { amend } from './signing/amend.server.ts'
import { followPatient, followSale } from './entry/rejudge.server.ts'
import { followReferred } from './entry/follow-referred.server.ts'
import { keep } from './signing/keep.server.ts'
import { logCall } from './signing/calls.server.ts'
import { saveResults } from './entry/entry.server.ts'
import { correctDetails } from './correction/details.server.ts'
import { correctPatient } from './correction/patient.server.ts'
import { followWithdrawn } from './correction/follow-withdrawn.server.ts'
import { followUndoneMerge } from './correction/undo-merge.server.ts'
import { benchScope } from './entry/bench.server.ts'
import { openSale } from '../openings/open.server.ts'
import { isInWork } from './sensitive/sensitive.server.ts'
import { measureOn } from './instruments/measure-on.server.ts'
import { chooseRun } from './signing/runs.server.ts'
import { release } from './signing/release.server.ts'
import { repeat, review, withdraw } from './signing/signing.server.ts'
import { withdrawReport, withdrawResults, withdrawWithSale } from './withdrawal/withdrawal.server.ts'
import { escalateCritical } from './signing/escalation.server.ts'
import { testresults } from './testresults.model.ts'
import { approve } from './withdrawal/approve.server.ts'
import { approveNormal } from './approval/normal.server.ts'
import { readSheet, sheetFields } from './reading.server.ts'
import { outsideTests, restsOnPaper } from './outside-paper.server.ts'
import { isBench } from './work-item.rules.ts'
import { worklist } from './worklist.server.ts'

const sheetRoute = routeOf({
  method: 'GET',
  path: 'testresults',
  access: { module: 'testresults', permit: 'read' },
  scope: 'work items of the labs of the entity',
  summary: 'Result rows of a worksheet and a sale',
  query: sheetFields,
  handler: readSheet,
})

export const testresultsServer = moduleOf(testresults, {
  isWatched: true,
  // two benches may work for one patient at once
  isEditedByParts: true,
  table: 'sales',
  alias: 'sale',
  keyColumn: 'sale_id',
  routes: [sheetRoute],
  scope: (user) => sql`
    exists (
      select
        1
      from
        work_items work
      where
        work.sale_id = sale.sale_id
        and (${benchScope(user)})
    )
  `,
  read: (key) => sql`
    select
      sale.sale_id as "SaleId",
      sale.accession_no as "AccessionNo",
      sale.patient_name as "Patient",
      sale.patient_id as "PatientId",
      sale.collection_date as "CollectionDate",
      (
        select
          min(work.status_id)
        from
          work_items work
        where
          work.sale_id = sale.sale_id
      ) as "StatusId"
    from
      sales sale
    where
      sale.sale_id = ${key}
  `,
  // its action writes the sale and its records
  alongside: alongSale,
  locksFirst: (key, sent) => lockedBeforeSale(key, sent),
  actions: [
    saveResults,
    review,
    approve,
    approveNormal,
    repeat,
    keep,
    chooseRun,
    measureOn,
    release,
    amend,
    withdraw,
    withdrawResults,
    withdrawReport,
    logCall,
    correctPatient,
    correctDetails,
  ],
  follows: {
    sales: async (changed: FollowContext<typeof saleFields>) => {
      await followSale(changed)
      await withdrawWithSale(changed)
    },
    clients: async (changed: FollowContext<typeof clientFields>) => {
      await followPatient(changed)
      await followUndoneMerge(changed)
    },
  },
  discloses: (db, user, saleId, what, about = null) =>
    openSale(db, user, {
      what,
      saleId,
      isWork: async (tx) => what === 'file' && isBench(user).ok && (await isInWork(tx, user, { saleId, about })),
    }),
  mayKeepFiles: (_record, user) => isBench(user),
  restsOn: restsOnPaper,
  partsOfFile: outsideTests,
  jobs: [escalateCritical, followReferred, followWithdrawn],
  statements: [{ id: 1004, name: 'Test results', module: 'testresults', parameters: {}, list: worklist }],
})
