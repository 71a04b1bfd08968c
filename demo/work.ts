// Sixty days of plausible work, made through the same door and rules as everything else; the same for the same seed and
// day.
import { addDays, atTime, dayOf, defaultReportDate } from '../core/dates.ts'
import { at } from '../server/clock.ts'
import { literal, sql, type Database } from '../server/db/db.ts'
import type { Caller } from '../server/caller.ts'
import { runAction } from '../server/door/act.ts'
import { saveRecord } from '../server/door/save.ts'
import { type Meta } from '../server/door/once.ts'
import { clientsServer } from '../modules/clients/clients.server.ts'
import { saleActions, salesServer } from '../modules/sales/sales.server.ts'
import { seeded, somePatient, type Dice } from './people.ts'
import { callerFor } from './caller.ts'
import { runLaboratory } from './laboratory.ts'
import { clientType, paymentMode } from '../modules/lists/items.model.ts'
import { role } from '../core/user.ts'

const days = 60
/** Days of work after which the planner counts the rows anew: each time there are about twice as many. */
const counted: readonly number[] = [0, 1, 2, 4, 8, 16, 32]
const seed = 20_261_121

const meta = (user: Caller): Meta => ({ user, idempotencyKey: undefined, ifMatch: undefined, tab: '' })

type Shop = { seller: number; caller: Caller; institutions: readonly number[] }
type Stock = { products: readonly { id: number; weight: number; lab: boolean }[]; doctors: readonly number[] }

const readStock = (db: Database): Promise<Stock> =>
  db.transaction(async (tx) => {
    const products = await tx.rows<{
      id: number
      single: boolean
      lab: boolean
    }>(sql`
      select
        p.product_id as id,
        exists (
          select
            1
          from
            product_tests t
          where
            t.product_id = p.product_id
        ) as single,
        exists (
          select
            1
          from
            product_labs l
          where
            l.product_id = p.product_id
        )
        and not exists (
          select
            1
          from
            product_labs l
          where
            l.product_id = p.product_id
            and l.destination_lab_id not in (2, 3)
        ) as lab
      from
        products p
      where
        p.is_active
        and p.gender_id is null
        and p.mrp <= 3000
      order by
        p.product_id
    `)
    const doctors = await tx.rows<{ id: number }>(sql`
      select
        client_id as id
      from
        clients
      where
        client_type_id = ${literal(clientType.Doctor)}
      order by
        client_id
    `)
    return {
      products: products.map((p, i) => ({ id: p.id, weight: i < 12 ? 6 : 1, lab: p.lab })),
      doctors: doctors.map((d) => d.id),
    }
  })

const basket = (dice: Dice, stock: Stock): number[] => {
  const pool = stock.products.flatMap((p) => (p.lab || dice.chance(0.15) ? Array<number>(p.weight).fill(p.id) : []))
  const chosen = new Set<number>()
  for (let n = dice.int(1, 4); n > 0; n -= 1) chosen.add(dice.pick(pool))
  return [...chosen]
}

/**
 * One sale: booked, paid (or not), accessioned when it is old enough. Answers its key, or nothing when a rule refuses
 * it (credit used up).
 */
