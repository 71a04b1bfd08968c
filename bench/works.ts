// The measured works: each a request to our server, with its ceiling.
import { buyer } from './network/accounts.ts'
import { ceilings } from './ceilings.ts'
import { aYearAgo, ledgerCeiling, listCeilings } from './list-ceilings.ts'
import { from30, sellers, till } from './network/network.ts'

const day = 86_400_000
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const list = (filter: object, statement = 1001): string =>
  `/api/getdata/${statement}?filterCriteria=${encodeURIComponent(JSON.stringify(filter))}&limit=100`

export type Request = { method: 'GET' | 'POST'; path: string; body?: unknown }
export type Work = {
  id: string
  what: string
  /** The user's entity; absent: the whole network. */
  by?: 'lab' | 'centre'
  ours: (top: number) => Request[]
  /** Absent where there is no statement to compare with. */
  ceiling?: string
}

const twenty = Array.from({ length: 20 }, (_, i) => 3001 + ((i * 3) % 60))

const anyone = (): number => 1_000_001 + Math.floor(Math.random() * 90_000)
const saleOf = (patient: number, buyerId: number) => ({
  PatientId: patient,
  ReferringDoctorId: 101 + Math.floor(Math.random() * 30),
  SellerId: 2,
  BuyerId: buyerId,
  LRN: String(100_000 + Math.floor(Math.random() * 900_000)),
  SaleDate: till,
  CollectionDate: till,
  ReportDate: new Date(Date.parse(till) + day / 3).toISOString(),
  SaleProducts: [3001, 3002, 3003, 3004, 3005].map((ProductId) => ({ ProductId })),
})
const saleBody = () => {
  const patient = anyone()
  return { ...saleOf(patient, patient), Invoice: { Transactions: [{ PaymentModeId: 40, Amount: 100 }] } }
}
/** Bought on credit by an institution whose invoices, receipts and sales of two years decide whether it may. */
export const creditBody = () => saleOf(anyone(), buyer)

/** A year of an institution's ledger. */
export const partyLedger = `/api/getdata/1032?StartDate=${aYearAgo}&EndDate=${till}&ClientIdList=${buyer}`

const days = { FromDate: from30, ToDate: till }
/** A list of the laboratory as a user at the central lab sees it. */
const atLab = (id: string, what: string, statement: number, filter: object, ceiling: string): Work => ({
  id,
  what: `${what}, at the central lab, 100 rows, count`,
  by: 'lab',
  ours: () => [{ method: 'GET', path: list(filter, statement) }],
  ceiling,
})

export const works: readonly Work[] = [
  {
    id: 'W1a',
    what: 'sales list: 30 days, one seller, 100 rows, four names, count',
    ours: () => [{ method: 'GET', path: list({ FromDate: from30, ToDate: till, SellerId: pick(sellers) }) }],
    ceiling: ceilings.W1a,
  },
  {
    id: 'W1c',
    what: "sales list: 30 days, patient contains 'kum'",
    ours: () => [{ method: 'GET', path: list({ FromDate: from30, ToDate: till, Patient: 'kum' }) }],
    ceiling: ceilings.W1c,
  },
  {
    id: 'W2',
    what: 'save: 1 sale, 5 lines, receipt, invoice, audit',
    ours: () => [{ method: 'POST', path: '/api/sales/', body: saleBody() }],
    ceiling: ceilings.W2,
  },
  {
    id: 'W3',
    what: 'open a sale with lines, receipts, samples, history',
    ours: (top) => {
      const id = top - Math.floor(Math.random() * 50_000)
      return [
        { method: 'GET', path: `/api/sales/${id}` },
        { method: 'GET', path: `/api/actions?ModuleId=sales&FormId=${id}` },
      ]
    },
    ceiling: ceilings.W3,
  },
  {
    id: 'W4',
    what: 'picker over the patients: frequent, rare and no match',
    ours: () => [
      { method: 'GET', path: `/api/getdata/200?ClientTypeId=12&limit=50&Name=${pick(['kum', 'zzyzx', 'qqqq'])}` },
    ],
    ceiling: ceilings.W4,
  },
  {
    id: 'W6',
    what: 'price 20 products',
    ours: () => [
      {
        method: 'GET',
        path: `/api/getdata/100?SellerId=2&BuyerTypeId=12&ProductId=${twenty.join(',')}`,
      },
    ],
    ceiling: ceilings.W6,
  },
  {
    id: 'W7',
    what: 'party ledger: one buyer, one year, 1,700 entries, opening and balance running',
    ours: () => [{ method: 'GET', path: partyLedger }],
    ceiling: ledgerCeiling,
  },
  {
    id: 'W17',
    what: 'save: 1 sale of 5 lines on credit, to a buyer of two years',
    ours: () => [{ method: 'POST', path: '/api/sales/', body: creditBody() }],
  },
  atLab('W12', 'samples of 30 days', 1002, days, listCeilings.samples),
  atLab('W13', 'shipments of 30 days', 1023, days, listCeilings.shipments),
  atLab('W14', 'worksheets of one department', 1003, { DepartmentId: 3 }, listCeilings.worksheets),
  atLab('W15', 'results of 30 days', 1004, days, listCeilings.results),
  atLab('W16', 'reports of 30 days', 1005, days, listCeilings.reports),
]
