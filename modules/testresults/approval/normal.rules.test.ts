// Only results that are normal in every respect are approved without review; every other one gets a reason.
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { anItem } from '../work-item.fixture.ts'
import { isNormal } from './normal.rules.ts'

const { Pending, Entered, Reviewed, Approved, OnHold, Repeat, ReferredOut } = workItemStatus
const normal = anItem({ StatusId: Entered, Result: '140', Flag: 'N' })

test('an entered or reviewed result inside its interval is normal', () => {
  expect(reasonOf(isNormal(normal))).toBeUndefined()
  expect(reasonOf(isNormal({ ...normal, StatusId: Reviewed }))).toBeUndefined()
})

describe('a result is left', () => {
  test.each([
    [{ StatusId: OnHold }, 'on hold; take it off hold first'],
    [{ StatusId: Pending }, 'no result is entered yet'],
    [{ StatusId: Repeat }, 'no result is entered yet'],
    [{ StatusId: ReferredOut }, 'no result is entered yet'],
    [{ StatusId: Approved }, 'no result is entered yet'],
    [{ Flag: 'LL' as const }, 'critical value'],
    [{ Flag: 'HH' as const }, 'critical value'],
    [{ IsDelta: true }, 'differs from the earlier result by more than its limit'],
    [{ NoRange: true }, 'no reference interval shows that it is normal'],
    [{ Flag: null }, 'no reference interval shows that it is normal'],
    [{ Flag: 'L' as const }, 'low, outside its interval'],
    [{ Flag: 'H' as const }, 'high, outside its interval'],
    [{ Flag: 'A' as const }, 'abnormal, outside its interval'],
  ])('%o', (part, reason) => {
    expect(reasonOf(isNormal({ ...normal, ...part }))).toBe(`${normal.Element}: ${reason}`)
  })
  test('with the reason of its hold', () => {
    expect(reasonOf(isNormal({ ...normal, StatusId: OnHold, HeldFor: 'Clotted' }))).toBe(
      `${normal.Element}: on hold: Clotted; take it off hold first`,
    )
  })
  test('with its sale', () => {
    expect(reasonOf(isNormal({ ...normal, SaleIsCancelled: true }))).toContain('cancelled')
  })
})
