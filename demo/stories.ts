// The planned cases of every demo network: a chain of three labs and one outside, a meal between two tubes of one
// patient, an amended report, a withdrawn one, and a tube in each box that the couriers leave open.
import { Readable } from 'node:stream'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { addDays, atTime } from '../core/dates.ts'
import { role } from '../core/user.ts'
import { at } from '../server/clock.ts'
import { literal, sql, type Database } from '../server/db/db.ts'
import { runAction, runBulk } from '../server/door/act.ts'
import { writeAccess } from '../server/door/audit.ts'
import { addFile } from '../server/files/kept.ts'
import type { Sql } from '../server/db/db.ts'
import type { Caller } from '../server/caller.ts'
import { sampleStatus, workItemReasons, workItemStatus } from '../modules/lists/items.model.ts'
import { collect } from '../modules/samples/collection.server.ts'
import { samplesServer } from '../modules/samples/samples.server.ts'
import { saveResults } from '../modules/testresults/entry/entry.server.ts'
import { readRows } from '../modules/testresults/entry/rows.server.ts'
import { outsideTests } from '../modules/testresults/outside-paper.server.ts'
import { amend } from '../modules/testresults/signing/amend.server.ts'
import { release } from '../modules/testresults/signing/release.server.ts'
import { approve } from '../modules/testresults/withdrawal/approve.server.ts'
import { review } from '../modules/testresults/signing/signing.server.ts'
import { testresultsServer } from '../modules/testresults/testresults.server.ts'
import { withdrawReport } from '../modules/testresults/withdrawal/withdrawal.server.ts'
import { newestVersion } from '../modules/testreports/seen/seen.server.ts'
import { testreportsServer } from '../modules/testreports/testreports.server.ts'
import { logTold } from '../modules/testreports/told/told.server.ts'
import { bookSale, type Shop, type Stock } from './booking.ts'
import { actOn } from './act-on.ts'
import { callerFor, metaFor } from './caller.ts'
import type { Dice } from './people.ts'
import { send } from './shipping.ts'

/** The context of the stories, and the day of each, counted back from today. */
export type Telling = {
  readonly db: Database
  readonly dice: Dice
  readonly stock: Stock
  readonly patients: readonly number[]
  /** A user who sells at every place of the network. */
  readonly seller: Caller
  /** The moment when the load began: later work is still to come. */
  readonly begun: Date
}
const bought = { bloodCount: 3001, hba1c: 3017, variants: 3018, fasting: 3013, afterMeal: 3014 } as const
const outside = { lab: 4, central: 2, courier: 153 } as const
export const storyDays = { chain: 6, paper: 4, amended: 5, meal: 2, withdrawn: 2 } as const

type Sold = { readonly at: number; readonly moment: string; readonly products: readonly number[] }
/** Books a bill and accessions it, in every run. */
export const sell = async (
  telling: Telling,
  patient: number,
  { at: place, moment, products }: Sold,
): Promise<number> => {
  const shop: Shop = { seller: place, caller: telling.seller, institutions: [], wants: products }
  const sold = await at(new Date(moment), () =>
    bookSale(telling.db, telling.dice, shop, telling.stock, patient, moment, true),
  )
  if (sold === undefined) throw new Error(`The sale at ${place} was refused`)
  return sold
}

/** A patient of a distant centre: three labs measure the tubes, one of them outside the network. */
const chain = 0
const meal = 1
const patientOf = ({ patients }: Telling, story: number): number => patients[patients.length - 1 - story] as number

/** Books the stories' sales in the morning, before the couriers come. */
export const bookStories = async (telling: Telling, day: string, back: number): Promise<number[]> => {
  const early = atTime(day, 7, 10)
  if (Date.parse(early) > telling.begun.getTime() - 600_000) return []
  const sold: number[] = []
  if (back === storyDays.chain)
    sold.push(
      await sell(telling, patientOf(telling, chain), {
        at: 15,
        moment: early,
        products: [bought.bloodCount, bought.hba1c, bought.variants],
      }),
    )
  if (back === storyDays.meal)
    sold.push(
      await sell(telling, patientOf(telling, meal), {
        at: 2,
        moment: early,
        products: [bought.fasting, bought.afterMeal],
      }),
    )
  // so that no box of the last days is empty: the one with the broken tube, the late one, the one in transit
  if (back <= 3)
    for (const place of [11, 12, 13])
      sold.push(
        await sell(telling, patientOf(telling, place), { at: place, moment: early, products: [bought.bloodCount] }),
      )
  return sold
}

