// What the address of a list contains and how it is read.
import { describe, expect, test } from 'vitest'
import { date, reference, text } from '../../core/model.ts'
import { filterIn, searchOf } from './list-address.ts'
import { listSearch, writtenSearch } from './list-search.ts'

const model = {
  id: 'sales',
  filters: {
    FromDate: date('From Date'),
    ToDate: date('To Date'),
    Patient: text('Patient'),
    SellerId: reference('Seller', 'seller'),
  },
  defaultDays: 0,
}
const monday = Date.parse('2026-03-02T10:00:00+05:30')
const tuesday = Date.parse('2026-03-03T10:00:00+05:30')
const start = { FromDate: '2026-03-02', ToDate: '2026-03-02' }

describe('the view of a list as its address', () => {
  test('it has only what differs from the defaults, an emptied filter as null, and the texts of pickers', () => {
    expect(searchOf(model, { values: start }, {}, monday)).toEqual({ filter: {} })
    expect(
      searchOf(
        model,
        {
          values: { ToDate: '2026-03-02', Patient: ' ', SellerId: 2 },
          texts: { SellerId: 'Central Lab', Patient: 'x' },
        },
        { sort: '-LRN', page: 3 },
        monday,
      ),
    ).toEqual({ filter: { FromDate: null, SellerId: 2 }, names: { SellerId: 'Central Lab' }, sort: '-LRN', page: 3 })
  })
  test('an invalid day and a name that every object has are left out', () => {
    const filter = { FromDate: '2026-99-99', constructor: 'x', Patient: 'kumar' }
    expect(filterIn(model, { filter }, monday)).toEqual({ ...start, Patient: 'kumar' })
  })
  test('the days of "today" are those of the day it is read; chosen ones do not move', () => {
    expect(filterIn(model, { filter: {} }, tuesday)).toEqual({ FromDate: '2026-03-03', ToDate: '2026-03-03' })
    const { filter } = searchOf(model, { values: { ...start, FromDate: '2026-02-01' } }, {}, monday)
    expect(filterIn(model, { filter }, tuesday)).toEqual({ FromDate: '2026-02-01', ToDate: '2026-03-03' })
  })
  test('without a filter it has none; invalid names and days are ignored', () => {
    expect(filterIn(model, {}, monday)).toBeUndefined()
    expect(filterIn(model, { filter: { Wrong: 1, FromDate: 'soon', Patient: 'kumar' } }, monday)).toEqual({
      ...start,
      Patient: 'kumar',
    })
  })
  test('the filter that a list starts with is a word in the address, and other filters are written as they are', () => {
    expect(writtenSearch({ filter: {}, page: 2 })).toEqual({ filter: 'start', page: 2 })
    expect(listSearch({ filter: 'start', page: 2 })).toEqual({ filter: {}, page: 2 })
    for (const search of [{ filter: { Patient: 'kumar' } }, { SaleId: 7 }]) expect(writtenSearch(search)).toBe(search)
  })
  test('from any address the list reads only valid values', () => {
    expect(listSearch({ filter: { A: 'x', B: { deep: 1 }, C: [1, 2], D: null }, sort: 'Name', page: 2 })).toEqual({
      filter: { A: 'x', C: [1, 2], D: null },
      sort: 'Name',
      page: 2,
    })
    expect(listSearch({ filter: 'x', names: { A: 5 }, sort: 'a b', page: -1, other: 1 })).toEqual({})
  })
})
