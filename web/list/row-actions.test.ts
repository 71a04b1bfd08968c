// Buttons of a list by permit.
import { expect, test } from 'vitest'
import { defineModel } from '../../core/model.ts'
import type { Permit } from '../../core/model.ts'
import { fromOf, identityOf, opens, rowActions, searchOf } from './row-actions.ts'

const sales = defineModel({
  id: 'sales',
  name: 'Sales',
  singular: 'Sale',
  icon: 'receipt',
  group: 'Work',
  sequence: 1,
  key: ['SaleId'],
  statementId: 1001,
  list: [],
  fields: {},
  filters: {},
  permits: ['list', 'create', 'read', 'print', 'unlock', 'cancel', 'reaccession'],
})
const patients = defineModel({ ...sales, id: 'patients', opens: 'clients', key: ['ClientId'] })
const holding =
  (...permits: Permit[]) =>
  (moduleId: string, permit: Permit) =>
    moduleId === 'sales' && permits.includes(permit)

test.each<[string, Permit[], string[]]>([
  ['FND-160', ['list'], []],
  ['FND-309 OPS-049', ['print'], ['Print']],
  ['FND-310 OPS-050', ['unlock'], ['Unlock Accession']],
  ['FND-312 OPS-052', ['cancel'], ['Cancel Sale']],
  ['FND-314 OPS-053', ['reaccession'], ['Re-accession']],
  [
    'FND-160',
    ['print', 'unlock', 'cancel', 'reaccession'],
    ['Print', 'Unlock Accession', 'Cancel Sale', 'Re-accession'],
  ],
])('%s a row has only the buttons of its permits: %j', (_ids, permits, labels) => {
  expect(rowActions(sales, { SaleId: 1 }, holding(...permits)).map((action) => action.label)).toEqual(labels)
})
test('a disabled button shows the reason', () => {
  expect(rowActions(sales, undefined, holding('print'))[0]?.reason).toBe('Select a row first')
  expect(rowActions(sales, { SaleId: 1 }, (_module, _permit, row) => row === undefined)[0]?.reason).toBe(
    'Not possible for this sale in its present state',
  )
})
test('FND-117 FND-118 FND-307 a row opens with the permit read and a screen to open', () => {
  const all = () => true
  expect(opens(sales, { SaleId: 1 }, holding('read'), all)).toBe(true)
  expect(opens(sales, { SaleId: 1 }, holding('list'), all)).toBe(false)
  expect(opens(sales, { SaleId: 1 }, holding('read'), () => false)).toBe(false)
})
test('FND-050 the address of a row has its keys; patients open as clients', () => {
  expect(searchOf({ key: ['WorkSheetId', 'SaleId'] }, { WorkSheetId: 3, SaleId: 7, Patient: 'x' })).toEqual({
    WorkSheetId: 3,
    SaleId: 7,
  })
  expect(searchOf(sales, { Patient: 'x' })).toBeUndefined()
  expect([fromOf(sales), fromOf(patients)]).toEqual([{}, { from: 'patients' }])
  expect(
    opens(
      patients,
      { ClientId: 1 },
      (moduleId, permit) => moduleId === 'clients' && permit === 'read',
      (moduleId) => moduleId === 'clients',
    ),
  ).toBe(true)
})
test('FND-104 each row has its own identity', () => {
  expect(identityOf({ key: ['WorkSheetId', 'SaleId'] }, { WorkSheetId: 3, SaleId: 7 }, 0)).toBe('3/7')
  expect(identityOf({ key: [] }, {}, 4)).toBe('#4')
})
