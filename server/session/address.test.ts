// An address in one spelling, and the network that limits count by.
import { expect, test } from 'vitest'
import { addressOf, networkOf } from './address.ts'

test('ports, brackets, mapped IPv4, zones and capitals make no other address', () => {
  const spellings = ['10.9.0.1', ' 10.9.0.1 ', '10.9.0.1:51234', '::ffff:10.9.0.1', '[::FFFF:10.9.0.1]:443']
  expect([...new Set(spellings.map(addressOf))]).toEqual(['10.9.0.1'])
  expect(['[2001:DB8::1]:443', '2001:db8::1', '2001:db8::1%eth0'].map(addressOf)).toEqual([
    '2001:db8::1',
    '2001:db8::1',
    '2001:db8::1',
  ])
  expect(addressOf('x'.repeat(3000))).toHaveLength(100)
  // of a caller who has left
  expect([addressOf(undefined), networkOf(undefined)]).toEqual(['', ''])
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::10.9.0.1', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:10.9.0.1', '1:2:3:4::/64'],
  ['10.9.0.1', '10.9.0.1'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
