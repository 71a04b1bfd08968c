// Steps at the counter: sales to patients and on credit, with receipts, changed and cancelled.
import { dayOf } from '../../core/dates.ts'
import { aSale } from '../../modules/sales/sales.fixture.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { paise } from './books.ts'
import type { Line, Money, Sale } from './records.ts'
import type { Worker } from './people.ts'
import { follow, type Opened } from './referred.ts'
import { isRefused, recent, type Step, type World } from './world.ts'

/** It is in half of all sales. */
export const taxedProduct = 3093
const products = [3001, 3002, 3019, 3022, 3024, 3036, 3091, 3093, 3118]
export const [cash, upi, cheque] = [40, 42, 44]
/** Cash, card, UPI, bank transfer, cheque, demand draft and gateway. */
export const modes = [cash, cash, cash, 41, upi, 43, cheque, 45, 46]
const referrers = [141, 142, 143, 144]

/** A new referral: the one of seller, referrer and month that is not in the books yet. */
export const opened =
  (world: World): Opened =>
  async ({ seller, referrer, month }) => {
    const { rows } = await world.owner.query<{ ReferralId: number }>(
      `select referral_id as "ReferralId" from referrals where seller_id = $1 and referrer_id = $2 and to_char(month, 'YYYY-MM') = $3
       order by referral_id desc`,
      [seller, referrer, month],
    )
    const fresh = rows.find((row) => !world.books.referrals.has(row.ReferralId))
    if (!fresh) throw new Error(`No referral was opened for ${referrer} at ${seller}`)
    return fresh.ReferralId
  }

const lineOf = (row: Json): Line => ({
  id: Number(row['SaleProductId']),
  price: paise(row['Price']),
  discount: Number(row['DiscountPercent']),
  percent: Number(row['CommissionPercent'] ?? 0),
  live: true,
  taxed: row['ProductId'] === taxedProduct,
})
export const readSale = (world: World, id: number): Promise<Json> =>
  world.read({ person: world.people.admin }, `/api/sales/${id}`)
const rowsOf = (sale: Json): Json[] => sale['SaleProducts'] as Json[]
const receiptsOf = (sale: Json): Json[] => ((sale['Invoice'] as Json | null)?.['Transactions'] ?? []) as Json[]

/** Adds receipts that are not in the books yet to the batch of the person who took them. */
export const noteReceipts = async (world: World, worker: Worker, sale: Sale, read: Json): Promise<void> => {
  for (const row of receiptsOf(read)) {
    const id = Number(row['TransactionId'])
    if (world.books.money.has(id) || sale.invoice === null) continue
    const { rows } = await world.owner.query<{ BatchId: number | null; OwnerId: number }>(
      `select batch_id as "BatchId", owner_id as "OwnerId"
       from transactions left join tran_batches using (batch_id) where transaction_id = $1`,
      [id],
    )
    const batch = rows[0] as { BatchId: number | null; OwnerId: number }
    if (batch.BatchId !== null) world.books.batchOf(batch.BatchId, batch.OwnerId)
    const mode = Number(row['PaymentModeId'])
    const money: Money = {
      id,
      seller: sale.seller,
      party: sale.buyer,
      invoice: sale.invoice,
      amount: paise(row['Amount']),
      mode,
      batch: batch.BatchId,
      since: world.moment.toISOString(),
      state: mode === cheque && Number(row['Amount']) > 0 ? 'waits' : 'counts',
      banked: 0,
    }
    world.books.receive(money)
  }
}

