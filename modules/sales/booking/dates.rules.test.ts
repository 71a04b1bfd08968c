// The dates of a sale in order, and the question about them.
import { expect, test } from 'vitest'
import { collectionQuestion, dateErrors } from './dates.rules.ts'

const now = new Date('2026-11-20T08:00:00Z')
const dates = (SaleDate: string, CollectionDate: string, ReportDate: string) => ({
  SaleDate,
  CollectionDate,
  ReportDate,
})
const fine = dates('2026-11-20T07:00:00Z', '2026-11-20T07:10:00Z', '2026-11-20T12:30:00Z')
const errors = (changes: object, before: object | null = null) =>
  Object.values(dateErrors({ ...fine, ...changes }, before as never, now)).flat()

test('a report is not due before the collection, nor a year after it', () => {
  expect(errors({})).toEqual([])
  expect(errors({ ReportDate: '2026-11-20T07:09:00Z' })).toEqual(['Report Date cannot be before Collection Date'])
  expect(errors({ ReportDate: '1950-01-01T00:00:00Z' })).toEqual(['Report Date cannot be before Collection Date'])
  expect(errors({ ReportDate: '2199-01-01T00:00:00Z' })).toEqual([
    'Report Date cannot be more than a year after Collection Date',
  ])
})

test('a sale is not dated into the future, nor a collection too far ahead or too far back', () => {
  // the day counts, since clocks at counters differ by minutes
  expect(errors({ SaleDate: '2026-11-20T18:00:00Z' })).toEqual([])
  expect(errors({ SaleDate: '2026-11-20T18:30:00Z' })).toContain('Sale Date cannot be in the future')
  expect(errors({ CollectionDate: '2199-01-01T00:00:00Z', ReportDate: '2199-01-02T00:00:00Z' })).toEqual([
    'Collection Date can be 90 days ahead at most',
  ])
  expect(errors({ CollectionDate: '1901-01-01T00:00:00Z' })).toContain(
    'Collection Date cannot be more than a year before the sale',
  )
})

test('each bound is a day that is still accepted', () => {
  const ahead = (CollectionDate: string) => errors({ CollectionDate, ReportDate: '2027-03-01T08:00:00Z' })
  expect(ahead('2027-02-18T18:29:59Z')).toEqual([])
  expect(ahead('2027-02-18T18:30:00Z')).toEqual(['Collection Date can be 90 days ahead at most'])
  const before = (CollectionDate: string) => errors({ CollectionDate })
  expect(before('2025-11-18T18:30:00Z')).not.toContain('Collection Date cannot be more than a year before the sale')
  expect(before('2025-11-18T18:29:59Z')).toContain('Collection Date cannot be more than a year before the sale')
  expect(errors({ ReportDate: '2027-11-21T18:29:59Z' })).toEqual([])
  expect(errors({ ReportDate: '2027-11-21T18:30:00Z' })).toEqual([
    'Report Date cannot be more than a year after Collection Date',
  ])
  expect(errors({ ReportDate: fine.CollectionDate })).toEqual([])
})

test('stored dates that are not changed are not checked again', () => {
  const old = dates('2026-11-20T07:00:00Z', '2026-11-20T07:10:00Z', '2026-11-20T06:00:00Z')
  expect(errors(old)).toHaveLength(1)
  expect(errors(old, old)).toEqual([])
})

test('a collection more than three days before the sale raises a question, once', () => {
  const at = (CollectionDate: string) => ({ ...fine, CollectionDate })
  expect(collectionQuestion(at('2026-11-17T01:00:00Z'), null)).toBeNull()
  const early = at('2025-12-01T05:00:00Z')
  expect(collectionQuestion(early, null)).toBe(
    'The collection date is more than three days before the sale. Is it right ?',
  )
  expect(collectionQuestion(early, early)).toBeNull()
})
