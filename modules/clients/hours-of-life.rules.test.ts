// Completed hours of life, in the zone of the network.
import { expect, test } from 'vitest'
import { hoursAt } from './hours-of-life.rules.ts'

const kolkata = 'Asia/Kolkata'

test('hours are completed, from the minute of birth on', () => {
  // born at 00:30 in India on 29 February, which is the evening before in UTC
  const at = (moment: string) => hoursAt('2028-02-29', '00:30', moment, kolkata)
  expect(at('2028-02-28T19:00:00Z')).toBe(0)
  expect(at('2028-02-28T19:59:59Z')).toBe(0)
  expect(at('2028-02-28T20:00:00Z')).toBe(1)
  expect(at('2028-03-01T19:00:00Z')).toBe(48)
  expect(at('2028-02-28T18:59:59Z')).toBeNull()
})
test('where a day has no hour of its clock, hours that passed are counted', () => {
  // clocks in New York go from 02:00 to 03:00 on 14 March 2027
  expect(hoursAt('2027-03-14', '01:00', '2027-03-14T12:00:00Z', 'America/New_York')).toBe(6)
})
test('without a day or a time of birth there are none', () => {
  const at = '2028-03-01T00:00:00Z'
  expect(hoursAt(null, '00:30', at, kolkata)).toBeNull()
  expect(hoursAt('2028-02-29', null, at, kolkata)).toBeNull()
  for (const time of ['', '0:30', '00:30:00', 'noon']) expect(hoursAt('2028-02-29', time, at, kolkata)).toBeNull()
})
