// Which tube a scanned or typed text means.
import { expect, test } from 'vitest'
import { meantBy, scanOf, type Scannable } from './scan.rules.ts'

const tube = (SampleId: number, Barcode: string, LRN: string): Scannable => ({
  SampleId,
  Barcode,
  LRN,
  Sale: { AccessionNo: Barcode.slice(0, -3) },
})
const first = tube(7, 'NCL2611000482-01', '260941')
const second = tube(8, 'NCL2611000482-02', '260941')
const other = tube(61, 'NCL2611000471-01', '041125')
const all = [first, second, other]
const idOf = (one: Scannable): number => one.SampleId
const words = { none: 'No available sample matches', there: 'is selected already' }

test('a barcode matches with and without its hyphen, in any case, and by a part while it is typed', () => {
  for (const text of ['NCL2611000482-02', 'NCL261100048202', ' ncl2611000482-02 '])
    expect(meantBy(all, text)).toEqual([second])
  expect(meantBy(all, '0482')).toEqual([first, second])
  expect(meantBy(all, 'ncl2611000471')).toEqual([other])
  expect([meantBy(all, ''), meantBy(all, ' - '), meantBy(all, 'x')]).toEqual([all, all, []])
})

test('an accession number and an LRN match all their tubes, a sample id only one, although others contain its figures', () => {
  expect(meantBy(all, 'NCL2611000482')).toEqual([first, second])
  expect(meantBy(all, '260941')).toEqual([first, second])
  expect(meantBy(all, '61')).toEqual([other])
  expect(meantBy(all, '0411')).toEqual([other])
  // a tube that is not accessioned yet has no number
  expect(meantBy([{ ...other, Sale: { AccessionNo: null } }, first], 'NCL2611000471').map(idOf)).toEqual([61])
  expect(meantBy([{ ...first, Barcode: 'X-9', Sale: { AccessionNo: 'NCL2611000482' } }], 'NCL2611000482')).toHaveLength(
    1,
  )
})

test('a scan matches exactly one tube, or shows why not', () => {
  expect(scanOf('NCL261100047101', all, [], words)).toEqual({ tube: other })
  expect(scanOf('260941', all, [], words)).toEqual({ reason: '2 samples match 260941' })
  expect(scanOf(' 999 ', all, [], words)).toEqual({ reason: 'No available sample matches 999' })
  expect(scanOf('8', [first], [second], words)).toEqual({ reason: 'NCL2611000482-02 is selected already' })
  expect(scanOf('260941', [], [first, second], words)).toEqual({ reason: 'No available sample matches 260941' })
})
