// Temperatures in words, and the dry ice for frozen tubes.
import { expect, test } from 'vitest'
import { temperature, temperatures } from '../lists/items.model.ts'
import { boxesOf, countsOf, degreesOf, dryIceWarning, temperatureText } from './temperature.rules.ts'

const { Ambient, Refrigerated, Frozen, DeepFrozen, Body } = temperature
const labelOf = (id: number | null): string | null =>
  Object.values<{ id: number; label: string }>(temperatures.items).find((one) => one.id === id)?.label ?? null
const tubes = (...ids: (number | null)[]) =>
  ids.map((TemperatureId) => ({ TemperatureId, Temperature: { ItemLabel: labelOf(TemperatureId) } }))

test('a temperature is printed with its signs, and in a narrow column by its degrees', () => {
  const said = (label: string | null) => [temperatureText(label), degreesOf(label)]
  expect(said('Ambient 15-25 C')).toEqual(['Ambient 15–25 °C', 'Ambient'])
  expect(said('Refrigerated 2-8 C')).toEqual(['Refrigerated 2–8 °C', '2–8 °C'])
  expect(said('Frozen <= -20 C')).toEqual(['Frozen ≤ −20 °C', '≤ −20 °C'])
  expect(said('Body temperature 35-37 C')).toEqual(['Body temperature 35–37 °C', '35–37 °C'])
  expect(said('Protected from light')).toEqual(['Protected from light', 'Protected from light'])
  expect(said(null)).toEqual(['No temperature', 'No temperature'])
})

test('a box for each temperature, from ambient down, tubes without a temperature last', () => {
  const boxes = boxesOf(tubes(null, Frozen, Ambient, Frozen, Refrigerated))
  expect(boxes.map((box) => [box.label, box.tubes.length])).toEqual([
    ['Ambient 15–25 °C', 1],
    ['Refrigerated 2–8 °C', 1],
    ['Frozen ≤ −20 °C', 2],
    ['No temperature', 1],
  ])
})

test('counts begin with the largest, in short words or else degrees', () => {
  expect(countsOf(tubes(Ambient, Refrigerated, Refrigerated, Frozen, Frozen, Frozen))).toBe(
    '3 frozen, 2 at 2–8 °C, 1 ambient',
  )
  expect(countsOf(tubes(Body, null, null, DeepFrozen, DeepFrozen, DeepFrozen))).toBe(
    '3 deep frozen, 2 no temperature, 1 at 35–37 °C',
  )
  expect(countsOf([])).toBe('')
})

test('frozen tubes need dry ice, counted in words up to ten; others need none', () => {
  expect(dryIceWarning(tubes(Ambient, Refrigerated, null))).toBeUndefined()
  expect(dryIceWarning(tubes(Ambient, Frozen))).toBe('One frozen tube: pack dry ice')
  expect(dryIceWarning(tubes(DeepFrozen, Frozen, Refrigerated))).toBe('Two frozen tubes: pack dry ice')
  expect(dryIceWarning(tubes(...Array<number>(10).fill(Frozen)))).toBe('Ten frozen tubes: pack dry ice')
  expect(dryIceWarning(tubes(...Array<number>(11).fill(Frozen)))).toBe('11 frozen tubes: pack dry ice')
})
