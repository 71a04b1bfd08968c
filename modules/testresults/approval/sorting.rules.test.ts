// Which rows "approve normal" takes: normal and current ones. It leaves a stale value, and ignores one never
// calculated.
import { expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { aRow, anInterval, eAg } from '../judging/entry.fixture.ts'
import { sortNormal } from './normal.rules.ts'

const entered: Partial<ResultRow> = {
  StatusId: workItemStatus.Entered,
  Flag: 'N',
  Runs: [],
  ReasonId: null,
  KeeperId: null,
  LabId: 2,
}
const potassium = aRow({ ...entered, Result: '4.0' })
const eag = (some: Partial<ResultRow>): ResultRow => ({
  ...eAg,
  ...entered,
  Measurements: [anInterval({ LowValue: 60, HighValue: 200, CriticallyLowValue: null, CriticallyHighValue: null })],
  ...some,
})
const sorted = (rows: readonly ResultRow[]) => {
  const { taken, left } = sortNormal(rows, rows, {
    user: { UserId: 9, RoleId: role.Pathologist },
    signatories: () => 2,
    permitted: () => true,
  })
  return [taken.map((row) => row.Element), left.map(({ reason }) => reason)]
}

test('a calculated value is approved with its input while it equals what the input gives now', () => {
  expect(sorted([potassium, eag({ Result: '68' })])).toEqual([['Potassium', 'eAG'], []])
})

test('a stale calculated value is left, its input is approved', () => {
  expect(sorted([potassium, eag({ Result: '100' })])).toEqual([
    ['Potassium'],
    ['eAG: must be recalculated; open it and sign'],
  ])
})

test('a result that cannot be calculated is neither approved nor left', () => {
  expect(sorted([potassium, eag({ Result: null, Flag: null, NotCalculated: 'Potassium is missing' })])).toEqual([
    ['Potassium'],
    [],
  ])
})
