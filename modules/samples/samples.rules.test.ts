// The times of a tube are in order.
import { expect, test } from 'vitest'
import { sampleStatus } from '../lists/items.model.ts'
import { mayCollect, mayCollectAt, mayDateCollection, tooEarly } from './samples.rules.ts'

const now = new Date('2026-11-22T10:00:00Z')
const around = { SaleDate: '2026-11-22T03:00:00Z', BirthDate: '1980-01-31' }

test('a collection is on the day of the sale or after it, not in the future, never before birth', () => {
  expect(mayCollectAt('2026-11-22T09:00:00Z', around, now).ok).toBe(true)
  expect(mayCollectAt('2026-11-22T02:00:00Z', around, now).ok).toBe(true)
  expect(mayCollectAt('2026-11-22T10:01:00Z', around, now).ok).toBe(true)
  expect(mayCollectAt('2026-11-22T10:01:00.001Z', around, now).ok).toBe(false)
  const refusal = (at: string) => {
    const decision = mayCollectAt(at, around, now)
    return decision.ok ? '' : decision.reason
  }
  expect(refusal('2026-11-22T10:05:00Z')).toBe('A collection cannot be in the future')
  expect(refusal('2026-11-20T09:00:00Z')).toBe('A collection cannot be before the day of the sale (22-Nov-2026)')
  expect(refusal('1901-01-01T00:00:00Z')).toBe('A collection cannot be before the patient was born (31-Jan-1980)')
})

test('a tube is collected once', () => {
  const tube = {
    ...around,
    Barcode: '2611220001-01',
    StatusId: sampleStatus.ToBeCollected,
    OwnerId: 12,
    IsWaitedFor: true,
  }
  const user = { Clients: [2, 12] }
  expect(mayCollect(tube, user, '2026-11-22T09:00:00Z', now)).toEqual({ ok: true })
  expect(mayCollect({ ...tube, StatusId: sampleStatus.Collected }, user, '2026-11-22T09:00:00Z', now)).toEqual({
    ok: false,
    reason: '2611220001-01 is collected already',
  })
  expect(mayCollect(tube, user, '2026-11-22T10:05:00Z', now)).toMatchObject({ ok: false, at: 'CollectionDate' })
})

test('a newborn is collected on the day of birth in the network, half past midnight too', () => {
  const newborn = { SaleDate: '2026-11-21T19:05:00Z', BirthDate: '2026-11-22' }
  expect(mayCollectAt('2026-11-21T19:00:00Z', newborn, now).ok).toBe(true)
  expect(mayCollectAt('2026-11-21T18:00:00Z', newborn, now).ok).toBe(false)
})

test('the collection date of a sale is not after the tube was received', () => {
  const received = { ...around, ReceivedDate: '2026-11-22T08:00:00Z' }
  expect(mayDateCollection('2026-11-22T07:00:00Z', received).ok).toBe(true)
  expect(mayDateCollection('2026-11-22T08:01:00Z', received).ok).toBe(true)
  expect(mayDateCollection('2026-11-22T08:01:01Z', received).ok).toBe(false)
  expect(mayDateCollection('2026-11-22T09:00:00Z', received)).toEqual({
    ok: false,
    reason: 'A collection cannot be after the tube was received (22-Nov-2026 01:30 PM)',
    at: 'CollectionDate',
  })
  expect(mayDateCollection('2199-01-01T00:00:00Z', around).ok).toBe(true)
})

test('the user is warned of a tube of a series that is collected more than a minute before it is due, and of no other', () => {
  const tube = { Barcode: '2611220001-02', DueDate: '2026-11-22T08:00:00Z' }
  expect(tooEarly(tube, '2026-11-22T07:58:59Z')).toBe(
    '2611220001-02 is due at 22-Nov-2026 01:30 PM; this collection is earlier',
  )
  for (const moment of ['2026-11-22T07:59:00Z', '2026-11-22T08:00:00Z', '2026-11-22T09:00:00Z'])
    expect(tooEarly(tube, moment)).toBeUndefined()
  expect(tooEarly({ ...tube, DueDate: null }, '2026-11-22T07:00:00Z')).toBeUndefined()
})
