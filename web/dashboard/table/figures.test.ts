// How rows of a dashboard's table are shown as figures.
import { expect, test } from 'vitest'
import { columnsOf } from '../../list/table/columns.ts'
import { agesOf, figureText, hasAges, isFigure, isLong, sharesOf, written } from './figures.ts'
import type { WidgetRow } from '../use-widget.ts'

const columnsFor = (row: WidgetRow) => columnsOf([row], [], {})
const column = (row: WidgetRow, name: string) => {
  const found = columnsFor(row).find((one) => one.name === name)
  if (!found) throw new Error(`No column ${name}`)
  return found
}
const party = {
  ClientId: 21,
  Party: 'Sunrise',
  Days30Dues: 50,
  Days60Dues: 0,
  OlderDues: 150,
  Outstanding: 200,
  OverdueDays: 74,
}

test('dues by their age are one bar, each part in words, without columns of their own', () => {
  const columns = columnsFor(party)
  expect(hasAges(columns)).toBe(true)
  expect(written(columns).map(({ name }) => name)).toEqual(['Party', 'Outstanding', 'OverdueDays'])
  expect(agesOf(party)).toEqual([
    { name: 'Days30Dues', part: 0.25, text: '0–30: 50.00' },
    { name: 'OlderDues', part: 0.75, text: 'over 60 days: 150.00' },
  ])
  expect(isLong(column(party, 'OverdueDays'), party)).toBe(true)
  expect(isLong(column(party, 'OverdueDays'), { ...party, OverdueDays: 60 })).toBe(false)
})
test('a change is in percent, without its sign; it is a dash where there was no figure before', () => {
  const row = { Seller: 'A', Sales: 2, NetAmount: 300, Change: -12.5 }
  expect(figureText(column(row, 'Change'), row)).toBe('12.5 %')
  expect(figureText(column(row, 'Change'), { ...row, Change: null })).toBe('–')
})
test('sums have bars as part of the greatest, percentages as part of 100, records none', () => {
  const sums = [
    { Seller: 'A', Sales: 2, NetAmount: 300 },
    { Seller: 'B', Sales: 1, NetAmount: 75 },
  ]
  expect(sharesOf(sums, columnsOf(sums, [], {}))).toEqual([1, 0.25])
  const targets = [{ TargetId: 1, SalesManager: 'A', Percent: 40 }]
  expect(sharesOf(targets, columnsOf(targets, [], {}))).toEqual([0.4])
  const records = [{ SaleId: 1, Patient: 'A', NetAmount: 300 }]
  expect(sharesOf(records, columnsOf(records, [], {}))).toEqual([])
})
test('lateness is aligned right, and marked from six hours on', () => {
  const late = (LateBy: string) => ({ SaleId: 1, AccessionNo: 'N1', LateBy })
  expect(isFigure(column(late('0 h 5 min'), 'LateBy'))).toBe(true)
  expect(
    ['0 h 5 min', '5 h 59 min', '6 h 0 min', '1 d 2 h'].map((by) => isLong(column(late(by), 'LateBy'), late(by))),
  ).toEqual([false, false, true, true])
})
