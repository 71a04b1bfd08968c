import { describe, expect, test } from 'vitest'
import '../pickers.ts'
import type { Session } from '../session/session.ts'
import { filterRows, matchIn, pickerOf } from './pickers.ts'
import { filterPause, searchPause } from './use-rows.ts'

const session = (RoleId: number, ClientTypeId: number) =>
  ({ User: { EmployerId: 1 }, Role: { RoleId }, Entity: { ClientId: 2, ClientTypeId } }) as unknown as Session

test('the pauses before a search', () => expect([searchPause, filterPause]).toEqual([250, 25]))
test('FND-173 rows with the text in a column', () => {
  expect(
    filterRows([{ Name: 'Serum' }, { Name: 'Urine' }], [{ name: 'Name', title: 'Name', width: '1fr' }], 'ser'),
  ).toEqual([{ Name: 'Serum' }])
  expect(matchIn('Sonawane Sunita', 'sonaw')).toEqual(['', 'Sonaw', 'ane Sunita'])
})
describe('which rows a picker offers', () => {
  test('FND-327 OPS-293 OPS-294 patients and doctors of the employer', () =>
    expect(pickerOf('patient', session(5, 10)).query?.(session(5, 10), {})).toEqual({
      ClientTypeId: '12',
      ParentId: 1,
    }))
  test('FND-325 a sales manager picks his own clients', () =>
    expect(pickerOf('client', session(9, 10)).path).toBe('/api/getdata/204'))
  test('FND-332 a centre picks givers from 203', () =>
    expect(pickerOf('giver', session(5, 13)).path).toBe('/api/getdata/203'))
  test('consignors are centres for a lab, institutions for the others', () => {
    expect(pickerOf('consignor', session(5, 10)).query?.(session(5, 10), {})).toEqual({ ClientTypeId: 13 })
    expect(pickerOf('consignor', session(5, 13)).query?.(session(5, 13), {})).toEqual({ ClientTypeId: 16 })
  })
  test('OPS-262 products of a sale come with prices, elsewhere from the catalogue', () => {
    expect(pickerOf('product', session(5, 10), { SaleDate: 'x' }).path).toBe('/api/getdata/101')
    expect(pickerOf('product', session(5, 10)).path).toBe('/api/getdata/103')
  })
})
