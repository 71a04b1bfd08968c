// The timeline of a tube: its collection in order of time, and the status of its work at the end.
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

test('a collection without an event is placed by its time, before or after the accession', () => {
  const at = (CollectionDate: string) => namesOf([accessioned, received], { ...tube, CollectionDate })
  expect(at('2026-11-21T03:30:00.000Z')).toEqual(['Collected', 'Accessioned', 'Received in shipment 7'])
  expect(at('2026-11-21T05:30:00.000Z')).toEqual(['Accessioned', 'Collected', 'Received in shipment 7'])
})
test('a collection with an event is listed once, and a tube that is not collected has none', () => {
  const drawn = event('Collected', '2026-11-21T05:00:00.000Z')
  expect(namesOf([accessioned, drawn], { ...tube, CollectionDate: drawn.At })).toEqual(['Accessioned', 'Collected'])
  expect(namesOf([accessioned], tube)).toEqual(['Accessioned'])
})
test('the status of its work ends the line, a status of the tube itself does not', () => {
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
