// Correct details: for a report that was issued with another doctor, LRN, collection time, place or state at the draw.
// The sale and its tubes get what is right, results are judged by it, and the next version says what changed.
import { formatDateTime } from '../../../core/dates.ts'
import type { DraftOf } from '../../../core/model.ts'
import { sameValue } from '../../../core/same.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { actionOf } from '../../../server/module.ts'
import { invalid, refused, refusedBy } from '../../../server/refusal.ts'
import { statedText, stateNames, type StatedAtDraw } from '../../elements/draw.rules.ts'
import { movePromises } from '../../sales/accession/promise.server.ts'
import { detailFields, detailQuestions } from '../../sales/correction.model.ts'
import { askEarly, type Corrected } from '../../sales/save.server.ts'
import type { Sale } from '../../sales/sales.model.ts'
import { keepTurnarounds } from '../../sales/status/turnaround.server.ts'
import { placeOfReport } from '../../samples/place/place.model.ts'
import { ofPerson, type Amended } from '../../testreports/amendment.server.ts'
import { seenFields } from '../../testreports/seen/seen.model.ts'
import { checkNewest } from '../../testreports/seen/seen.server.ts'
import { ageSex, readHeads, type HeadRow } from '../../testreports/head.server.ts'
import { reasonOf, remarksOf } from '../entry/act.server.ts'
import { lockWork } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import type { Version } from '../entry/versions.server.ts'
import { tubeFactsOfReleased } from '../gate-facts.server.ts'
import { asWorkItem, judgeSale, type Judged } from '../judging/entry.rules.ts'
import { isJudgedSame } from '../judging/person.rules.ts'
import { sentenceOf, tubeFaultsOf, type TubeFacts } from '../judging/tube.rules.ts'
import { mayCorrectDetails } from '../signatory.rules.ts'
import { judgedBy } from '../judging/judged-by.server.ts'
import { keepValues } from '../signing/keep.server.ts'
import { detailsCorrected } from '../../testreports/answers/answers.model.ts'
import { testresults, type ResultRow } from '../testresults.model.ts'
import { ownPlace, placeTubes } from './place.server.ts'
import { areFirst, moveFirst, moveNamed, namedToMove, timesChanged } from './time.server.ts'
import { changeSale, isInForce, judgeOut, nothingAnew, reissue, saleOf, signersOf, type Why } from './reissue.server.ts'

const body = { ...detailFields, ...placeOfReport, ...detailQuestions, ...seenFields }

const headOf = async (tx: Tx, saleId: number): Promise<HeadRow> => {
  const [head] = await readHeads(tx, [saleId])
  if (head === undefined) throw refused('The sale has no accession number, so no report of it is out')
  return head
}

/** What speaks against the tubes of released values and is not decided yet, by work item. */
const readFaults = async (tx: Tx, saleId: number): Promise<ReadonlyMap<number, ResultRow['TubeFaults']>> => {
  const rows = await tx.rows<{ WorkItemId: number; Tube: TubeFacts | null }>(sql`
    select
      work.work_item_id as "WorkItemId",
      ${tubeFactsOfReleased} as "Tube"
    from
      defined_work_items work
      left join results counted on counted.result_id = work.result_id
    where
      work.sale_id = ${saleId}
  `)
  return new Map(rows.map(({ WorkItemId, Tube }) => [WorkItemId, tubeFaultsOf(Tube)]))
}
/** The released values against whose tubes more speaks than before. */
const doubted = (rows: readonly ResultRow[], was: Faults, is: Faults): readonly ResultRow[] =>
  rows.filter(isInForce).flatMap((row) => {
    const known = new Set((was.get(row.WorkItemId) ?? []).map(({ Key }) => Key))
    const TubeFaults = (is.get(row.WorkItemId) ?? []).filter(({ Key }) => !known.has(Key))
    return TubeFaults.length === 0 ? [] : [{ ...row, TubeFaults }]
  })
type Faults = Awaited<ReturnType<typeof readFaults>>

const judgedOtherwise = ({ row, judged: { Flag, Range } }: Version) =>
  judgedBy(row, {
    Flag,
    PrintableRange: Range?.PrintableRange ?? null,
    LowValue: Range?.LowValue ?? null,
    HighValue: Range?.HighValue ?? null,
  })
/** In words of the report, which leaves out its own lab. */
const placeOf = ({ CollectedPlace }: HeadRow): string => CollectedPlace ?? ownPlace
/** What the next version prints as changed; values and comments are added to it. */
const changesOf = (
  [was, is]: readonly [HeadRow, HeadRow],
  [sale, corrected]: readonly [Sale, Sale],
  out: readonly Version[],
): Amended['Changes'] =>
  [
    { What: 'Doctor', Was: was.Doctor, Is: is.Doctor },
    { What: 'LRN', Was: was.LRN, Is: is.LRN },
    { What: 'Collected', Was: formatDateTime(was.CollectionDate), Is: formatDateTime(is.CollectionDate) },
    { What: 'Collected at', Was: placeOf(was), Is: placeOf(is) },
    { What: ofPerson.ageSex, Was: ageSex(was), Is: ageSex(is) },
    ...stateNames.map((name) => ({
      What: ofPerson[name],
      Was: statedText(name, sale),
      Is: statedText(name, corrected),
    })),
    ...out.filter(({ row, judged }) => row.PrintOnReport && row.Result === judged.Result).map(judgedOtherwise),
  ].filter(({ Was, Is }) => Was !== Is)

