// What keys do in a cell: they lose no typed text and never lock the user in the grid.
import { expect, test } from 'vitest'
import { actOf, begins, begunKey, type CellAt } from './cell-keys.ts'

const press = (key: string, more: object = {}) => ({ key, altKey: false, ctrlKey: false, metaKey: false, ...more })
const value: CellAt = {
  edits: false,
  head: false,
  blank: false,
  holds: 'value',
  canEdit: true,
  canRemove: true,
  opens: true,
}
const record: CellAt = { ...value, holds: 'record' }

test('Enter takes the typed value and moves on; in a read-only cell it only moves on', () => {
  expect(actOf(press('Enter'), { ...value, edits: true })).toBe('keep')
  expect(actOf(press('Enter'), { ...value, canEdit: false })).toBe('next')
  expect(actOf(press('Enter'), { ...record, canEdit: false })).toBe('next')
  expect(actOf(press('Enter'), value)).toBe('grid')
})
test('a letter, Enter and F2 open the picker of a record, the arrows do not', () => {
  for (const key of ['c', 'Enter', ' ']) expect(actOf(press(key), { ...record, opens: false })).toBe('pick')
  expect(actOf(press('F2'), { ...record, blank: true })).toBe('pick')
  for (const key of ['ArrowDown', 'Tab', 'Escape', 'Shift']) expect(actOf(press(key), record)).toBe('grid')
  expect(actOf(press('c'), { ...record, canEdit: false })).toBe('nothing')
})
test('a character starts a value; a named key and the space that opens do not', () => {
  expect(['c', '7', ' ', 'Enter', 'F2'].map((key) => begins({ key }))).toEqual(['c', '7', '', '', ''])
})
test('Tab leaves the grid from its blank row, alt and ? are the screen’s', () => {
  expect(actOf(press('Tab'), { ...record, blank: true })).toBe('screen')
  expect(actOf(press('Tab'), record)).toBe('grid')
  expect(actOf(press('s', { altKey: true }), { ...value, edits: true })).toBe('screen')
  expect(actOf(press('?'), record)).toBe('screen')
  expect(actOf(press('?'), { ...value, edits: true })).toBe('grid')
})
test('End goes to the last value of the row, also from a picked record; while typing it moves in the text', () => {
  expect([actOf(press('End'), value), actOf(press('End'), record)]).toEqual(['last', 'last'])
  expect(actOf(press('End'), { ...value, edits: true })).toBe('grid')
  expect(actOf(press('End', { ctrlKey: true }), value)).toBe('grid')
})
test('the button at the end removes a line, but never the blank one or one that cannot be removed', () => {
  const end: CellAt = { ...value, holds: 'button' }
  expect(actOf(press('Enter'), end)).toBe('remove')
  expect(actOf(press(' '), end)).toBe('remove')
  expect(actOf(press('Enter'), { ...end, blank: true })).toBe('grid')
  expect(actOf(press('Enter'), { ...end, canRemove: false })).toBe('grid')
  expect(actOf(press('F2'), value)).toBe('open')
})

test('the cell takes its opening key once, and only the last one', () => {
  const key = begunKey()
  expect(key.take()).toBe('')
  key.put('c')
  key.put('u')
  expect([key.take(), key.take()]).toEqual(['u', ''])
  key.put('')
  expect(key.take()).toBe('')
})
