// Tests on the server: the same for every entity, read with their elements.
import { sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { moduleOf } from '../../server/module.ts'
import { equals, isSo, like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { activeOf, ofDepartment, sharedOf } from '../lists/keepers.server.ts'
import { activeTests } from './answers.model.ts'
import { testDryRun } from './ready.server.ts'
import { tests } from './tests.model.ts'

const place = { model: tests, table: 'tests', alias: 'test', keyColumn: 'test_id' }

const list = listOf(tests, {
  ...recordsOf(place),
  sort: 'Name',
  columns: { Department: 'department.name' },
  names: 'left join departments department on department.department_id = test.department_id',
  filters: {
    TestId: equals('test.test_id'),
    Name: like('test.name'),
    Code: like("coalesce(test.code, '')"),
    DepartmentId: equals('test.department_id'),
    IsActive: isSo('test.is_active'),
    // a test is part of a product also through its sub-products
    ProductId: (value: number) => sql`
      test.test_id in (
        with recursive
          p as (
            select
              ${value}::int as product_id
            union
            select
              sub.sub_product_id
            from
              sub_products sub
              join p on p.product_id = sub.product_id
          )
        select
          part.test_id
        from
          product_tests part
          join p using (product_id)
      )
    `,
  },
  scope: () => sql`true`,
})

const routes = [
  testDryRun,
  activeOf(place, {
    answers: activeTests.answers,
    ...ofDepartment('test'),
    columns: shown('test', ['TestId', 'Code', 'Name', 'RecipieCost', 'DepartmentId']),
  }),
]

export const testsServer = moduleOf(tests, {
  ...sharedOf(place),
  picks: { test: () => sql`test.is_active` },
  statements: [{ id: 1011, name: 'Tests', module: 'tests', parameters: {}, list }],
  routes,
})
