// One sale of the demo network: its products, its buyer, and its payment.
import { defaultReportDate } from '../core/dates.ts'
import { clientType, gender, paymentMode } from '../modules/lists/items.model.ts'
import { saleActions, salesServer } from '../modules/sales/sales.server.ts'
import type { Caller } from '../server/caller.ts'
import { literal, sql, type Database } from '../server/db/db.ts'
import { runAction } from '../server/door/act.ts'
import { saveRecord } from '../server/door/save.ts'
import { Refusal } from '../server/refusal.ts'
import { metaFor } from './caller.ts'
import type { Dice } from './people.ts'

/** `wants`: products bought there in every run. */
export type Shop = { seller: number; caller: Caller; institutions: readonly number[]; wants?: readonly number[] }
export type Stock = {
  products: readonly { id: number; weight: number; lab: boolean }[]
  doctors: readonly number[]
  /** Products that ask for consent. */
  consent: ReadonlySet<number>
  /** Products whose intervals depend on a pregnancy. */
  pregnancy: ReadonlySet<number>
  /** Patients who may be pregnant. */
  women: ReadonlySet<number>
}

/** Reads the products for sale, the doctors who send patients, and of whom a pregnancy is asked, by age at a moment. */
export const readStock = (db: Database, begun: Date): Promise<Stock> =>
  db.transaction(async (tx) => {
    const products = await tx.rows<{
      Id: number
      Single: boolean
      Lab: boolean
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
    const doctors = await tx.rows<{ Id: number }>(sql`
      select
        client_id as id
      from
        clients
      where
        client_type_id = ${literal(clientType.Doctor)}
      order by
        client_id
    `)
    const consent = await tx.rows<{ Id: number }>(sql`
      select
        product_id as id
      from
        products
      where
        asks_consent (product_id)
    `)
    const pregnancy = await tx.rows<{ Id: number }>(sql`
      select
        product_id as id
      from
        products
      where
        'Pregnancy' = any (product_asks (product_id))
    `)
    const women = await tx.rows<{ Id: number }>(sql`
      select
        client_id as id
      from
        clients
      where
        client_type_id = ${literal(clientType.Patient)}
        and gender_id = ${literal(gender.Female)}
        and age_years (birth_date, ${begun.toISOString()}) between 18 and 42
    `)
    return {
      pregnancy: new Set(pregnancy.map((p) => p.Id)),
      women: new Set(women.map((p) => p.Id)),
      consent: new Set(consent.map((p) => p.Id)),
      products: products.map((p, i) => ({ id: p.Id, weight: i < 12 ? 6 : 1, lab: p.Lab })),
      doctors: doctors.map((d) => d.Id),
    }
  })

/** The demo network's referrers. */
const referrers = [141, 142, 143]

const basket = (dice: Dice, stock: Stock): number[] => {
  const pool = stock.products.flatMap((p) => (p.lab || dice.chance(0.15) ? Array<number>(p.weight).fill(p.id) : []))
  const chosen = new Set<number>()
  for (let n = dice.int(1, 4); n > 0; n -= 1) chosen.add(dice.pick(pool))
  return [...chosen]
}

/** Asked where a product needs it: each ninth woman is pregnant. Of older and younger patients nobody asked. */
const statedOf = (stock: Stock, patientId: number, products: readonly number[]): object => {
  if (!stock.women.has(patientId) || !products.some((id) => stock.pregnancy.has(id))) return {}
  return patientId % 9 === 0 ? { Pregnancy: 'yes', PregnancyWeeks: 6 + (patientId % 34) } : { Pregnancy: 'no' }
}

/** A centre beyond its credit goes on: the manager agrees to it. */
const accessioned = async (db: Database, caller: Caller, id: number): Promise<void> => {
  const send = (body: object) => runAction(db, salesServer, saleActions.accession, id, { ...body }, metaFor(caller))
  try {
    await send({})
  } catch (error) {
    if (!(error instanceof Refusal) || error.errors?.['OverrideRemarks'] === undefined) throw error
    await send({ OverrideRemarks: 'Pays at the end of the month' })
  }
}

/**
 * Books one sale, pays it (or not), accessions it when it is old enough. Answers its key, or undefined when a rule
 * refuses it (credit limit reached).
 */
export const bookSale = async (
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
  const ids = shop.wants ?? basket(dice, stock)
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
    // a referrer sends some patients, always the same ones
    ...(institution === null && patientId % 5 === 0 && { ReferrerId: referrers[patientId % referrers.length] }),
    SellerId: shop.seller,
    BuyerId: institution ?? patientId,
    LRN: String(dice.int(100_000, 999_999)),
    SaleDate,
    CollectionDate: SaleDate,
    ReportDate: defaultReportDate(SaleDate),
    IsStat: dice.chance(0.05),
    ...statedOf(stock, patientId, ids),
    SaleProducts: sold.map((p) => ({
      ProductId: p.ProductId,
      ...(stock.consent.has(p.ProductId) ? { ConsentBy: 'patient', ConsentForm: 'written' } : {}),
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
  const saved = await saveRecord(db, salesServer, null, body, metaFor(shop.caller))
  const id = Number(saved.json['SaleId'])
  if (accession && shop.wants === undefined && dice.chance(0.03)) {
    await runAction(db, salesServer, saleActions.cancel, id, { reason: 'Booked by mistake' }, metaFor(shop.caller))
    return id
  }
  if (accession) await accessioned(db, shop.caller, id)
  return id
}
