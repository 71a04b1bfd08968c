// The bench of the demo network on one day: worksheets, results inside and outside the intervals, calls, approval,
// release.
import { atTime } from '../core/dates.ts'
import { at } from '../server/clock.ts'
import { literal, sql, type Database } from '../server/db/db.ts'
import { runBulk } from '../server/door/act.ts'
import type { Caller } from '../server/caller.ts'
import type { BulkAction } from '../server/module.ts'
import { asWorkItem } from '../modules/testresults/judging/entry.rules.ts'
import { inputsOf } from '../modules/testresults/judging/formulas.rules.ts'
import { saveResults } from '../modules/testresults/entry/entry.server.ts'
import { keepTurnarounds } from '../modules/sales/status/turnaround.server.ts'
import { readRows } from '../modules/testresults/entry/rows.server.ts'
import { logCall } from '../modules/testresults/signing/calls.server.ts'
import { testresultsServer } from '../modules/testresults/testresults.server.ts'
import { release } from '../modules/testresults/signing/release.server.ts'
import { approve } from '../modules/testresults/withdrawal/approve.server.ts'
import { review } from '../modules/testresults/signing/signing.server.ts'
import { reviewReasons, isCritical } from '../modules/testresults/work-item.rules.ts'
import type { ResultRow, ResultSent } from '../modules/testresults/testresults.model.ts'
import { generateWorksheets } from '../modules/worksheets/generate.server.ts'
import { seeded, type Dice } from './people.ts'
import { actOn } from './act-on.ts'
import { callerFor, metaFor } from './caller.ts'
import { someResult } from './results.ts'
import { workItemReason, workItemStatus } from '../modules/lists/items.model.ts'
import { role } from '../core/user.ts'

const enter = async (db: Database, dice: Dice, user: Caller, skip: number): Promise<number[]> => {
  const rows = await db.transaction((tx) =>
    readRows(
      tx,
      sql`
        work.lab_id = ${user.EntityId}
        and work.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat)})
        and work.work_sheet_id is not null
        and work.formula is null
      `,
    ),
  )
  const items = rows
    .filter(() => !dice.chance(skip))
    .flatMap((row): ResultSent[] => {
      const Result = someResult(dice, row)
      return Result === null
        ? [
            {
              WorkItemId: row.WorkItemId,
              RowVersion: row.RowVersion,
              StatusId: workItemStatus.NotPerformed,
              ReasonId: workItemReason.QuantityNotSufficient,
            },
          ]
        : [{ WorkItemId: row.WorkItemId, RowVersion: row.RowVersion, Result }]
    })
  const sales = [...new Set(rows.map((row) => row.SaleId))]
  for (const part of chunks(items, 400))
    await runBulk(db, testresultsServer, saveResults, { WorkItems: part }, metaFor(user))
  return sales
}
const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))

const sign = async (db: Database, dice: Dice, doctor: Caller, skip: number): Promise<void> => {
  const open = sql`
    work.lab_id = ${doctor.EntityId}
    and work.status_id in (${literal(workItemStatus.Entered, workItemStatus.Reviewed)})
  `
  const rows = await db.transaction((tx) => readRows(tx, open))
  for (const row of rows.filter((r) => isCritical(asWorkItem(r)) && r.CriticalCall === null))
    await runBulk(
      db,
      testresultsServer,
      logCall,
      {
        WorkItemId: row.WorkItemId,
        CalledTo: row.DoctorName,
        CalledRole: 'doctor',
        ReadBack: true,
        CalledAt: new Date().toISOString(),
      },
      metaFor(doctor),
    )
  const ready = rows.filter((row) => row.NotCalculated === null && row.Result !== null && !dice.chance(skip))
  await signReady(db, doctor, rows, ready)
}