const bookSale = async (
  db: Database,
  dice: Dice,
  shop: Shop,
  stock: Stock,
  patientId: number,
  moment: string,
  accession: boolean,
): Promise<number | undefined> => {
  const institution = shop.institutions.length > 0 && dice.chance(0.06) ? dice.pick(shop.institutions) : null
  const SaleDate = moment
  const ids = basket(dice, stock)
  const prices = await db.transaction(async (tx) =>
    (await import('../modules/sales/pricing/prices.server.ts')).priceProducts(tx, {
      SellerId: shop.seller,
      BuyerId: institution ?? patientId,
      BuyerTypeId: null,
      ReferrerId: null,
      SaleDate,
      ProductIds: ids,
    }),
  )
  const sold = prices.filter((p) => p.Price !== null)
  if (sold.length === 0) return undefined
  const discount = dice.chance(0.08) ? 10 : 0
  const net = sold.reduce((sum, p) => sum + Math.round((p.Price ?? 0) * (100 - discount)) / 100, 0)
  const paid =
    institution !== null || dice.chance(0.06)
      ? 0
      : dice.chance(0.12)
        ? Math.min(net, Math.max(100, Math.round(net / 200) * 100))
        : net
  const mode = dice.pick([paymentMode.Cash, paymentMode.Cash, paymentMode.Upi, paymentMode.Upi, paymentMode.Card])
  const body = {
    PatientId: patientId,
    ReferringDoctorId: dice.pick(stock.doctors),
    SellerId: shop.seller,
    BuyerId: institution ?? patientId,
    LRN: String(dice.int(100_000, 999_999)),
    SaleDate,
    CollectionDate: SaleDate,
    ReportDate: defaultReportDate(SaleDate),
    IsStat: dice.chance(0.05),
    SaleProducts: sold.map((p) => ({
      ProductId: p.ProductId,
      ...(discount > 0 ? { DiscountPercent: discount, Remarks: 'Senior citizen' } : {}),
    })),
    Invoice: {
      Transactions:
        paid > 0
          ? [
              {
                PaymentModeId: mode,
                Amount: paid,
                Date: SaleDate,
                ...(mode === paymentMode.Cash ? {} : { PaymentRef: String(dice.int(100_000_000, 999_999_999)) }),
              },
            ]
          : [],
    },
    ...(institution === null ? {} : { OverrideRemarks: 'Agreed with the institution' }),
  }
  const saved = await saveRecord(db, salesServer, null, body, meta(shop.caller))
  const id = Number(saved.json['SaleId'])
  if (accession && dice.chance(0.03)) {
    await runAction(db, salesServer, saleActions.cancel, id, { reason: 'Booked by mistake' }, meta(shop.caller))
    return id
  }
  if (accession) await runAction(db, salesServer, saleActions.accession, id, {}, meta(shop.caller))
  return id
}

/** What the calendar says it was, after the door stamped it with the real time. */
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
          when e.what = 'Accessioned' then interval '0'
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

const demoPatient = async (db: Database, patientId: number): Promise<void> => {
  await db.transaction(async (tx) => {
    const { hash } = await tx.one<{ hash: string }>(sql`
      select
        value ->> 'passwordHash' as hash
      from
        settings
      where
        name = 'demo'
    `)
    const user = await tx.maybe<{ user_id: number }>(sql`
      insert into
        users (user_name, full_name, employer_id, default_entity_id, client_id, password_hash)
      select
        'patient',
        name,
        1,
        client_id,
        client_id,
        ${hash}
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
        (${user.user_id}, ${role.Patient})
    `)
    await tx.run(sql`
      insert into
        user_entities (user_id, client_id)
      values
        (${user.user_id}, ${patientId})
    `)
  })
}

/** About 1,500 sales over the last 60 days, worked as far as the modules reach. */
export const loadWork = async (db: Database, { log }: { log: (line: string) => void }): Promise<void> => {
  const dice = seeded(seed)
  const today = dayOf(new Date())
  const stock = await readStock(db)
  const manager = await callerFor(db, 'manager', role.BusinessManager, 1)
  const desk = await callerFor(db, 'labdesk', role.FrontDesk, 2)
  const lab2 = await callerFor(db, 'manager', role.BusinessManager, 2)
  const shops: Shop[] = [2, 2, 2, 2, 2, 3, 11, 12, 13, 15].map((seller) => ({
    seller,
    caller: seller === 2 ? lab2 : manager,
    institutions: seller === 2 ? [21, 22] : [],
  }))
  const patients: number[] = []
  for (let n = 0; n < 700; n += 1)
    patients.push(
      Number((await saveRecord(db, clientsServer, null, somePatient(dice, n), meta(desk))).json['ClientId']),
    )
  for (let back = days; back >= 0; back -= 1) {
    const day = addDays(today, -back)
    if (counted.includes(days - back))
      await db.transaction((tx) =>
        tx.run(sql`
          select
            refresh_statistics ()
        `),
      )
    const sales: number[] = []
    for (let n = dice.int(20, 30); n > 0; n -= 1) {
      const moment = atTime(day, dice.int(7, 18), dice.int(0, 59))
      if (new Date(moment).getTime() > Date.now() - 600_000) continue
      // whatever the hour, some of the last day's bills have not been accessioned yet
      const late = Date.now() - Date.parse(moment) < 86_400_000 && dice.chance(0.25)
      const id = await at(new Date(moment), () =>
        bookSale(db, dice, dice.pick(shops), stock, dice.pick(patients), moment, !late),
      ).catch(() => undefined)
      if (id !== undefined) sales.push(id)
    }
    await backdate(db, sales)
    await runLaboratory(db, dice, day, back)
    if (back % 20 === 0 && back > 0) log(`  ${days - back} of ${days} days`)
  }
  await demoPatient(db, patients[0] as number)
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