/** Judges by the right time or state of the patient. Answers also what the signatory should look at. */
const judgeAgain = async (
  tx: Tx,
  user: Caller,
  before: readonly ResultRow[],
  rows: readonly ResultRow[],
  doubtful: readonly ResultRow[],
  why: Why,
) => {
  const was = judgeSale(before, new Map())
  const kept = new Map(
    (await keepValues(tx, user, doubtful, why.Remarks)).map(({ row, Comments }) => [row.WorkItemId, Comments]),
  )
  const anew = await judgeOut(tx, user, rows, why, {
    isSamePatient: true,
    renews: (row, judged) => kept.has(row.WorkItemId) || !isJudgedSame(was.get(row.WorkItemId), judged),
    commentsOf: (row) => kept.get(row.WorkItemId),
  })
  const is = judgeSale(rows, new Map())
  const differs = (judged: Judged | undefined): boolean => judged?.IsDelta === true
  const delta = rows.filter(
    (row) => isInForce(row) && differs(is.get(row.WorkItemId)) && !differs(was.get(row.WorkItemId)),
  )
  return { anew, delta }
}

/** The states that are corrected; null: taken back. @throws 400 where one is stated as well, or was not stated */
const statedAnew = (sent: DraftOf<typeof body>, sale: Sale): Partial<StatedAtDraw> => {
  const { TakenBack: name } = sent
  const stated = Object.fromEntries(stateNames.flatMap((one) => (sent[one] == null ? [] : [[one, sent[one]]])))
  if (name == null) return stated
  const { label } = detailFields[name]
  if (sent[name] != null) throw invalid({ TakenBack: [`State ${label}, or take it back`] })
  if (sale[name] === null) throw invalid({ TakenBack: [`${label} is not stated and cannot be taken back`] })
  return { ...stated, [name]: null }
}

export const correctDetails = actionOf(testresults, {
  name: 'correct details',
  permit: 'amend',
  ...detailsCorrected,
  keyField: 'SaleId',
  body,
  summary: 'Correct doctor, LRN, collection time or state at the draw of an issued report, and amend the report',
  run: async ({ tx, user, key, body: sent }) => {
    const [ReasonId, Remarks] = [reasonOf(sent), remarksOf(sent)]
    if (Remarks === null) throw invalid({ Remarks: ['Remarks are required'] })
    const why = { action: 'correct details', ReasonId, Remarks }
    await lockWork(tx, [key])
    await checkNewest(tx, key, sent)
    const [sale, before] = [await saleOf(tx, key), await rowsOfSales(tx, [key])]
    const was = await headOf(tx, key)
    const named = await namedToMove(tx, key, sent)
    const isNamed = !!sent.Tubes?.trim()
    const isOther = !!sent.CollectionDate && !isNamed && !sameValue(sent.CollectionDate, was.CollectionDate)
    const at = isOther || named.length > 0 ? (sent.CollectionDate ?? null) : null
    // a first tube with a time of its own moves alone: the others were drawn when the sale says
    const isFirst = isOther || (await areFirst(tx, key, named))
    const isOfSale = isFirst && sameValue(sale.CollectionDate, was.CollectionDate)
    const stated = statedAnew(sent, sale)
    const placed = await placeTubes(tx, user, { ...sale, SaleId: key }, sent, { labId: was.LabId, remarks: Remarks })
    const record: Corrected = {
      ...(sent.ReferringDoctorId ? { ReferringDoctorId: sent.ReferringDoctorId } : {}),
      ...(sent.LRN ? { LRN: sent.LRN } : {}),
      ...stated,
      ...(isOfSale ? { CollectionDate: at, EarlyCollection: sent.EarlyCollection ?? null } : {}),
    }
    const decision = mayCorrectDetails(
      {
        items: before.map(asWorkItem),
        isSame:
          at === null &&
          placed === undefined &&
          (['ReferringDoctorId', 'LRN', ...stateNames] as const).every((name) =>
            sameValue(record[name] === undefined ? sale[name] : record[name], sale[name]),
          ),
        ReasonId,
        signatories: await signersOf(tx, user, before),
      },
      user,
    )
    if (!decision.ok) throw refusedBy(decision)
    const faults = await readFaults(tx, key)
    if (at !== null) {
      if (!isOfSale) askEarly({ ...sale, CollectionDate: at }, sale, sent)
      if (isNamed) await moveNamed(tx, user, key, named, { at, remarks: Remarks })
      else await moveFirst(tx, user, key, was, at)
    }
    await changeSale(tx, user, sale, record, why)
    if (at !== null) {
      await movePromises(tx, [key])
      await keepTurnarounds(tx, [key])
    }
    const [is, rows] = [await headOf(tx, key), await rowsOfSales(tx, [key])]
    const doubtful = at === null ? [] : doubted(rows, faults, await readFaults(tx, key))
    if (doubtful.length > 0 && sent.KeepsValues !== true) {
      const reason = doubtful.map((row) => `${row.Element}: ${sentenceOf(row.TubeFaults)}`).join('; ')
      throw refused(`${reason}. Are these values kept ?`, { KeepsValues: [`${reason}. Are these values kept ?`] })
    }
    const { anew, delta } =
      at === null && Object.keys(stated).length === 0
        ? { anew: nothingAnew, delta: [] }
        : await judgeAgain(tx, user, before, rows, doubtful, why)
    const { message, CallsToMake } = await reissue(tx, user, key, why, {
      done: 'The details are corrected',
      subject: 'Report details corrected',
      patient: is.PatientName,
      Changes: [
        ...changesOf([was, is], [sale, await saleOf(tx, key)], anew.out),
        ...(at === null ? [] : timesChanged(named, at, [was, is])),
        ...(placed ?? []),
      ],
      rows,
      anew,
    })
    const look = delta.map((row) => row.Element).join(', ')
    return { message: look === '' ? message : `${message}. Delta check by the new time: ${look}`, CallsToMake }
  },
})