/** `isLeg`: between labs, made by the accession of another sale. */
export const booked = async (world: World, worker: Worker, id: number, buyer: number, isLeg = false): Promise<void> => {
  const read = await readSale(world, id)
  const sale: Sale = {
    id,
    seller: Number(read['SellerId']),
    buyer,
    isWalkIn: buyer === read['PatientId'],
    isUnderWay: isLeg,
    isLeg,
    referrer: (read['ReferrerId'] as number | null) ?? null,
    month: dayOf(String(read['SaleDate'])).slice(0, 7),
    date: String(read['SaleDate']),
    lines: rowsOf(read).map(lineOf),
    addl: paise(read['AddlDiscount']),
    live: true,
    invoice: null,
  }
  world.books.sales.set(id, sale)
  const invoice = read['Invoice'] as Json | null
  if (invoice !== null)
    world.books.issue({
      id: Number(invoice['InvoiceId']),
      no: String(invoice['InvoiceNo']),
      seller: sale.seller,
      buyer,
      isSingle: true,
      since: world.moment.toISOString(),
      cancelled: false,
      sales: [id],
      frozen: 0,
    })
  await noteReceipts(world, worker, sale, read)
  await follow(world.books, sale, opened(world), world.month)
}

let references = 0
/** Each payment has its own. */
export const newReference = (): string => `REF ${(references += 1)}`

const someReceipts = ({ dice }: World): Json[] | undefined => {
  const one = (PaymentModeId: number, Amount: number): Json => ({
    PaymentModeId,
    Amount,
    ...(PaymentModeId !== cash && { PaymentRef: newReference() }),
  })
  const amount = () => dice.pick([25, 49.5, 60])
  return dice.pick([
    undefined,
    [one(cash, amount())],
    [one(dice.pick(modes), amount()), one(dice.pick(modes), amount())],
  ])
}
const someLines = ({ dice }: World, isManager: boolean, hasNoList: boolean): Json[] =>
  products
    .filter(() => dice.chance(0.3))
    .concat(dice.chance(0.5) ? 3093 : 3091)
    .filter((one, at, all) => all.indexOf(one) === at)
    .map((ProductId) => ({
      ProductId,
      ...(isManager && dice.chance(0.3) && { DiscountPercent: dice.pick([5, 12.5, 33]), Remarks: 'Agreed' }),
      ...(hasNoList && { Price: dice.pick([333.33, 480, 1250.5]), Remarks: 'Agreed' }),
    }))

const dates = ({ moment }: World): Json => ({
  SaleDate: moment.toISOString(),
  CollectionDate: moment.toISOString(),
  ReportDate: new Date(moment.getTime() + 36_000_000).toISOString(),
})

export const sell: Step = async (world) => {
  const { dice, people } = world
  // the first lab's sales have referrers
  const anywhere = dice.chance(0.4) ? people.place(2) : dice.pick(people.places)
  const place = world.seller === null ? anywhere : people.place(world.seller)
  const hasNoList = place.id === people.third
  const isManager = hasNoList || dice.chance(0.5)
  const worker = dice.pick(isManager ? place.managers : place.desks)
  const patient = dice.pick(world.patients)
  const receipts = someReceipts(world)
  const answer = await world.ask(
    worker,
    'POST',
    '/api/sales/',
    aSale({
      ...dates(world),
      PatientId: patient,
      SellerId: place.id,
      ReferringDoctorId: dice.pick([114, 101]),
      products: someLines(world, isManager, hasNoList),
      ...(receipts && { receipts }),
      ...(isManager && dice.chance(0.2) && { AddlDiscount: dice.pick([10, 33.33]) }),
      ...(isManager && place.id === 2 && dice.chance(0.8) && { ReferrerId: dice.pick(referrers) }),
    }),
  )
  if (isRefused(answer)) return 'refused'
  await booked(world, worker, Number(answer.body['SaleId']), patient)
  return 'done'
}

export const sellOnCredit: Step = async (world) => {
  const pair = world.pairs.length > 0 ? world.dice.pick(world.pairs) : undefined
  if (!pair) return 'nothing'
  const [seller, buyer] = pair
  const worker = world.people.manager(Number(seller))
  const answer = await world.ask(
    worker,
    'POST',
    '/api/sales/',
    aSale({
      ...dates(world),
      PatientId: world.dice.pick(world.patients),
      SellerId: seller,
      BuyerId: buyer,
      products: someLines(world, true, false),
    }),
  )
  if (isRefused(answer)) return 'refused'
  await booked(world, worker, Number(answer.body['SaleId']), Number(buyer))
  return 'done'
}

