// Worksheets are divided between patients, never within one.
import { expect, test } from 'vitest'
import { dividedIntoSheets } from './divide.rules.ts'

const work = (PatientId: number, count: number) => Array.from({ length: count }, () => ({ PatientId }))
const patients = (sheets: readonly { PatientId: number }[][]) =>
  sheets.map((sheet) => [sheet.length, [...new Set(sheet.map((item) => item.PatientId))]])

test('a patient whose work would pass 100 items begins the next worksheet', () => {
  expect(patients(dividedIntoSheets([...work(1, 90), ...work(2, 20), ...work(3, 80)]))).toEqual([
    [90, [1]],
    [100, [2, 3]],
  ])
})

test('work of a patient that waits in two places is on one worksheet, at the first of them', () => {
  expect(patients(dividedIntoSheets([...work(1, 30), ...work(2, 60), ...work(1, 20)]))).toEqual([
    [50, [1]],
    [60, [2]],
  ])
})

test('more than 100 items of one patient are one worksheet, alone', () => {
  expect(patients(dividedIntoSheets([...work(1, 2), ...work(2, 120), ...work(3, 1)]))).toEqual([
    [2, [1]],
    [120, [2]],
    [1, [3]],
  ])
})

test('no work is no worksheet', () => {
  expect(dividedIntoSheets([])).toEqual([])
})
