// When a tube may be rejected, and when a call about its replacement may be noted.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { sampleStatus, sampleStatuses, workItemStatus, workItemStatuses } from '../../lists/items.model.ts'
import {
  isException,
  mayHaveCalled,
  mayNoteCall,
  mayReject,
  shipmentStatusOf,
  type RejectedTube,
} from './recollection.rules.ts'

const here = { EntityId: 2 }
const tube = (some: Partial<RejectedTube> = {}): RejectedTube => ({
  Barcode: '2611000001-01',
  StatusId: sampleStatus.Delivered,
  OwnerId: 2,
  SampleElements: [{ Element: 'Sodium', StatusId: workItemStatus.Pending }],
  ...some,
})
const ids = (list: { items: Readonly<Record<string, { id: number }>> }) => Object.values(list.items).map(({ id }) => id)

test('only the owner rejects a tube, once it is collected; in transit it is its sender, who still owns it', () => {
  for (const StatusId of ids(sampleStatuses))
    expect([StatusId, mayReject(tube({ StatusId }), here).ok]).toEqual([
      StatusId,
      [sampleStatus.Collected, sampleStatus.Delivered, sampleStatus.Dispatched].some((one) => one === StatusId),
    ])
  expect(reasonOf(mayReject(tube({ OwnerId: 3 }), here))).toMatch(/is not here/)
  expect(reasonOf(mayReject(tube({ StatusId: sampleStatus.ToBeCollected }), here))).toBe(
    '2611000001-01 is not collected yet',
  )
})

test('a tube is rejected while no element of it is approved and one is still to be measured', () => {
  const status = fc.constantFrom(null, ...ids(workItemStatuses))
  fc.assert(
    fc.property(fc.array(status, { maxLength: 6 }), (statuses) => {
      const SampleElements = statuses.map((StatusId, index) => ({ Element: `E${index}`, StatusId }))
      const signed = statuses.some((one) => one !== null && [153, 154, 159].includes(one))
      const open = statuses.some((one) => one === null || [150, 155, 156, 158].includes(one))
      expect(mayReject(tube({ SampleElements }), here).ok).toBe(!signed && open)
    }),
  )
  const approved = mayReject(tube({ SampleElements: [{ Element: 'Sodium', StatusId: workItemStatus.Approved }] }), here)
  expect(approved).toMatchObject({ code: 'approved', reason: expect.stringContaining('Sodium') })
})

test('a call is recorded for a replacement that is not collected yet, at a possible moment', () => {
  const asked = { StatusId: sampleStatus.ToBeCollected, ReplacesSampleId: 7 }
  expect(mayNoteCall(asked).ok).toBe(true)
  expect(reasonOf(mayNoteCall({ ...asked, ReplacesSampleId: null }))).toBe(
    'This tube replaces no other, so no call is needed',
  )
  expect(reasonOf(mayNoteCall({ ...asked, StatusId: sampleStatus.Collected }))).toBe('This tube is collected already')
  const now = new Date('2026-11-22T10:00:00Z')
  const called = (at: string) => reasonOf(mayHaveCalled(at, '2026-11-22T08:00:00Z', now))
  expect(called('2026-11-22T09:00:00Z')).toBeUndefined()
  // clocks differ by a minute
  expect(called('2026-11-22T07:59:00Z')).toBeUndefined()
  expect(called('2026-11-22T07:58:59.999Z')).toMatch(/before the recollection was requested/)
  expect(called('2026-11-22T10:01:00Z')).toBeUndefined()
  expect(called('2026-11-22T10:01:00.001Z')).toMatch(/future/)
})

test('rejected, not found and broken are the only exceptions', () => {
  expect(ids(sampleStatuses).filter(isException)).toEqual([122, 123, 124])
  expect(isException(null)).toBe(false)
})

test('a shipment is partly received until all tubes are decided; then received with exceptions, or lost when no tube was found', () => {
  const { Dispatched, Delivered, Rejected, NotFound, Damaged } = sampleStatus
  const statuses = fc.array(fc.constantFrom(Dispatched, Delivered, Rejected, NotFound, Damaged), { minLength: 1 })
  fc.assert(
    fc.property(statuses, (all) => {
      const open = all.includes(Dispatched)
      const decided = all.some((one) => one !== Dispatched)
      const exception = all.some((one) => one === Rejected || one === NotFound || one === Damaged)
      const lost = all.every((one) => one === NotFound)
      const expected = !decided ? 141 : open ? 142 : lost ? 145 : exception ? 144 : 143
      expect(shipmentStatusOf(all)).toBe(expected)
    }),
  )
})