/** Reviews and approves results of one laboratory; `rows` are all that wait there. */
export const signReady = async (
  db: Database,
  doctor: Caller,
  rows: readonly ResultRow[],
  ready: readonly ResultRow[],
): Promise<void> => {
  const toReview = ready.filter(
    (row) => row.StatusId === workItemStatus.Entered && reviewReasons(asWorkItem(row)).length > 0,
  )
  const act = (action: BulkAction, part: readonly ResultRow[]) => actOn(db, action, part, metaFor(doctor))
  for (const part of chunks(toReview, 400)) await act(review, part)
  for (const level of inOrder(rows, ready)) for (const part of chunks(level, 400)) await act(approve, part)
}

/**
 * Measured elements, those calculated from them, and those calculated from the latter: each is approved after its
 * inputs, and left out with them.
 */
const inOrder = (rows: readonly ResultRow[], ready: readonly ResultRow[]): ResultRow[][] => {
  const keyOf = (saleId: number, elementId: number): string => `${saleId}:${elementId}`
  const left = new Set(rows.filter((row) => !ready.includes(row)).map((row) => keyOf(row.SaleId, row.ElementId)))
  const waits = (row: ResultRow): boolean => inputsOf(row.Formula ?? '').some((id) => left.has(keyOf(row.SaleId, id)))
  const measured = ready.filter((row) => row.Formula === null)
  const formulas = ready.filter((row) => row.Formula !== null)
  const isNested = (row: ResultRow): boolean =>
    inputsOf(row.Formula ?? '').some((id) => formulas.some((one) => one.SaleId === row.SaleId && one.ElementId === id))
  const plain = formulas.filter((row) => !isNested(row))
  for (const row of plain.filter(waits)) left.add(keyOf(row.SaleId, row.ElementId))
  return [measured, plain.filter((row) => !waits(row)), formulas.filter((row) => isNested(row) && !waits(row))]
}

type Approved = { readonly WorkItemId: number; readonly SaleId: number }
export const approvedOf = (db: Database, doctor: Caller, sales: readonly number[]): Promise<readonly Approved[]> =>
  db.read.rows<Approved>(sql`
    select
      item.work_item_id as "WorkItemId",
      item.sale_id as "SaleId"
    from
      work_items item
    where
      item.sale_id = any (${[...sales]})
      and item.lab_id = ${doctor.EntityId}
      and item.status_id = ${workItemStatus.Approved}
    order by
      item.sale_id,
      item.work_item_id
  `)

/** Releases whatever test is complete; if one sale blocks the others, sale by sale. */
const sendOut = async (db: Database, doctor: Caller, sales: readonly number[]): Promise<void> => {
  const approved = await approvedOf(db, doctor, sales)
  const send = (rows: readonly Approved[]) =>
    actOn(db, release, rows, metaFor(doctor), { Remarks: 'Asked for by the doctor', LeaveRest: true })
  const bySale = [...Map.groupBy(approved, (row) => row.SaleId).values()]
  for (const part of chunks(bySale, 40))
    await send(part.flat()).catch(async () => {
      for (const rows of part) await send(rows).catch(() => undefined)
    })
}

