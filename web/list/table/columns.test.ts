// Columns and cells of a list.
import { expect, test } from 'vitest'
import { money, oneOf, reference } from '../../../core/model.ts'
import { cellText } from './cell.ts'
import { cardPlaces, columnsOf, fitted } from './columns.ts'

const rows = [
  {
    SaleId: 7,
    SaleDate: '2022-03-05T03:37:00.000Z',
    InvoiceNo: 'NCL/1',
    PatientId: 9,
    Patient: 'Sunita',
    NetAmount: 123456,
    SaleStatus: 'Booked',
    StatusId: 92,
    IsStat: false,
    CreatedOn: null,
    RowVersion: 3,
    Actions: {},
  },
  {
    SaleId: 8,
    SaleDate: null,
    InvoiceNo: null,
    PatientId: 9,
    Patient: null,
    NetAmount: 0,
    SaleStatus: null,
    StatusId: 90,
    IsStat: true,
    CreatedOn: null,
    RowVersion: 1,
    Actions: {},
  },
]
const columns = columnsOf(rows, ['SaleId'], { NetAmount: money('Net Amount') })
const kind = (name: string) => columns.find((column) => column.name === name)?.kind

test('an instant is shown as a date and time, whatever its column is called', () => {
  const [asked] = columnsOf([{ AskedOn: null }, { AskedOn: '2026-11-27T03:13:52.076Z' }], [], {})
  expect(asked?.kind).toBe('date')
  expect(columnsOf([{ Reference: '2026-11-27' }], [], {})[0]?.kind).toBe('text')
})

test('the number that distinguishes two tubes of one sale is never cut', () => {
  const [barcode] = columnsOf([{ Barcode: 'NCL2611000426-01' }], [], {})
  // drawn at 13 px with figures of one width it takes 132, with 8 on either side
  expect(barcode?.tightest).toBeGreaterThanOrEqual(148)
})

test('FND-110 columns are the fields of the first row in order; ids of other records are read, not shown', () => {
  expect(columns.map((column) => column.name)).toEqual([
    'SaleId',
    'SaleDate',
    'InvoiceNo',
    'Patient',
    'NetAmount',
    'SaleStatus',
    'IsStat',
    'CreatedOn',
  ])
  expect(columnsOf([], ['SaleId'], {})).toEqual([])
})
test('FND-111 titles are the field names split into words', () => {
  expect(columns.map((column) => column.title)).toContain('Invoice No')
})
test('FND-112 FND-113 FND-445 fields ending in Date or atedOn are dates', () => {
  expect(kind('SaleDate')).toBe('date')
  expect(kind('CreatedOn')).toBe('date')
  expect(cellText({ kind: 'date' }, rows[0]?.SaleDate)).toBe('05-Mar-2022 09:07 AM')
})
test('amounts have two decimals and Indian grouping; an empty value is a dash, never NaN or Invalid Date', () => {
  expect(kind('NetAmount')).toBe('money')
  expect(cellText({ kind: 'money' }, 123456)).toBe('1,23,456.00')
  expect(cellText({ kind: 'money' }, 'abc')).toBe('–')
  expect(cellText({ kind: 'date' }, 'not a date')).toBe('–')
  expect(cellText({ kind: 'text' }, null)).toBe('–')
  expect(cellText({ kind: 'boolean' }, false)).toBe('No')
})
test('FND-106 a chosen width does not change, free room goes to the others', () => {
  const widths = fitted(columns, { Patient: 300 }, 3000)
  expect(widths[3]).toBe(300)
  expect(widths[1]).toBe(170)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeGreaterThan(2980)
  expect(fitted(columns, {}, 0)).toEqual(columns.map((column) => column.width))
})
test('FND-110 without a row the columns are those the server names', () => {
  expect(
    columnsOf([], ['SaleId'], {}, 1, ['SaleId', 'PatientId', 'Patient', 'RowVersion']).map((column) => column.name),
  ).toEqual(['SaleId', 'Patient'])
})
test('without room for all, names shrink; codes, dates and amounts do not', () => {
  const named = columnsOf(
    [{ SaleId: 7, SaleDate: null, Patient: 'Sunita Prakash Sonawane of Kothrud', NetAmount: 5 }],
    ['SaleId'],
    {},
  )
  const narrow = fitted(named, {}, 200)
  expect(narrow[2]).toBeLessThan(named[2]?.width ?? 0)
  expect([narrow[0], narrow[1], narrow[3]]).toEqual([named[0]?.width, named[1]?.width, named[3]?.width])
})
test('on a phone a row is a card: name and amount first, the status always, not everything', () => {
  const places = Object.fromEntries(columns.map((column, at) => [column.name, cardPlaces(columns)[at]]))
  expect(places).toMatchObject({
    Patient: 'main',
    NetAmount: 'end',
    SaleStatus: 'line',
    SaleDate: 'line',
    IsStat: 'rest',
  })
})

test('a row that is named by other records shows no number of theirs; of its amounts the card shows the total', () => {
  const rows = [{ Buyer: 'Asha Patil', NotDue: 0, Late: 5, Total: 5, ClientId: 9, SellerId: 2 }]
  const fields = {
    ...{ NotDue: money('Not Due'), Late: money('Late'), Total: money('Total') },
    ...{ ClientId: reference('Buyer', 'client'), SellerId: reference('Seller', 'organisation') },
  }
  const columns = columnsOf(rows, ['ClientId', 'SellerId'], fields)
  expect(columns.map(({ name }) => name)).toEqual(['Buyer', 'NotDue', 'Late', 'Total'])
  expect(cardPlaces(columns)).toEqual(['main', 'rest', 'rest', 'end'])
})

test('a card of a visit is about its client, with the date below', () => {
  const visits = [
    { ClientVisitId: 10, VisitDate: '2026-11-20T11:45:00.000Z', User: 'Farah Khan', Client: 'Dr Aarti Deshmukh' },
  ]
  const columns = columnsOf(visits, ['ClientVisitId'], {})
  const places = Object.fromEntries(columns.map((column, at) => [column.name, cardPlaces(columns)[at]]))
  expect(places).toMatchObject({ Client: 'main', VisitDate: 'line', User: 'line' })
})

test('a declared choice is written in its words, and a value that it does not know as it is', () => {
  const rows = [{ RequestId: 1, State: 'waiting' }]
  const [, state] = columnsOf(rows, ['RequestId'], { State: oneOf('State', [['waiting', 'Waiting']]) })
  expect([state && cellText(state, 'waiting'), state && cellText(state, 'else')]).toEqual(['Waiting', 'else'])
})
