// The checks of the order of modules and of the one door for writes.
import { expect, test } from 'vitest'
import { doorFaults, importedModules, moduleOrder, orderFaults, suffixFaults } from './boundaries.ts'

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

test('a module may use one above it, and not one below it', () => {
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

test('a module that stores answers or checks edit locks by itself is a fault: only the door does that', () => {
  const from = (target: string, file = 'modules/samples/collection.server.ts') =>
    doorFaults([{ file, source: `import { a } from '../../server/door/${target}.ts'` }])
  expect([from('once'), from('lock')].map((faults) => faults.length)).toEqual([1, 1])
  expect([from('audit'), from('permission'), from('lock', 'modules/samples/lock.server.test.ts')]).toEqual([[], [], []])
  expect(
    doorFaults([{ file: 'modules/sales/sales.server.ts', source: "await import('../../server/door/once.ts')" }]),
  ).toEqual(['modules/sales/sales.server.ts imports server/door/once.ts: write by a save or an action of its module'])
})

test("a module's file without a suffix that says where it runs is a fault", () => {
  const files = [
    'sales.server.ts',
    'sales.rules.test.ts',
    'acts.screen.tsx',
    'sales.picker.ts',
    'sales.fixture.ts',
    'send.ts',
  ]
  expect(suffixFaults(files.map((name) => ({ file: `modules/sales/${name}` })))).toEqual([
    'modules/sales/send.ts has no suffix that says where it runs: .model, .rules, .server, .screen or .picker',
  ])
})
