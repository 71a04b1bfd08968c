// The rows of a worksheet or a sale for a reader: each with the reader's permitted actions, and why others are refused.
import { integer, type DraftOf, type Permit } from '../../core/model.ts'
import type { Decision } from '../../core/refusal.ts'
import type { Caller } from '../../server/caller.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import { writeAccess } from '../../server/door/audit.ts'
import { mayByPermit } from '../../server/door/permission.ts'
import { malformed, notFound, notPermitted } from '../../server/refusal.ts'
import { json, type Call } from '../../server/route.ts'
import { mayEnter, mayNote, mayRepeat } from './bench.rules.ts'
import { benchScope, isOnBench, signatoriesAt } from './entry/bench.server.ts'
import { readRows, rowsOfSales } from './entry/rows.server.ts'
import { asApproved, asWorkItem } from './judging/entry.rules.ts'
import { mayAmend, mayApprove, mayOffer, mayReview, mayWithdrawResult } from './signatory.rules.ts'
import { clientType } from '../lists/items.model.ts'
import { opened } from './sensitive/sensitive.server.ts'
import { isOfTest } from './signing/release.rules.ts'
import type { Signatories } from './work-item.rules.ts'
import type { ResultRow } from './testresults.model.ts'

/** The worksheet and the sale of a request, at least one of them. */
export const sheetFields = { WorkSheetId: integer('Worksheet'), SaleId: integer('Sale') }

const namedBy = ({ WorkSheetId, SaleId }: DraftOf<typeof sheetFields>): Sql => sql`
  (
    ${WorkSheetId ?? null}::int is null
    or work.work_sheet_id = ${WorkSheetId ?? null}
  )
  and (
    ${SaleId ?? null}::int is null
    or work.sale_id = ${SaleId ?? null}
  )
`

/** The user's permitted actions on a row, and why others are refused. */
const actionsFor = (
  row: ResultRow,
  rows: readonly ResultRow[],
  user: Caller,
  signatories: Signatories,
): ResultRow['Actions'] => {
  const item = asWorkItem(row)
  const held = (permit: Permit) => mayByPermit(user, 'testresults', permit, row)
  const say = (decision: Decision): true | string => (decision.ok ? true : decision.reason)
  const ofTest = rows
    .filter((one) => isOfTest(one, row.TestId) && isOnBench(user, one))
    .map((one) => asApproved(one, rows, new Set()))
  // its inputs are approved in the same act where they may be
  const together = new Set(
    rows.filter((one) => say(mayApprove(asWorkItem(one), user, { signatories })) === true).map((one) => one.WorkItemId),
  )
  return {
    ...(held('update')
      ? {
          update: say(mayEnter(item, user)),
          note: say(mayNote(asApproved(row, rows, together), user)),
          repeat: say(mayRepeat(item, user, 'unknown')),
        }
      : {}),
    ...(held('review') ? { review: say(mayReview(item, user)) } : {}),
    ...(held('approve') ? { approve: say(mayApprove(asApproved(row, rows, together), user, { signatories })) } : {}),
    ...(held('amend')
      ? { amend: say(mayAmend(item, user, 'unknown')), withdraw: say(mayWithdrawResult(item, user, 'unknown')) }
      : {}),
    ...(held('release') ? { release: say(mayOffer(item, ofTest, user)) } : {}),
  }
}

/** Hides results of other labs, the money of the sale and the doctor's phone from users of an outside lab. */
const seenBy = (user: Caller, row: ResultRow): ResultRow =>
  user.EntityTypeId !== clientType.ExternalLab
    ? row
    : {
        ...row,
        PreviousResult: null,
        PreviousDate: null,
        History: [],
        Neighbours: [],
        DoctorPhone: null,
        Sale: { ...row.Sale, Outstanding: 0, BuyerIsPatient: false },
      }

/** The rows of a worksheet and a sale. */
export const readSheet = async ({ db, query, user }: Call<typeof sheetFields>) => {
  if (query.WorkSheetId === undefined && query.SaleId === undefined) throw malformed('WorkSheetId or SaleId is missing')
  // from the primary: a save of a moment ago is there, with its version
  const named = await readRows(
    db.read,
    sql`
      (${namedBy(query)})
      and (${benchScope(user)})
    `,
  )
  if (named.length === 0) throw notFound()
  const rows = named.filter((row) => mayByPermit(user, 'testresults', 'read', row))
  if (rows.length === 0) throw notPermitted()
  // the inputs of a formula may be on another worksheet
  const around =
    query.WorkSheetId === undefined ? named : await rowsOfSales(db.read, [...new Set(rows.map((row) => row.SaleId))])
  const signatories = await signatoriesAt(db.read, user, rows)
  const bySale = Map.groupBy(around, (row) => row.SaleId)
  const seen = rows.map((row) => ({
    ...seenBy(user, row),
    Actions: actionsFor(row, bySale.get(row.SaleId) ?? [], user, signatories(row)),
  }))
  const answer = await db.transaction(async (tx) => {
    await writeAccess(tx, user, 'read', 'testresults', rows[0]?.SaleId ?? null)
    return opened(tx, user, seen)
  })
  return json(answer)
}