const tubesOf = async (db: Database, patient: number, where: Sql): Promise<number[]> =>
  (
    await db.read.rows<{ Id: number }>(sql`
      select
        t.sample_id as id
      from
        samples t
        join sales s on s.sale_id = t.sale_id
      where
        s.patient_id = ${patient}
        and ${where}
    `)
  ).map((row) => row.Id)

/** After the couriers of the day: collects the tube after the meal, and sends tubes to the outside lab. */
export const sendStories = async (telling: Telling, day: string, back: number): Promise<void> => {
  const { db } = telling
  if (back === storyDays.meal) {
    const due = await tubesOf(db, patientOf(telling, meal), sql`t.status_id = ${literal(sampleStatus.ToBeCollected)}`)
    const desk = await callerFor(db, 'labdesk', role.FrontDesk, outside.central)
    const moment = atTime(day, 9, 15)
    // the couriers' day may have collected it already
    if (due.length > 0)
      await at(new Date(moment), () =>
        runBulk(db, samplesServer, collect, { SampleIds: due, CollectionDate: moment }, metaFor(desk)),
      )
  }
  if (back === storyDays.chain) {
    const ids = await tubesOf(
      db,
      patientOf(telling, chain),
      sql`
        t.owner_id = ${outside.central}
        and t.next_hop_id = ${outside.lab}
      `,
    )
    const box = { from: outside.central, to: outside.lab, by: outside.courier }
    await send(db, box, ids, atTime(day, 16, 30))
  }
}

/** The report of the outside lab, as it would come by post. */
const paper = async (day: string): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const page = document.addPage([420, 300])
  const font = await document.embedFont(StandardFonts.Helvetica)
  const lines = ['Meridian Reference Laboratory, Mumbai (DEMO)', `Report of ${day}`, 'HbA2 2.8 %', 'HbF 0.6 %']
  lines.forEach((line, index) => page.drawText(line, { x: 40, y: 250 - index * 24, size: 12, font }))
  return document.save()
}

const rowsWhere = (db: Database, where: Sql) => db.transaction((tx) => readRows(tx, where))

/**
 * The lab that sent the tube enters the results of the outside report, another person approves them, and the report is
 * released.
 */
const enterPaper = async (telling: Telling, day: string): Promise<void> => {
  const { db } = telling
  const technologist = await callerFor(db, 'technologist', role.Technologist, outside.central)
  const doctor = await callerFor(db, 'pathologist', role.Pathologist, outside.central)
  const rows = await rowsWhere(db, sql`work.keeper_id = ${outside.central}`)
  const key = rows[0]?.SaleId
  if (key === undefined) return
  const about = (await outsideTests(db.read, key)).map((test) => test.Key)
  await addFile(
    db,
    { module: testresultsServer, key, user: technologist },
    { kind: 'outside', name: 'meridian.pdf', about, content: Readable.from([Buffer.from(await paper(day))]) },
    metaFor(technologist),
  )
  const typed = rows.filter((row) => row.Formula === null)
  const WorkItems = typed.map((row) => ({
    WorkItemId: row.WorkItemId,
    RowVersion: row.RowVersion,
    Result: row.Element === 'HbF' ? '0.6' : '2.8',
  }))
  await runBulk(db, testresultsServer, saveResults, { WorkItems }, metaFor(technologist))
  await actOn(db, review, rows, metaFor(doctor))
  await actOn(db, approve, rows, metaFor(doctor))
  const Remarks = 'The lab outside has reported'
  await actOn(db, release, rows, metaFor(doctor), { Remarks })
}

/** The two signatories: one asks for a correction, the other approves it. */
const signatories = async (db: Database): Promise<{ asks: Caller; signs: Caller }> => ({
  asks: await callerFor(db, 'pathologist', role.Pathologist, outside.central),
  signs: await callerFor(db, 'pathologist2', role.Pathologist, outside.central),
})

