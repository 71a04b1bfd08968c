// The reports at the end of the month against the plain books: the party ledger and the sales report.
import { expect } from 'vitest'
import type { Json } from '../../server/testing/signed-in.ts'
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
    const sold = [...world.books.sales.values()].filter((sale) => sale.seller === id && sale.live)
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

export const expectReports = async (world: World, began: Date): Promise<void> => {
  await expectLedger(world, began)
  await expectSales(world, began)
}
