// Works measured one by one: worksheets and results of 500 items (W5), report files (W10) and the
// dashboard.
import { callerFor, metaFor } from '../demo/caller.ts'
import { someResult } from '../demo/results.ts'
import { seeded } from '../demo/people.ts'
import type { App } from '../start/app.ts'
import { at95, median } from './run.ts'
import type { Stand } from './stand.ts'
import { role } from '../core/user.ts'
import { sql, type Database } from '../server/db/db.ts'
import { runAction, runBulk } from '../server/door/act.ts'
import { saveRecord } from '../server/door/save.ts'
import type { Caller } from '../server/caller.ts'
import { actOn } from '../demo/act-on.ts'
import { approvedOf, signReady } from '../demo/laboratory.ts'
import { workItemStatus } from '../modules/lists/items.model.ts'
import { release } from '../modules/testresults/signing/release.server.ts'
import { FINAL } from '../modules/testreports/print/report.fixture.ts'
import { renderReport } from '../modules/testreports/print/report.server.ts'
import { saleActions, salesServer } from '../modules/sales/sales.server.ts'
import { approveNormal } from '../modules/testresults/approval/normal.server.ts'
import { saveResults } from '../modules/testresults/entry/entry.server.ts'
import { testresultsServer } from '../modules/testresults/testresults.server.ts'
import { readRows } from '../modules/testresults/entry/rows.server.ts'
import { generateWorksheets } from '../modules/worksheets/generate.server.ts'

type Log = (line: string) => void

/** A sale of a patient at the central lab whose tubes are there. Answers its key. */
const accessioned = async (
  db: Database,
  desk: Caller,
  patient: number,
  products: readonly number[],
): Promise<number> => {
  const now = new Date().toISOString()
  const { json } = await saveRecord(
    db,
    salesServer,
    null,
    {
      PatientId: patient,
      ReferringDoctorId: 101,
      SellerId: 2,
      BuyerId: patient,
      LRN: '5000',
      SaleDate: now,
      CollectionDate: now,
      ReportDate: now,
      SaleProducts: products.map((ProductId) => ({ ProductId })),
    },
    metaFor(desk),
  )
  const sale = Number(json['SaleId'])
  await runAction(db, salesServer, saleActions.accession, sale, {}, metaFor(desk))
  return sale
}

/**
 * W5: 500 pending items, from sales made for it; generation, one save of all results, flags and formulas included, and
 * one approval of all that is normal of them.
 */
export const measureLaboratory = async ({ db }: App, log: Log): Promise<void> => {
  const generated: number[] = []
  const saved: number[] = []
  const approved: number[] = []
  const desk = await callerFor(db, 'manager', 2, 2)
  const bench = await callerFor(db, 'technologist', 4, 2)
  const doctor = await callerFor(db, 'pathologist', role.Pathologist, 2)
  const dice = seeded(5)
  for (let round = 0; round < 6; round += 1) {
    const sales: number[] = []
    for (let n = 0; n < 25; n += 1) sales.push(await accessioned(db, desk, 1_000_001 + n + round * 25, [3001]))
    // as autovacuum does within a minute on a running server
    if (round === 0)
      for (const table of [
        'work_items',
        'results',
        'samples',
        'sample_elements',
        'sale_product_elements',
        'sale_products',
        'sales',
      ])
        await db.pool.query(`reset role; analyze ${table}`)
    let from = performance.now()
    await db.transaction((tx) => generateWorksheets(tx, bench))
    generated.push(performance.now() - from)
    const rows = await db.transaction((tx) =>
      readRows(
        tx,
        sql`
          work.sale_id = any (${sales})
          and work.status_id = 150
          and work.formula is null
        `,
      ),
    )
    const items = rows.map((row) => ({
      WorkItemId: row.WorkItemId,
      RowVersion: row.RowVersion,
      Result: someResult(dice, row) ?? '',
    }))
    from = performance.now()
    await runBulk(db, testresultsServer, saveResults, { WorkItems: items }, metaFor(bench))
    saved.push(performance.now() - from)
    const Sheets = [...new Set(rows.map((row) => `${row.WorkSheetId}/${row.SaleId}`))].map((key) => {
      const [WorkSheetId, SaleId] = key.split('/').map(Number)
      return { WorkSheetId, SaleId }
    })
    from = performance.now()
    const { json } = await runBulk(db, testresultsServer, approveNormal, { Sheets }, metaFor(doctor))
    approved.push(performance.now() - from)
    log(
      `W5 round ${round + 1}: ${items.length} typed of 500 items, ${String(json['Approved'])} approved as normal, ` +
        `generate ${generated.at(-1)?.toFixed(0)} ms, save ${saved.at(-1)?.toFixed(0)} ms, ` +
        `approve ${approved.at(-1)?.toFixed(0)} ms`,
    )
  }
  const figures = (times: readonly number[]): string =>
    `${median(times).toFixed(0)} ms (at most ${Math.max(...times).toFixed(0)})`
  log(
    `W5: generate ${figures(generated)}, save ${figures(saved)}, approve ${figures(approved)}:  ` +
      `median of ${saved.length}, goal 300 ms each`,
  )
}

