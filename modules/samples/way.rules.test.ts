// The way of a tube as one line: its collection in its place, and at the end what the work in it has come to.
import { expect, test } from 'vitest'
import { sampleStatus, workItemStatus } from '../lists/items.model.ts'
import type { SampleEvent } from './samples.model.ts'
import { wayOf } from './way.rules.ts'

const event = (What: string, At: string): SampleEvent => ({ At, What, Where: 'Kothrud', By: 'Somebody', Remarks: null })
const accessioned = event('Accessioned', '2026-11-21T04:00:00.000Z')
const received = event('Received in shipment 7', '2026-11-21T09:00:00.000Z')
const namesOf = (events: readonly SampleEvent[], tube: Parameters<typeof wayOf>[1]) =>
  wayOf(events, tube).map(({ What }) => What)
const tube = { CollectionDate: null, Status: 'Collected - at owner', NowId: sampleStatus.Collected }

test('a collection that was not written down stands where its time is, before or after the accession', () => {
  const at = (CollectionDate: string) => namesOf([accessioned, received], { ...tube, CollectionDate })
  expect(at('2026-11-21T03:30:00.000Z')).toEqual(['Collected', 'Accessioned', 'Received in shipment 7'])
  expect(at('2026-11-21T05:30:00.000Z')).toEqual(['Accessioned', 'Collected', 'Received in shipment 7'])
})
test('one that was written down is not told twice, and one that was not drawn not at all', () => {
  const drawn = event('Collected', '2026-11-21T05:00:00.000Z')
  expect(namesOf([accessioned, drawn], { ...tube, CollectionDate: drawn.At })).toEqual(['Accessioned', 'Collected'])
  expect(namesOf([accessioned], tube)).toEqual(['Accessioned'])
})
test('what the work in it has come to ends the line, a status of the tube itself does not', () => {
  const released = { ...tube, Status: 'Released', NowId: workItemStatus.Released }
  expect(wayOf([accessioned], released).at(-1)).toEqual({
    At: null,
    What: 'Released',
    Where: null,
    By: null,
    Remarks: null,
  })
  expect(namesOf([accessioned], { ...tube, Status: 'Delivered', NowId: sampleStatus.Delivered })).toEqual([
    'Accessioned',
  ])
  expect(namesOf([accessioned], { ...tube, Status: 'Released', NowId: null })).toEqual(['Accessioned'])
})
