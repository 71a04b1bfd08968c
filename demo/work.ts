// Sixty days of plausible work, made through the same door and rules as other work; the same for the same seed and day.
import { addDays, atTime, dayOf } from '../core/dates.ts'
import { at } from '../server/clock.ts'
import { sql, type Database, type Tx } from '../server/db/db.ts'
import { saveRecord } from '../server/door/save.ts'
// loads every module, so that the rules of each apply
import '../server/modules.ts'
import type { Caller } from '../server/caller.ts'
import { clientsServer } from '../modules/clients/clients.server.ts'
import { bookSale, readStock, type Shop } from './booking.ts'
import { seeded, somePatient, type Dice } from './people.ts'
import { callerFor, metaFor } from './caller.ts'
import { endAccounts } from './accounts.ts'
import { runLaboratory } from './laboratory.ts'
import { runCouriers } from './shipping.ts'
import { bookStories, endStories, sendStories, type Telling } from './stories.ts'
import { sendOneTooMany } from './between/too-many.ts'
import { role } from '../core/user.ts'

/** Days of work after which the tables are analysed: each time there are about twice as many rows. */
const counted: readonly number[] = [0, 1, 2, 4, 8, 16, 32]
const seed = 20_261_121

/** Sets the simulated moment, after the door stamped the real one. */
const backdate = (db: Database, ids: readonly number[]): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      update sales
      set
        created_at = sale_date,
        accession_date = sale_date + interval '9 minutes'
      where
        sale_id = any (${[...ids]})
        and accession_date is not null
    `)
    await tx.run(sql`
      update sales
      set
        created_at = sale_date
      where
        sale_id = any (${[...ids]})
        and accession_date is null
    `)
    await tx.run(sql`
      update samples t
      set
        created_at = s.accession_date,
        received_date = case
          when t.received_date is not null then s.accession_date + interval '4 minutes'
        end
      from
        sales s
      where
        s.sale_id = t.sale_id
        and s.sale_id = any (${[...ids]})
    `)
    await tx.run(sql`
      update sample_events e
      set
        at = s.accession_date + case
          when e.kind = 'accessioned' then interval '0'
          else interval '4 minutes'
        end
      from
        samples t
        join sales s using (sale_id)
      where
        e.sample_id = t.sample_id
        and s.sale_id = any (${[...ids]})
    `)
  })

/** Of the patients the one who has most to see: reports, then sales. */
const seenMost = async (tx: Tx, patients: readonly number[]): Promise<number> =>
  (
    await tx.one<{ PatientId: number }>(sql`
      select
        patient.client_id as patient_id
      from
        clients patient
        left join sales sale on sale.patient_id = patient.client_id
        and sale.base_sale_id is null
        left join reports report on report.sale_id = sale.sale_id
      where
        patient.client_id = any (${[...patients]})
      group by
        patient.client_id
      order by
        count(distinct report.sale_id) desc,
        count(distinct sale.sale_id) desc,
        patient.client_id
      limit
        1
    `)
  ).PatientId

/** The user of a patient, who has sales and reports to look at. */
const demoPatient = async (db: Database, patients: readonly number[]): Promise<void> => {
  await db.transaction(async (tx) => {
    const patientId = await seenMost(tx, patients)
    const { Hash } = await tx.one<{ Hash: string }>(sql`
      select
        value ->> 'passwordHash' as hash
      from
        settings
      where
        name = 'demo'
    `)
    const user = await tx.maybe<{ UserId: number }>(sql`
      insert into
        users (user_name, full_name, employer_id, default_entity_id, client_id, password_hash)
      select
        'patient',
        name,
        1,
        client_id,
        client_id,
        ${Hash}
      from
        clients
      where
        client_id = ${patientId}
      on conflict do nothing
      returning
        user_id
    `)
    if (!user) return
    await tx.run(sql`
      insert into
        user_roles (user_id, role_id)
      values
        (${user.UserId}, ${role.Patient})
    `)
    await tx.run(sql`
      insert into
        user_entities (user_id, client_id)
      values
        (${user.UserId}, ${patientId})
    `)
  })
}

/** The amount of work, and a callback with its progress from 0 to 1. */
export type Extent = { days?: number; people?: number; moment?: Date; onProgress?: (share: number) => void }

/** Registering this many patients takes about as long as a day's work. */
const patientsADay = 400

/** Registers patients in sequence: their numbers must not depend on the speed of the machine. */
const registered = async (
  db: Database,
  dice: Dice,
  desk: Caller,
  { people, onProgress }: Required<Extent>,
): Promise<number[]> => {
  const keys: number[] = []
  for (let serial = 0; serial < people; serial += 1) {
    const saved = await saveRecord(db, clientsServer, null, somePatient(dice, serial), metaFor(desk))
    keys.push(Number(saved.json['ClientId']))
    onProgress(serial + 1)
  }
  return keys
}

/**
 * About 1,500 sales over the last 60 days, with all work on them. The moment when the load begins decides what is past
 * and what is still to come: a load that takes long, or passes midnight, makes the same network.
 */
export const loadWork = (
  db: Database,
  { days = 60, people = 700, moment = new Date(), onProgress = () => undefined }: Extent = {},
): Promise<void> => {
  const whole = people + (days + 1) * patientsADay
  return work(db, { days, people, moment, onProgress: (done) => onProgress(done / whole) })
}

const work = async (db: Database, extent: Required<Extent>): Promise<void> => {
  const { days, people, moment: begun, onProgress } = extent
  const dice = seeded(seed)
  const today = dayOf(begun)
  const manager = await callerFor(db, 'manager', role.BusinessManager, 1)
  const desk = await callerFor(db, 'labdesk', role.FrontDesk, 2)
  const lab2 = await callerFor(db, 'manager', role.BusinessManager, 2)
  const shops: Shop[] = [2, 2, 2, 2, 2, 3, 11, 12, 13, 15].map((seller) => ({
    seller,
    caller: seller === 2 ? lab2 : manager,
    institutions: seller === 2 ? [21, 22] : [],
  }))
  const patients = await registered(db, dice, desk, extent)
  const stock = await readStock(db, begun)
  const telling: Telling = { db, dice: seeded(seed + 1), stock, patients, seller: manager, begun }
  for (let back = days; back >= 0; back -= 1) {
    const day = addDays(today, -back)
    if (counted.includes(days - back))
      await db.transaction((tx) =>
        tx.run(sql`
          select
            refresh_statistics ()
        `),
      )
    const booked = Array.from({ length: dice.int(20, 30) }, () => ({
      moment: atTime(day, dice.int(7, 18), dice.int(0, 59)),
      shop: dice.pick(shops),
      patient: dice.pick(patients),
      // at any hour, some of the last day's bills are not accessioned yet
      isLate: dice.chance(0.25),
      dice: seeded(dice.int(1, 2 ** 31)),
    })).filter(({ moment }) => new Date(moment).getTime() <= begun.getTime() - 600_000)
    // in sequence: sales, tubes and invoices are numbered in the order of the dice
    const sales: number[] = []
    for (const { moment, shop, patient, isLate, dice: own } of booked) {
      const late = isLate && begun.getTime() - Date.parse(moment) < 86_400_000
      const id = await at(new Date(moment), () => bookSale(db, own, shop, stock, patient, moment, !late)).catch(
        () => undefined,
      )
      if (id !== undefined) sales.push(id)
    }
    sales.push(...(await bookStories(telling, day, back)))
    await backdate(db, sales)
    await runCouriers(db, dice, day, back, begun)
    await sendStories(telling, day, back)
    await runLaboratory(db, dice, day, back)
    await endStories(telling, today, back)
    await endAccounts(db, telling.dice, day, today, back, [manager])
    onProgress(people + (days - back + 1) * patientsADay)
  }
  await sendOneTooMany(telling, seed + 2)
  await demoPatient(db, patients)
  await db.transaction(async (tx) => {
    await tx.run(sql`
      update notifications
      set
        dismissed_at = now()
      where
        notification_id not in (
          select
            notification_id
          from
            (
              select
                notification_id,
                row_number() over (
                  partition by
                    user_id
                  order by
                    notification_id desc
                ) as n
              from
                notifications
            ) x
          where
            n <= 5
        )
    `)
    await tx.run(sql`delete from sessions`)
  })
}
