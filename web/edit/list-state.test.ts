// Sorting, counting, paging.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countOf, nextSort, pagesAround, pageSize } from './list-state.ts'

test('FND-105 a head sorts ascending first, then descending', () => {
  expect(nextSort(undefined, 'Name')).toBe('Name')
  expect(nextSort('Name', 'Name')).toBe('-Name')
  expect(nextSort('-Name', 'Name')).toBe('Name')
  expect(nextSort('-Name', 'Code')).toBe('Code')
})
test('FND-107 FND-440 a page has 100 rows', () => expect(pageSize).toBe(100))
test('FND-109 the count comes from the header; one that is capped or not yet there is marked', () => {
  expect(countOf('150', 100)).toEqual({ known: 150, more: false })
  expect(countOf('10000+', 100)).toEqual({ known: 10000, more: true })
  expect(countOf(null, 200)).toEqual({ known: 200, more: true })
})
test('FND-108 the offered pages include the first, the last and the current one, in order', () => {
  expect(pagesAround(1, 1)).toEqual([1])
  expect(pagesAround(5, 9)).toEqual([1, 0, 4, 5, 6, 0, 9])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (pages, at) => {
      const page = Math.min(at, pages)
      const shown = pagesAround(page, pages).filter((one) => one > 0)
      return (
        shown.includes(1) &&
        shown.includes(pages) &&
        shown.includes(page) &&
        shown.every((one, i) => i === 0 || one > (shown[i - 1] ?? 0))
      )
    }),
  )
})
