// Which actions all marked rows allow, and how they ended.
import { describe, expect, test } from 'vitest'
import { departments } from '../../../modules/departments/departments.model.ts'
import { patients } from '../../../modules/patients/patients.model.ts'
import { sales } from '../../../modules/sales/sales.model.ts'
import type { Holds } from '../row-actions.ts'
import { bulkActs, endText } from './bulk.rules.ts'

const all: Holds = () => true
describe('what may be done with all of them', () => {
  const names = (...asked: Parameters<typeof bulkActs>) => bulkActs(...asked).map(({ name }) => name)
  test('the list’s actions that the user is permitted', () => {
    expect(names(sales, [{ SaleId: 1 }], all)).toEqual(['unlock', 'cancel', 'reaccession'])
    expect(names(sales, [{ SaleId: 1 }], (_module, permit) => permit === 'cancel')).toEqual(['cancel'])
    expect(names(sales, [{ SaleId: 1 }], () => false)).toEqual([])
  })
  test('records with an active state can be switched when one of them differs', () => {
    const [on, off] = [{ IsActive: true }, { IsActive: false }]
    expect(names(departments, [on], all)).toEqual(['deactivate'])
    expect(names(departments, [off], all)).toEqual(['activate'])
    expect(names(departments, [on, off], all)).toEqual(['deactivate', 'activate'])
    expect(names(departments, [{}], all)).toEqual([])
    expect(names(departments, [on], (_module, permit) => permit === 'list')).toEqual([])
    // a list that another module opens needs that module's permit
    expect(names(patients, [on], (module) => module === 'clients')).toEqual(['deactivate'])
    expect(names(patients, [on], (module) => module === 'patients')).toEqual([])
  })
  test('the reason counts the rows that do not allow it', () => {
    const but =
      (not: readonly number[]): Holds =>
      (_module, _permit, row) =>
        !not.includes(Number(row?.SaleId))
    const reasons = (not: readonly number[]) =>
      bulkActs(sales, [{ SaleId: 1 }, { SaleId: 2 }, { SaleId: 3 }], but(not)).map(({ reason }) => reason)[1]
    expect(reasons([])).toBeUndefined()
    expect(reasons([2])).toBe('Not possible for 1 of them in its present state')
    expect(reasons([1, 2])).toBe('Not possible for 2 of them in their present state')
    expect(reasons([1, 2, 3])).toBe('Not possible for them in their present state')
  })
})

test('the result names what was not done and why', () => {
  expect(endText(1, [])).toBe('1 done')
  expect(endText(4, [])).toBe('4 done')
  expect(endText(3, ['12: it is cancelled'])).toBe('3 of 4 done. Not done: 12: it is cancelled')
  expect(endText(0, ['12: x', '13: y', '14: z'])).toBe('0 of 3 done. Not done: 12: x, and 2 more')
})