const backdate = (db: Database, sales: readonly number[], day: string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      update worksheets
      set
        created_at = ${atTime(day, 12, 5)}::timestamptz
      where
        work_sheet_id in (
          select
            work_sheet_id
          from
            work_items
          where
            sale_id = any (${[...sales]})
        )
        and created_at > now() - interval '1 hour'
    `)
    await tx.run(sql`
      update results r
      set
        entered_at = ready.at,
        measured_at = case
          when r.result is not null then ready.at
        end,
        reviewed_at = case
          when r.reviewed_at is not null then ready.at + interval '15 minutes'
        end,
        approved_at = case
          when r.approved_at is not null then ready.at + interval '25 minutes'
        end
      from
        work_items w
        join sales s using (sale_id)
        left join sample_elements placed on placed.sample_element_id = w.sample_element_id
        left join samples t on t.sample_id = placed.sample_id
        -- measured soon after the tube is at its laboratory
        cross join lateral (
          select
            greatest(s.accession_date, t.received_date) + interval '40 minutes' as at
        ) ready
      where
        w.work_item_id = r.work_item_id
        and w.sale_id = any (${[...sales]})
    `)
  })

/** Releases the reports of a past day in four rounds, each sale in the first one after its last approval. */
const sendOutPast = async (db: Database, doctor: Caller, sales: readonly number[], day: string): Promise<void> => {
  const rounds = [atTime(day, 11, 0), atTime(day, 14, 0), atTime(day, 18, 0), atTime(day, 22, 30)]
  const approved = await db.read.rows<{ SaleId: number; At: string }>(sql`
    select
      w.sale_id,
      max(r.approved_at) as at
    from
      work_items w
      join results r on r.work_item_id = w.work_item_id
    where
      w.sale_id = any (${[...sales]})
      and r.approved_at is not null
    group by
      w.sale_id
    order by
      w.sale_id
  `)
  const roundOf = (at: string): string =>
    rounds.find((round) => Date.parse(at) < Date.parse(round)) ?? rounds.at(-1) ?? at
  for (const time of rounds) {
    const ids = approved.filter((sale) => roundOf(sale.At) === time).map((sale) => sale.SaleId)
    if (ids.length === 0) continue
    await at(new Date(time), () => sendOut(db, doctor, ids))
    await db.transaction((tx) =>
      tx.run(sql`
        update reports
        set
          created_at = ${time}::timestamptz
        where
          sale_id = any (${[...ids]})
          and created_at > now() - interval '1 hour'
      `),
    )
    await db.transaction((tx) =>
      tx.run(sql`
        update sale_products
        set
          reported_at = ${time}::timestamptz
        where
          sale_id = any (${[...ids]})
          and reported_at > ${time}
      `),
    )
    await db.transaction((tx) =>
      tx.run(sql`
        update results r
        set
          released_at = ${time}::timestamptz
        from
          work_items w
        where
          w.work_item_id = r.work_item_id
          and w.sale_id = any (${[...ids]})
          and r.released_at > now() - interval '1 hour'
      `),
    )
    await db.transaction(async (tx) => {
      const kept = await tx.rows<{ SaleId: number }>(sql`
        select distinct
          sale_id
        from
          sale_turnarounds
        where
          sale_id = any (${[...ids]})
      `)
      await keepTurnarounds(
        tx,
        kept.map((sale) => sale.SaleId),
      )
    })
  }
}

/** One day at both labs; the last days are left unfinished, so that every status occurs. */
export const runLaboratory = async (db: Database, dice: Dice, day: string, back: number): Promise<void> => {
  const shifts = [
    { lab: 2, bench: 'technologist', doctor: 'pathologist' },
    { lab: 3, bench: 'nashik', doctor: 'pathologist' },
  ] as const
  // in sequence: in parallel they would compete for the numbers of worksheets and results
  for (const shift of shifts) await work(db, seeded(dice.int(1, 2 ** 31)), shift, day, back)
}

type Shift = { readonly lab: number; readonly bench: string; readonly doctor: string }
const work = async (db: Database, dice: Dice, { lab, bench, doctor }: Shift, day: string, back: number) => {
  const technologist = await callerFor(db, bench, role.Technologist, lab)
  const pathologist = await callerFor(db, doctor, role.Pathologist, lab)
  if (back === 0 && dice.chance(0.3)) return
  await db.transaction((tx) => generateWorksheets(tx, technologist)).catch(() => undefined)
  const sales = await enter(db, dice, technologist, back === 0 ? 0.35 : back === 1 ? 0.06 : 0)
  await sign(db, dice, pathologist, back === 0 ? 0.4 : back === 1 ? 0.1 : 0)
  const past = back > 0
  if (past) await backdate(db, sales, day)
  if (!past) await sendOut(db, pathologist, sales.slice(0, Math.floor(sales.length / 2)))
  else await sendOutPast(db, pathologist, sales, day)
}
