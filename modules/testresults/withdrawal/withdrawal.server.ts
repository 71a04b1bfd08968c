// Withdraws released results without a new value: single ones, those of a whole report, or with a cancelled sale. The
// version without a value waits for another signatory like an amendment; it issues the next version of the report.
import { integer, rows, type DraftOf } from '../../../core/model.ts'
import { allOf, must } from '../../../core/refusal.ts'
import type { Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { bulkOf, type FollowContext } from '../../../server/module.ts'
import { invalid, malformed, refused } from '../../../server/refusal.ts'
import { saleStatus } from '../../lists/items.model.ts'
import type { saleFields } from '../../sales/sales.model.ts'
import type { Given } from '../../testreports/given/given.rules.ts'
import { whoHadIt } from '../../testreports/given/given.server.ts'
import { seenFields } from '../../testreports/seen/seen.model.ts'
import { newerThan, newestVersion } from '../../testreports/seen/seen.server.ts'
import { withdrawalFields } from '../../testreports/told/told.model.ts'
import {
  allOrNothing,
  reasonOf,
  remarksOf,
  saidFields,
  salesOf,
  sheetsOf,
  type Acted,
  type Picked,
} from '../entry/act.server.ts'
import { isOnBench, lockToIssue, lockWork } from '../entry/bench.server.ts'
import { takeOffWithdrawn } from '../correction/withdrawn-previous.server.ts'
import { checkAbout, rowsOfItems, staleAmong } from '../entry/requested-items.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import type { Version } from '../entry/versions.server.ts'
import { propose, type Asked } from '../entry/waiting.server.ts'
import { asWorkItem, noValue } from '../judging/entry.rules.ts'
import { nothingPrinted } from '../../testreports/printed/printed.model.ts'
import { mayWithdrawResult } from '../signatory.rules.ts'
import { reportWithdrawn } from '../../testreports/answers/answers.model.ts'
import { withdrawFields, type ResultRow } from '../testresults.model.ts'
import { isOut } from '../work-item.rules.ts'
import { ask } from '../signing/amend.server.ts'
import { releaseVersions, report } from '../signing/approve-amendments.server.ts'

/** A version without value, interval and flag. */
const withoutValue = (row: ResultRow, why: Asked): Version => ({
  row,
  judged: noValue,
  ...nothingPrinted,
  ...why,
})

/** The answer names everybody who was given a report of these sales. */
type Withdrawn = Acted & { readonly Given: readonly Given[] }

const takeBack = async (
  tx: Tx,
  user: Caller,
  picked: readonly ResultRow[],
  sent: DraftOf<typeof saidFields>,
): Promise<Withdrawn> => {
  const why = { ReasonId: reasonOf(sent), Remarks: remarksOf(sent), EnteredById: user.UserId }
  const Given = await whoHadIt(tx, salesOf(picked))
  const asked = await ask(
    tx,
    user,
    picked.map((row) => withoutValue(row, why)),
    why,
  )
  await takeOffWithdrawn(tx, user, salesOf(picked))
  return { ...asked, Given }
}

const checkSaid = (sent: DraftOf<typeof saidFields>): void => {
  if (remarksOf(sent) === null) throw invalid({ Remarks: ['Remarks are required'] })
}

const body = { WorkItems: rows('Work items', withdrawFields), ...saidFields }

export const withdrawResults = bulkOf({
  name: 'withdraw result',
  permit: 'amend',
  path: 'withdrawresults/testresults',
  summary: 'Withdraw released results without a new value',
  body,
  records: async (tx, user, sent): Promise<Picked & { seen: ReadonlyMap<number, number | null | undefined> }> => {
    const items = sent.WorkItems ?? []
    if (items.length === 0 || !items.every((item) => typeof item.WorkItemId === 'number'))
      throw invalid({ WorkItems: ['Choose at least one result'] })
    const seen = new Map(items.map((item) => [Number(item.WorkItemId), item.RowVersion]))
    if (seen.size < items.length) throw malformed('A work item is sent twice')
    checkSaid(sent)
    const around = await rowsOfItems(tx, user, [...seen.keys()], lockToIssue)
    return { rows: around, picked: around.filter((row) => seen.has(row.WorkItemId)), seen }
  },
  permitted: ({ picked }) => picked,
  held: ({ picked }) => sheetsOf(picked),
  stale: ({ picked, seen }) => staleAmong(picked, (id) => seen.get(id)),
  decide: ({ picked }, user, sent) =>
    allOrNothing(picked, (row) =>
      allOf(
        must(row.Formula === null, `${row.Element}: this result is calculated; withdraw its inputs instead`),
        mayWithdrawResult(asWorkItem(row), user, reasonOf(sent)),
      ),
    ),
  run: ({ tx, user, records: { picked }, body: sent }) => takeBack(tx, user, picked, sent),
})

const isInForce = (row: ResultRow): boolean => isOut(row) && row.WithdrawnOn === null

/** All released results of a sale that are in force, whichever lab measured them. */
export const withdrawReport = bulkOf({
  name: 'withdraw report',
  permit: 'amend',
  ...reportWithdrawn,
  summary: 'Withdraw the whole report of a sale',
  body: { SaleId: integer('Sale', { required: 'SaleId is missing' }), ...seenFields, ...withdrawalFields },
  records: async (tx, user, sent): Promise<Picked & { newest: number }> => {
    const SaleId = Number(sent.SaleId)
    // what the user may not see is not locked either
    await checkAbout(tx, user, { SaleId })
    checkSaid(sent)
    await lockToIssue(tx, [SaleId])
    const around = await rowsOfSales(tx, [SaleId])
    const picked = around.filter(isInForce)
    if (picked.length === 0) throw refused('No result of this sale is released and in force')
    return { rows: around, picked, newest: await newestVersion(tx, SaleId) }
  },
  permitted: ({ picked }) => picked,
  held: ({ picked }) => sheetsOf(picked),
  stale: ({ newest }, sent) => newerThan(newest, sent),
  decide: ({ picked }, user, sent) =>
    allOrNothing(picked, (row) =>
      allOf(
        must(isOnBench(user, row), `${row.Element} was released by another lab: its signatory withdraws it`),
        mayWithdrawResult({ ...asWorkItem(row), Amendment: null }, user, reasonOf(sent)),
      ),
    ),
  run: ({ tx, user, records: { picked }, body: sent }) => takeBack(tx, user, picked, sent),
})

/**
 * Follows a cancelled sale whose report is withdrawn with it: at once and whole, signed by the user who cancelled the
 * sale, since nothing takes the place of what is taken back.
 */
export const withdrawWithSale = async ({
  tx,
  user,
  key,
  before,
  after,
}: FollowContext<typeof saleFields>): Promise<void> => {
  if (before?.StatusId === saleStatus.Cancelled || after.StatusId !== saleStatus.Cancelled) return
  if (after.ReportOnCancel !== 'withdraw') return
  await lockWork(tx, [key])
  const picked = (await rowsOfSales(tx, [key])).filter(isInForce)
  if (picked.length === 0) return
  // why the sale was cancelled is for staff alone, and this is printed
  const why = { ReasonId: null, Remarks: 'The order was cancelled', EnteredById: user.UserId }
  await propose(
    tx,
    picked.map((row) => withoutValue(row, why)),
  )
  const ids = picked.map((row) => row.WorkItemId)
  const going = (await rowsOfSales(tx, [key])).filter((row) => ids.includes(row.WorkItemId))
  await releaseVersions(tx, user, ids)
  await report(tx, user, going, [])
  await takeOffWithdrawn(tx, user, [key])
}
