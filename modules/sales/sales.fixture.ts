// Sales for tests: a walk-in bill of one patient with the required fields, and its booking through HTTP.
import { atTime, dayOf, startOfDay } from '../../core/dates.ts'
import type { TestApp } from '../../server/testing/app.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import { clientType, gender, paymentMode } from '../lists/items.model.ts'

export const product = {
  cbc: 3001,
  haemoglobin: 3002,
  glucoseFasting: 3013,
  creatinine: 3019,
  electrolytes: 3022,
  bilirubin: 3024,
  haemoglobinVariants: 3018,
  crp: 3034,
  antiCcp: 3036,
  homaIr: 3063,
  lft: 3091,
  lipids: 3093,
  thyroid: 3094,
  feverPanel: 3100,
  homeVisit: 3118,
} as const
export const mode = { cash: paymentMode.Cash, card: paymentMode.Card, writeOff: paymentMode.WriteOff }

let last = 260_000
/** A number that no other sale of this test run has. */
export const nextLrn = (): string => String((last += 1))

/** Minutes ago, but today: a patient registered with an age just after midnight was a year younger the day before. */
const ago = (minutes: number): string =>
  new Date(Math.max(Date.now() - minutes * 60_000, Date.parse(startOfDay(new Date())))).toISOString()
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
const ahead = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

type Booking = {
  readonly products?: readonly (number | Json)[]
  readonly receipts?: readonly Json[]
  readonly PatientId?: number
} & Json
/** The body of a sale; products by id or as lines. */
export const aSale = ({ products = [product.cbc], receipts, ...changes }: Booking): Json => ({
  ReferringDoctorId: 114,
  SellerId: 2,
  BuyerId: changes.PatientId,
  LRN: nextLrn(),
  SaleDate: ago(5),
  CollectionDate: ago(4),
  ReportDate: ahead(600),
  SaleProducts: products.map((line) => (typeof line === 'number' ? { ProductId: line } : line)),
  ...(receipts ? { Invoice: { Transactions: receipts } } : {}),
  ...changes,
})

/** A doctor for whose patients no discount goes over a percentage. */
export const capped = (app: TestApp, doctorId: number, percent: number): Promise<number> =>
  setRows(app, 'clients', { ClientId: doctorId }, { MaxDiscountForReferral: percent })

/** Registers a patient and answers the key. */
export const aPatient = async (person: Person, changes: Json = {}): Promise<number> => {
  const saved = await person.post('/api/clients/', {
    ClientTypeId: clientType.Patient,
    Name: 'Ramesh Kumar Joshi',
    GenderId: gender.Male,
    Age: 46,
    MobilePhone: '9822000158',
    ParentId: 1,
    IsActive: true,
    ...changes,
  })
  if (saved.status !== 201) throw new Error(`No patient: ${saved.text}`)
  return saved.body.ClientId
}

const two = (value: number): string => String(value).padStart(2, '0')
/** Birth date and time of a child that is that many hours old. */
export const bornHoursAgo = (hours: number): { BirthDate: string; BirthTime: string } => {
  const moment = Date.now() - hours * 3_600_000
  const BirthDate = dayOf(moment)
  const minutes = Math.floor((moment - Date.parse(atTime(BirthDate, 0, 0))) / 60_000)
  return { BirthDate, BirthTime: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` }
}

/** Books a sale (for a new patient when none is given) and answers it as read. */
export const booked = async (person: Person, changes: Booking = {}): Promise<Read<'sales'>> => {
  const PatientId = changes.PatientId ?? (await aPatient(person))
  const saved = await person.post('/api/sales/', aSale({ PatientId, ...changes }))
  if (saved.status !== 201) throw new Error(`No sale: ${saved.text}`)
  return saleOf(person, saved.body.SaleId)
}
export const saleOf = async (person: Person, saleId: number): Promise<Read<'sales'>> => {
  const read = await person.get(`/api/sales/${saleId}`)
  if (read.status !== 200) throw new Error(`No sale ${saleId}: ${read.text}`)
  return read.body
}

/** Books and accessions. */
export const accessioned = async (person: Person, changes: Booking = {}): Promise<Read<'sales'>> => {
  const sale = await booked(person, changes)
  const done = await person.put('/api/accession/sales', { formId: sale.SaleId })
  if (done.status !== 200) throw new Error(`No accession: ${done.text}`)
  return saleOf(person, sale.SaleId)
}

/** Debits less credits of a party at a seller, from the ledger. */
export const owed = async (person: Person, partyId: number): Promise<number> =>
  (
    await readRow<{ Owed: number }>(
      person.app,
      'ledger_entries',
      { Account: 'party', PartyId: partyId },
      'coalesce(sum(debit - credit), 0) as owed',
    )
  ).Owed
