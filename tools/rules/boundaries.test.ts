// The order of modules is read and held.
import { expect, test } from 'vitest'
import { importedModules, moduleOrder, orderFaults } from './boundaries.ts'

test('the order is the list of modules/index.ts', () => {
  expect(moduleOrder("export const modules = [\n  'lists', 'sales',\n] as const")).toEqual(['lists', 'sales'])
})

test('imports of other modules are found, static and lazy', () => {
  expect(
    importedModules(
      'modules/sales/sales.server.ts',
      "import { a } from '../lists/lists.model.ts'\nimport './sales.rules.ts'\nawait import('../tests/tests.model.ts')",
    ),
  ).toEqual(['lists', 'tests'])
})

test('a module that uses one below it is a fault, one above it is not', () => {
  const order = ['lists', 'sales']
  expect(
    orderFaults(order, [
      { file: 'modules/sales/sales.rules.ts', source: "import { a } from '../lists/lists.model.ts'" },
    ]),
  ).toEqual([])
  expect(
    orderFaults(order, [
      { file: 'modules/lists/lists.rules.ts', source: "import { a } from '../sales/sales.model.ts'" },
    ]),
  ).toHaveLength(1)
  expect(orderFaults(order, [{ file: 'modules/odd/odd.rules.ts', source: '' }])).toEqual([
    'modules/odd is not in modules/index.ts',
  ])
})