const mixUp = async (db: Database): Promise<number> => {
  const { Id } = await db.read.one<{ Id: number }>(sql`
    select
      list_item_id as id
    from
      list_items
    where
      list_id = ${literal(workItemReasons.listId)}
      and item_name = 'MIX'
  `)
  return Id
}

/** A released value is wrong: one signatory amends it, the other releases it. */
const amendOne = async ({ db }: Telling): Promise<void> => {
  const { asks, signs } = await signatories(db)
  const [row] = (
    await rowsWhere(
      db,
      sql`
        work.lab_id = ${outside.central}
        and work.status_id = ${literal(workItemStatus.Released)}
        and work.formula is null
        and work.element_id in (
          select
            x.element_id
          from
            elements x
          where
            x.code = 'TSH'
        )
      `,
    )
  ).filter(({ Flag }) => Flag === 'N')
  if (!row?.LowValue || !row.HighValue) throw new Error('There is no released result to amend')
  const Result = String(Math.round(((row.LowValue + row.HighValue) / 2) * 100) / 100 + 0.37)
  const WorkItems = [{ WorkItemId: row.WorkItemId, RowVersion: row.RowVersion, Result }]
  const Remarks = 'Repeated from the same tube: the first value was of another patient'
  await runBulk(db, testresultsServer, amend, { WorkItems, ReasonId: await mixUp(db), Remarks }, metaFor(asks))
  // another value of the patient may differ from the new one
  await actOn(db, review, [row], metaFor(signs))
  await actOn(db, approve, [row], metaFor(signs))
}

/** A printed report rests on tubes of another patient: it is withdrawn whole, and its doctor is telephoned. */
const withdrawOne = async ({ db }: Telling, day: string): Promise<void> => {
  const [sale] = await db.read.rows<{ Id: number; Doctor: string }>(sql`
    select
      s.sale_id as id,
      d.name as doctor
    from
      sales s
      join clients d on d.client_id = s.referring_doctor_id
    where
      s.seller_id = ${outside.central}
      and s.buyer_id = s.patient_id
      and s.sale_date < ${atTime(day, 0, 0)}::timestamptz
      and exists (
        select
          1
        from
          work_items w
        where
          w.sale_id = s.sale_id
      )
      and not exists (
        select
          1
        from
          work_items w
        where
          w.sale_id = s.sale_id
          and (
            w.lab_id <> ${outside.central}
            or w.status_id <> ${literal(workItemStatus.Released)}
          )
      )
    order by
      s.sale_id desc
    limit
      1
  `)
  if (!sale) throw new Error('There is no report to withdraw')
  const desk = await callerFor(db, 'labdesk', role.FrontDesk, outside.central)
  await db.transaction((tx) => writeAccess(tx, desk, 'print', testreportsServer.model.id, sale.Id))
  const { asks, signs } = await signatories(db)
  const why = { ReasonId: await mixUp(db), Remarks: 'The tubes were labelled with the name of another patient' }
  const Version = await newestVersion(db.read, sale.Id)
  await runBulk(db, testresultsServer, withdrawReport, { SaleId: sale.Id, Version, ...why }, metaFor(asks))
  const waiting = (await rowsWhere(db, sql`work.sale_id = ${sale.Id}`)).filter((row) => row.Amendment)
  await actOn(db, approve, waiting, metaFor(signs))
  const told = { To: sale.Doctor, How: 'telephone', Remarks: 'A new sample is asked for' }
  await runAction(db, testreportsServer, logTold, sale.Id, told, metaFor(signs))
}

/** The stories at the end of a day. */
export const endStories = async (telling: Telling, today: string, back: number): Promise<void> => {
  const moment = atTime(addDays(today, -back), 18, 0)
  if (back === storyDays.paper) await at(new Date(moment), () => enterPaper(telling, addDays(today, -back)))
  if (back === storyDays.amended) await at(new Date(moment), () => amendOne(telling))
  if (back === storyDays.withdrawn) await at(new Date(moment), () => withdrawOne(telling, addDays(today, -back)))
}
