// Only results that are normal in every respect are approved without review; every other one gets a reason.
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { aRow, eAg } from '../judging/entry.fixture.ts'
import { judgeSale } from '../judging/entry.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { anItem } from '../work-item.fixture.ts'
import { asShown, isNormal, sortNormal, withoutHeld, type Sorted } from './normal.rules.ts'

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
    [{ IsDelta: true }, 'differs from another value of the patient by more than its limit'],
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

describe('normal results of a sale', () => {
  const measured = aRow({
    Result: '4.2',
    Flag: 'N',
    StatusId: Entered,
    ElementMeasurementId: 1,
    Runs: [],
    ReasonId: null,
    KeeperId: null,
    Source: 'person',
    ReceivedDate: '2026-11-22T00:10:00Z',
    IsSold: true,
    Department: 'Biochemistry',
    Sale: { ...aRow().Sale, AccessionDate: '2026-11-22T00:05:00Z' },
  })
  /** Calculated from the row before it, and each normal: 4.2 -> 74 -> 84 -> 94. */
  const calculated = (WorkItemId: number, ElementId: number, Formula: string): ResultRow => ({
    ...measured,
    WorkItemId,
    ElementId,
    Element: `Calculated ${WorkItemId}`,
    resultTypeId: eAg.resultTypeId,
    DecimalPlaces: 0,
    Formula,
    Measurements: measured.Measurements.map((one) => ({
      ...one,
      LowValue: 1,
      HighValue: 200,
      CriticallyLowValue: null,
      CriticallyHighValue: null,
    })),
  })
  const chain = [
    measured,
    calculated(2, 11, '28.7 * {10} - 46.7'),
    calculated(3, 12, '{11} + 10'),
    calculated(4, 13, '{12} + 10'),
  ]
  const asStored = (rows: readonly ResultRow[]): ResultRow[] => {
    const judged = judgeSale(rows, new Map())
    return rows.map((row) => ({ ...row, ...judged.get(row.WorkItemId), ElementMeasurementId: 1 }))
  }
  const sorted = (rows: readonly ResultRow[]) => {
    const { taken, left } = sortNormal(rows, rows, {
      user: { UserId: 3, RoleId: 3 },
      signatories: () => 2,
      permitted: () => true,
    })
    return [taken.map(({ WorkItemId }) => WorkItemId), left.map(({ row }) => row.WorkItemId)]
  }

  test('a value that is left leaves whatever is calculated from it, however far', () => {
    expect(sorted(asStored(chain))).toEqual([[1, 2, 3, 4], []])
    const held = asStored(chain).map((row) => (row.WorkItemId === 1 ? { ...row, StatusId: OnHold } : row))
    expect(sorted(held)).toEqual([[], [1, 2, 3, 4]])
    const remarked = asStored(chain).map((row) => (row.WorkItemId === 3 ? { ...row, Remarks: 'Look' } : row))
    expect(sorted(remarked)).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  test('only what was shown is taken, and what changed since is left with the reason', () => {
    const rows = chain.map((row) => ({ ...row, RowVersion: 5 }))
    const { taken, left } = asShown(
      rows,
      new Map([
        [1, 5],
        [2, 4],
        [3, 6],
      ]),
    )
    expect(taken.map(({ WorkItemId }) => WorkItemId)).toEqual([1])
    expect(left.map(({ row, reason }) => `${row.WorkItemId}: ${reason}`)).toEqual([
      '2: Calculated 2: it was changed since you saw it',
      '3: Calculated 3: it was changed since you saw it',
    ])
  })

  test('what another user edits is left, the rest is taken', () => {
    const before: Sorted = { taken: chain, left: [] }
    const after = withoutHeld(before, (row) => (row.WorkItemId === 2 ? 'Asha edits it' : undefined))
    expect(after.taken.map(({ WorkItemId }) => WorkItemId)).toEqual([1, 3, 4])
    expect(after.left.map(({ row, reason }) => [row.WorkItemId, reason])).toEqual([[2, 'Asha edits it']])
  })
})
