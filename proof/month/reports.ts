// The reports at the end of the month against the plain books: the party ledger, the sales report and payables.
import { expect } from 'vitest'
import type { Json } from '../../server/testing/signed-in.ts'
import { isMoney } from './accounts.ts'
import { lineNet } from './books.ts'
import type { World } from './world.ts'

const far = '2199-12-31'

/** Each buyer on credit owes each seller the amount in the books. */
const expectLedger = async (world: World, began: Date): Promise<void> => {
  const worker = { person: world.people.admin }
  for (const buyer of new Set(world.people.pairs.map(([, one]) => one))) {
    // what a party owes when days begin: its entries may be many pages
    const opened = async (StartDate: string): Promise<Json | undefined> => {
      const asked = new URLSearchParams({ StartDate, EndDate: far, ClientIdList: String(buyer), limit: '1' })
      return (await world.read<Json[]>(worker, `/api/getdata/1032?${asked.toString()}`))[0]
    }
    const [opening, closing] = [await opened(began.toISOString()), await opened(far)]
    const owed = [...world.books.ledger]
      .filter(([key]) => key.endsWith(`/${buyer}`))
      .reduce((sum, [, amount]) => sum + amount, 0)
    const theirs = Math.round((Number(closing?.['Balance']) - Number(opening?.['Balance'])) * 100)
    expect([buyer, closing?.['VoucherType'], theirs]).toEqual([buyer, 'Opening', owed])
  }
}

/** Each seller sold the amount in the books. */
const expectSales = async (world: World, began: Date): Promise<void> => {
  const worker = { person: world.people.admin }
  for (const { id } of world.people.places) {
    const sold = [...world.books.sales.values()].filter((sale) => sale.seller === id && sale.live && !sale.isLeg)
    const lines = sold.flatMap((sale) => sale.lines.filter((line) => line.live))
    const asked = new URLSearchParams({ SellerId: String(id), FromDate: began.toISOString() })
    const [total] = await world.read<Json[]>(worker, `/api/getdata/2140?${asked.toString()}`)
    expect([id, total?.['Sales'], total?.['Lines'], Math.round(Number(total?.['Amount']) * 100)]).toEqual([
      id,
      sold.length,
      lines.length,
      lines.reduce((sum, line) => sum + lineNet(line), 0),
    ])
  }
}

type Named = { readonly Account: string; readonly ClosingBalance: number }
const inPaise = (rupees: unknown): number => Math.round(Number(rupees) * 100)
/** The trial balance of the legal entity is the accounts of the books, and adds up to zero. */
export const expectTrialBalance = async (world: World): Promise<void> => {
  const worker = { person: world.people.admin }
  const rows = await world.read<Named[]>(worker, '/api/getdata/1070?limit=100')
  const of = (fits: (name: string) => boolean): number =>
    rows.filter(({ Account }) => fits(Account)).reduce((sum, row) => sum + inPaise(row.ClosingBalance), 0)
  const { accounts } = world.books
  expect({
    parties: of((name) => name === 'Parties'),
    sales: of((name) => name === 'Sales'),
    money: of((name) => name === 'Money'),
    banks: of((name) => name.startsWith('Bank:')),
    commission: of((name) => name === 'Commission'),
    charges: of((name) => name === 'Bank charges'),
    gst: of((name) => name === 'GST payable'),
    all: of(() => true),
  }).toEqual({
    parties: accounts.total('party'),
    sales: accounts.total('sales'),
    money: accounts.total('money'),
    banks: accounts.total('bank'),
    commission: accounts.total('commission'),
    charges: accounts.total('bank charges'),
    gst: accounts.total('gst payable'),
    all: 0,
  })
}

/** What is collected is what the money accounts moved by, but for what is over and short and what a bank kept. */
const expectCollections = async (world: World): Promise<void> => {
  const { accounts, money } = world.books
  let collected = 0
  for (const one of money.values()) if (one.state === 'counts' && isMoney(one.mode)) collected += one.amount
  const [total] = await world.read<Json[]>(
    { person: world.people.admin },
    '/api/getdata/2154?FromDate=2000-01-01T00:00:00.000Z',
  )
  const moved = accounts.total('money') + accounts.total('bank')
  const otherwise = accounts.total('over and short') + accounts.total('bank charges')
  expect([inPaise(total?.['NetAmount']), moved + otherwise]).toEqual([collected, collected])
}

type Payable = { readonly ClientId: number; readonly Total: number }
/** Payables are what the books owe each supplier. */
const expectPayables = async (world: World): Promise<void> => {
  const rows = await world.read<Payable[]>({ person: world.people.admin }, '/api/getdata/1080?limit=100')
  for (const { id } of world.bills.suppliers) {
    const theirs = rows.filter(({ ClientId }) => ClientId === id).reduce((sum, row) => sum + inPaise(row.Total), 0)
    const owed = world.labs.reduce((sum, seller) => sum + world.books.owedTo(seller, id), 0)
    expect([id, theirs]).toEqual([id, owed])
  }
}

export const expectReports = async (world: World, began: Date): Promise<void> => {
  await expectLedger(world, began)
  await expectSales(world, began)
  await expectTrialBalance(world)
  await expectCollections(world)
  await expectPayables(world)
}