/** Blood count, electrolytes with bicarbonate, calcium and bilirubin: 31 results. */
const profile = [3001, 3067, 3068, 3024]

/** The release of a patient's profile of 30 results and more, of a sale whose results are approved. */
export const measureRelease = async ({ db }: App, log: Log): Promise<void> => {
  const desk = await callerFor(db, 'manager', 2, 2)
  const bench = await callerFor(db, 'technologist', 4, 2)
  const doctor = await callerFor(db, 'pathologist', role.Pathologist, 2)
  // each value in the middle of its interval: nothing waits for a review or a call
  const dice = { ...seeded(5), next: () => 0.5, chance: () => true }
  const times: number[] = []
  const counts: number[] = []
  for (let round = 0; round < 21; round += 1) {
    const sale = await accessioned(db, desk, 1_000_901 + round, profile)
    await db.transaction((tx) => generateWorksheets(tx, bench))
    const rowsOf = (status: number) =>
      db.transaction((tx) =>
        readRows(
          tx,
          sql`
            work.sale_id = ${sale}
            and work.status_id = ${status}
          `,
        ),
      )
    const WorkItems = (await rowsOf(workItemStatus.Pending))
      .filter(({ Formula }) => Formula === null)
      .map((row) => ({
        WorkItemId: row.WorkItemId,
        RowVersion: row.RowVersion,
        Result: someResult(dice, row) ?? '',
      }))
    await runBulk(db, testresultsServer, saveResults, { WorkItems }, metaFor(bench))
    const entered = await rowsOf(workItemStatus.Entered)
    // what differs from an earlier result is reviewed first
    await signReady(
      db,
      doctor,
      entered,
      entered.filter(({ Result }) => Result !== null),
    )
    const approved = await approvedOf(db, doctor, [sale])
    const from = performance.now()
    await actOn(db, release, approved, metaFor(doctor), { Remarks: 'Asked for by the doctor', LeaveRest: true })
    // the first one only plans the statements
    if (round === 0) continue
    times.push(performance.now() - from)
    counts.push(approved.length)
  }
  log(
    `release of ${median(counts)} results of a patient: ${median(times).toFixed(0)} ms median, ` +
      `${at95(times).toFixed(0)} p95, ${Math.max(...times).toFixed(0)} at most of ${times.length} (goal 300 ms)`,
  )
}

/** W10: a two-page report, warm, another patient and other values each time. */
export const measureReports = async (log: Log): Promise<void> => {
  const times: number[] = []
  for (let n = 0; n < 70; n += 1) {
    const other = JSON.parse(
      JSON.stringify(FINAL).replace(
        /"Result":"(\d+(?:\.\d+)?)"/g,
        (_, value: string) => `"Result":"${(Number(value) * (1 + n / 500)).toFixed(value.split('.')[1]?.length ?? 0)}"`,
      ),
    ) as typeof FINAL
    const from = performance.now()
    await renderReport({ ...other, Patient: { ...other.Patient, Name: `Patient Number ${n}` } })
    if (n >= 10) times.push(performance.now() - from)
  }
  log(
    `W10: report PDF ${median(times).toFixed(0)} ms median, ${at95(times).toFixed(0)} ms p95 ` +
      `(60 reports, another patient each; goal 50 ms), memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  )
}

type Widget = { readonly StatementId: number; readonly Label: string | null }
const rounds = 21

/**
 * The dashboard of a manager: its widgets requested at once, from the first request to the last answer. Through HTTP,
 * as the browser does, with a session of a user who sees the whole network.
 */
export const measureDashboard = async ({ base, tokens }: Stand, log: Log): Promise<void> => {
  let turn = 0
  const get = async <T>(path: string): Promise<{ body: T; took: number }> => {
    const from = performance.now()
    const answer = await fetch(`${base}${path}`, {
      headers: { authorization: `Bearer ${tokens[(turn += 1) % tokens.length] ?? ''}` },
    })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return { body: (await answer.json()) as T, took: performance.now() - from }
  }
  const { body: widgets } = await get<readonly Widget[]>('/api/getdata/600')
  const all: number[] = []
  const each = new Map<number, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    const answers = await Promise.all(
      widgets.map(async ({ StatementId }) => [StatementId, (await get(`/api/getdata/${StatementId}`)).took] as const),
    )
    // the first round only plans the statements
    if (round === 0) continue
    all.push(performance.now() - from)
    for (const [id, took] of answers) each.set(id, [...(each.get(id) ?? []), took])
  }
  log(
    `dashboard: ${widgets.length} widgets at once ${median(all).toFixed(0)} ms median, ` +
      `${Math.max(...all).toFixed(0)} at most of ${all.length} (goal 300 ms); ` +
      [...each].map(([id, times]) => `${id} ${median(times).toFixed(0)}`).join(', '),
  )
}
