// Which tubes are taken in with a box that does not list them, and the refusals of the others.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import { codesOf, mayTakeIn, type TubeTooMany } from './too-many.rules.ts'

const box = { ShipmentId: 7, ConsignorId: 12, ConsigneeId: 2 }
const tube: TubeTooMany = {
  SampleId: 1,
  Barcode: 'NCL2611000871-01',
  StatusId: sampleStatus.Collected,
  OwnerId: 12,
  PerformingLabId: 4,
  ShipmentId: null,
  ConsigneeId: null,
}
const why = (some: Partial<TubeTooMany> = {}) => reasonOf(mayTakeIn({ ...tube, ...some }, ' NCL261100087101 ', box))

test('a barcode is found as it is encoded and as it is printed', () => {
  expect(codesOf(' ncl261100087101 ')).toEqual(['NCL261100087101', 'NCL2611000871-01'])
  expect(codesOf('NCL2611000871-01')).toEqual(['NCL2611000871-01'])
})

test('a tube of the sender, packed or not, or of another box to the same consignee is taken in', () => {
  expect(why()).toBeUndefined()
  expect(why({ StatusId: sampleStatus.Packed, ShipmentId: 8 })).toBeUndefined()
  expect(why({ StatusId: sampleStatus.Dispatched, ShipmentId: 8, ConsigneeId: 3 })).toBeUndefined()
  expect(why({ OwnerId: 15, StatusId: sampleStatus.Dispatched, ShipmentId: 8, ConsigneeId: 2 })).toBeUndefined()
})

test('refused with the way out: unknown, of somebody else, listed, received, not collected, missing', () => {
  const unknown = 'No tube of this sender has the barcode NCL261100087101: keep it apart and call the sender'
  expect(reasonOf(mayTakeIn(undefined, ' NCL261100087101 ', box))).toBe(unknown)
  expect(why({ OwnerId: 15 })).toBe(unknown)
  expect(why({ OwnerId: 15, StatusId: sampleStatus.Dispatched, ShipmentId: 8, ConsigneeId: 3 })).toBe(unknown)
  expect(why({ ShipmentId: 7 })).toBe('NCL2611000871-01 is on this shipment: receive it with the others')
  expect(why({ OwnerId: 2 })).toBe('NCL2611000871-01 is received already')
  expect(why({ PerformingLabId: 12 })).toContain('was received by its laboratory already')
  expect(why({ StatusId: sampleStatus.ToBeCollected })).toContain('is not recorded as collected')
  const { Rejected, NotFound, Damaged, Returned, Stored, Discarded } = sampleStatus
  expect(why({ StatusId: NotFound })).toContain('was reported as missing: it is received on its own shipment')
  expect(why({ StatusId: Rejected })).toContain('was rejected')
  expect(why({ StatusId: Damaged })).toContain('was reported as broken')
  expect(why({ StatusId: Returned })).toContain('was returned to its sender')
  expect(why({ StatusId: Stored })).toContain('is stored after its measurement')
  expect(why({ StatusId: Discarded })).toContain('was discarded')
})
