// The line of steps of a sale.
import { expect, test } from 'vitest'
import type { SaleStep } from '../steps.model.ts'
import { sampleStatus, workItemStatus } from '../../lists/items.model.ts'
import { tubeTone, wayOf } from './way.rules.ts'

const at = '2026-11-21T04:00:00Z'
const names = ['Booked', 'Collected', 'Dispatched', 'Received', 'Entered', 'Approved', 'Released']
/** Done and of, step by step, from Booked on; steps that are not given lie ahead without a number. */
const steps = (...counts: readonly (readonly [number, number])[]): SaleStep[] =>
  names.map((Step, index) => {
    const [Done, Of] = counts[index] ?? [0, 0]
    return { Step, Done, Of, At: Done > 0 ? at : null }
  })
const line = (given: SaleStep[], accessioned = true) =>
  wayOf(given, accessioned).map((step) => `${step.Step} ${step.state}${step.count && ` ${step.count}`}`)

test('a sale just booked shows only that', () => {
  expect(line(steps([1, 1]), false)).toEqual([
    'Booked now',
    'Collected next',
    'Received next',
    'Entered next',
    'Approved next',
    'Released next',
  ])
})
test('tubes that never travel are not dispatched; those that do and are still here wait for it', () => {
  expect(line(steps([1, 1], [2, 2], [0, 0], [2, 2], [0, 4], [0, 4], [0, 4]))).toEqual([
    'Booked done',
    'Collected done',
    'Received now',
    'Entered next',
    'Approved next',
    'Released next',
  ])
  expect(line(steps([1, 1], [2, 2], [0, 2], [0, 2])).slice(0, 4)).toEqual([
    'Booked done',
    'Collected now',
    'Dispatched next',
    'Received next',
  ])
})
test('the last step reached shows how many of how many, and later begun steps are still ahead', () => {
  expect(line(steps([1, 1], [3, 3], [3, 3], [3, 3], [3, 4], [1, 4], [0, 4])).slice(3)).toEqual([
    'Received done',
    'Entered now 3 of 4',
    'Approved next 1 of 4',
    'Released next',
  ])
})
test('two of three released tests show as released, two of three', () => {
  expect(line(steps([1, 1], [1, 1], [0, 0], [1, 1], [3, 3], [3, 3], [2, 3])).at(-1)).toBe('Released now 2 of 3')
})
test('a sale of charges alone has no tubes and no work', () => {
  expect(line(steps([1, 1]))).toEqual(['Booked now'])
})
test('a step that was not reached has no time', () => {
  expect(wayOf(steps([1, 1], [0, 2]), true)[1]).toEqual({
    Step: 'Collected',
    state: 'next',
    At: null,
    By: null,
    count: '',
  })
})
test('a begun step has its time and its user', () => {
  const [booked, collected, received] = wayOf(
    [
      { Step: 'Booked', Done: 1, Of: 1, At: at, By: 'Asha' },
      { Step: 'Collected', Done: 1, Of: 2, At: at },
      { Step: 'Received', Done: 0, Of: 2, At: at, By: 'Asha' },
    ],
    true,
  )
  expect(booked).toEqual({ Step: 'Booked', state: 'done', At: at, By: 'Asha', count: '' })
  expect(collected).toEqual({ Step: 'Collected', state: 'now', At: at, By: null, count: '1 of 2' })
  expect(received).toEqual({ Step: 'Received', state: 'next', At: null, By: null, count: '' })
})
test('an accessioned sale with tubes has its work ahead, without tubes it has none; it is released when all is done', () => {
  expect(line(steps([1, 1], [0, 2]))).toEqual([
    'Booked now',
    'Collected next',
    'Entered next',
    'Approved next',
    'Released next',
  ])
  expect(line(steps([1, 1], [1, 1], [0, 0], [1, 1], [1, 1], [1, 1], [1, 1])).slice(-2)).toEqual([
    'Approved done',
    'Released now',
  ])
  expect(line(steps([0, 1], [0, 2]), false)[0]).toBe('Booked next')
})
test('the dot of a tube is that of its own status, or of the work it is at', () => {
  expect(tubeTone(sampleStatus.Rejected)).toBe('cancelled')
  expect(tubeTone(workItemStatus.Released)).toBe('done')
  expect(tubeTone(null)).toBe('moving')
})