const isFrozen = ({ books }: World, sale: Sale): boolean =>
  sale.invoice !== null && !books.invoice(sale.invoice).isSingle
/** Applies a change of a sale to its own invoice. An invoice of several sales does not change its amounts. */
const changed = async (world: World, sale: Sale, work: () => void): Promise<void> => {
  if (sale.invoice === null) work()
  else {
    const before = world.books.net(sale)
    world.books.billed(world.books.invoice(sale.invoice), work)
    if (isFrozen(world, sale) && world.books.net(sale) !== before)
      throw new Error(`Sale ${sale.id} was changed on an issued invoice`)
  }
  await follow(world.books, sale, opened(world), world.month)
}
const liveSale = (world: World): Sale | undefined =>
  recent(world, world.books.sales.values(), (one) => one.live && !one.isUnderWay)

export const cancelSale: Step = async (world) => {
  const sale = liveSale(world)
  if (!sale) return 'nothing'
  const answer = await world.ask(world.people.manager(sale.seller), 'PUT', '/api/cancel/sales', {
    formId: sale.id,
    reason: 'Not wanted',
    Report: 'keep',
  })
  if (isRefused(answer)) return 'refused'
  await changed(world, sale, () => {
    sale.live = false
    sale.addl = 0
    for (const line of sale.lines) line.live = false
  })
  return 'done'
}

export const cancelItem: Step = async (world) => {
  const sale = liveSale(world)
  const line = sale && recent(world, sale.lines, (one) => one.live)
  if (!sale || !line) return 'nothing'
  const answer = await world.ask(world.people.manager(sale.seller), 'PUT', '/api/cancel/saleProduct', {
    SaleProductId: line.id,
  })
  if (isRefused(answer)) return 'refused'
  await changed(world, sale, () => world.books.cancelLine(sale, line))
  return 'done'
}

/** A manager adds a line, removes one, or changes the discount. */
export const changeSale: Step = async (world) => {
  const { dice } = world
  const sale = liveSale(world)
  if (!sale) return 'nothing'
  const read = await readSale(world, sale.id)
  const rows = rowsOf(read).filter((row) => row['StatusId'] !== 100)
  const target = dice.int(0, rows.length - 1)
  const DiscountPercent = dice.pick([0, 7.5, 20])
  const SaleProducts = dice.pick([
    [
      ...rows,
      {
        ProductId: dice.pick(products),
        ...(sale.seller === world.people.third && { Price: 99.99, Remarks: 'Agreed' }),
      },
    ],
    rows.slice(0, -1),
    rows.map((row, index) => (index === target ? { ...row, DiscountPercent, Remarks: 'Agreed' } : row)),
  ])
  const answer = await world.ask(world.people.manager(sale.seller), 'PUT', `/api/sales/${sale.id}`, {
    RowVersion: read['RowVersion'] as unknown,
    SaleProducts,
  })
  if (isRefused(answer)) return 'refused'
  const after = rowsOf(await readSale(world, sale.id))
  await changed(world, sale, () => {
    const kept = new Map(sale.lines.map((line) => [line.id, line]))
    const there = new Set(after.filter((row) => row['StatusId'] !== 100).map((row) => Number(row['SaleProductId'])))
    // one that is left out may be on a referral
    for (const line of sale.lines) if (!there.has(line.id)) line.live = false
    sale.lines = [
      ...sale.lines.filter((line) => !line.live),
      ...after
        .filter((row) => row['StatusId'] !== 100)
        .map((row) => {
          const known = kept.get(Number(row['SaleProductId']))
          return known ? Object.assign(known, { discount: Number(row['DiscountPercent']) }) : lineOf(row)
        }),
    ]
  })
  return 'done'
}
