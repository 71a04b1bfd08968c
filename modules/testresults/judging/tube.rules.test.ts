// What speaks against the tube of a value: each fault by itself, at its limit, and until it is decided.
import { expect, test } from 'vitest'
import { temperature } from '../../lists/items.model.ts'
import { isOfInstrument, sentenceOf, tubeFaultsOf, type TubeFacts } from './tube.rules.ts'

const sound: TubeFacts = {
  SampleId: 7,
  Rejected: null,
  HoursOld: 5.5,
  StableHours: 6,
  TemperatureId: temperature.Refrigerated,
  Temperature: 'Refrigerated 2-8 C',
  Readings: [{ ShipmentId: 3, Degrees: 8 }],
  Instrument: null,
  Kept: [],
}
const faults = (some: Partial<TubeFacts>) => tubeFaultsOf({ ...sound, ...some })
const says = (some: Partial<TubeFacts>) => faults(some).map(({ Says }) => Says)

test('nothing speaks against a tube that is sound, or against no tube', () => {
  expect(faults({})).toEqual([])
  expect(tubeFaultsOf(null)).toEqual([])
})

test('a value of a tube that was rejected names the tube', () => {
  expect(faults({ Rejected: 'T1: Haemolysed' })).toEqual([
    { Key: 'rejected:7', Says: 'measured in tube T1: Haemolysed, since rejected' },
  ])
})

test('a value is late after its last stable hour, not in it, and only where both hours are known', () => {
  expect(says({ HoursOld: 6 })).toEqual([])
  // never `6 h, stable 6 h`
  expect(faults({ HoursOld: 6.02 })).toEqual([{ Key: 'late:7:6.1', Says: 'measured 6.1 h after the draw, stable 6 h' }])
  expect(says({ HoursOld: 6.99 })).toEqual(['measured 7 h after the draw, stable 6 h'])
  expect(says({ HoursOld: 49.9 })).toEqual(['measured 49 h after the draw, stable 6 h'])
  expect(says({ HoursOld: 7.9 })).toEqual(['measured 7 h after the draw, stable 6 h'])
  expect(says({ HoursOld: null })).toEqual([])
  expect(says({ HoursOld: 900, StableHours: null })).toEqual([])
  expect(says({ HoursOld: 0, StableHours: 0 })).toEqual([])
})

test('each box that came too warm or too cold is named; a tube without a temperature has no limits', () => {
  const Readings = [
    { ShipmentId: 3, Degrees: 8.1 },
    { ShipmentId: 4, Degrees: 5 },
    { ShipmentId: 5, Degrees: 1.9 },
  ]
  expect(faults({ Readings })).toEqual([
    { Key: 'temperature:3:8.1', Says: 'its tube was received at 8.1 °C (Refrigerated 2–8 °C)' },
    { Key: 'temperature:5:1.9', Says: 'its tube was received at 1.9 °C (Refrigerated 2–8 °C)' },
  ])
  expect(faults({ Readings, TemperatureId: null, Temperature: null })).toEqual([])
})

test('each box that did not list the tube is decided by itself', () => {
  const CameIn = [{ ShipmentId: 8 }, { ShipmentId: 9 }]
  expect(faults({ CameIn })).toEqual([
    { Key: 'toomany:8', Says: 'its tube came in shipment 8, which does not list it' },
    { Key: 'toomany:9', Says: 'its tube came in shipment 9, which does not list it' },
  ])
  expect(faults({ CameIn, Kept: ['toomany:8'] }).map(({ Key }) => Key)).toEqual(['toomany:9'])
})

test('what its sender answers is shown: a confirmed one, and one that is not theirs, which is decided again', () => {
  const Says = 'its tube came in shipment 8, which does not list it'
  expect(faults({ CameIn: [{ ShipmentId: 8, IsAnswered: true, NotOursBecause: null }] })).toEqual([
    { Key: 'toomany:8', Says: `${Says}; its sender confirms it` },
  ])
  const CameIn = [{ ShipmentId: 8, IsAnswered: true, NotOursBecause: 'Label of another centre' }]
  const disowned = {
    Key: 'notours:8',
    Says: 'the sender of shipment 8 says that its tube is not theirs: Label of another centre',
  }
  expect(faults({ CameIn })).toEqual([{ Key: 'toomany:8', Says }, disowned])
  expect(faults({ CameIn, Kept: ['toomany:8'] })).toEqual([disowned])
})

test('what a signatory decided about is left out, another fault of the same tube is not', () => {
  const all = { Rejected: 'T1: Clotted', HoursOld: 9, Readings: [{ ShipmentId: 3, Degrees: 20 }] }
  expect(faults(all).map(({ Key }) => Key)).toEqual(['rejected:7', 'late:7:9', 'temperature:3:20'])
  expect(faults({ ...all, Kept: ['late:7:9'] }).map(({ Key }) => Key)).toEqual(['rejected:7', 'temperature:3:20'])
  expect(faults({ ...all, Kept: ['late:7:8', 'late:8:9'] })).toHaveLength(3)
})

test('all faults are one sentence', () => {
  expect(sentenceOf(faults({ HoursOld: 9, Readings: [{ ShipmentId: 3, Degrees: 20 }] }))).toBe(
    'Measured 9 h after the draw, stable 6 h, its tube was received at 20 °C (Refrigerated 2–8 °C)',
  )
})

test('an instrument that is out of service since is a fault of its own; another breakdown is decided again', () => {
  const Instrument = { LabInstrumentId: 5, Name: 'cobas', Reason: 'Lamp', Breakdown: 'a1' }
  const [fault, ...more] = faults({ Instrument, Kept: ['instrument:5:b2'] })
  expect([fault, more]).toEqual([{ Key: 'instrument:5:a1', Says: 'measured on cobas, since out of service: Lamp' }, []])
  expect([fault, ...faults({ Rejected: 'T1' })].map((one) => one && isOfInstrument(one))).toEqual([true, false])
  expect(faults({ Instrument, Kept: ['instrument:5:a1'] })).toEqual([])
})
