// Tests on the server: the same for every entity, read with their elements.
import { sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { moduleOf } from '../../server/module.ts'
import { equals, isSo, like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { activeOf, ofDepartment, sharedOf } from '../lists/keepers.server.ts'
import { testDryRun } from './ready.server.ts'
import { tests } from './tests.model.ts'

const place = { model: tests, table: 'tests', alias: 't', keyColumn: 'test_id' }

const list = listOf(tests, {
  ...recordsOf(place),
  sort: 'Name',
  columns: [
    'TestId',
    'Code',
    'Name',
    { Department: 'd.name' },
    'RecipieCost',
    'SeqNo',
    'TatHours',
    'IsActive',
    'DepartmentId',
  ],
  names: 'left join departments d on d.department_id = t.department_id',
  filters: {
    TestId: equals('t.test_id'),
    Name: like('t.name'),
    Code: like("coalesce(t.code, '')"),
    DepartmentId: equals('t.department_id'),
    IsActive: isSo('t.is_active'),
    // a test is part of a product also through its sub-products
    ProductId: (value: number) => sql`
      t.test_id in (
        with recursive
          p as (
            select
              ${value}::int as product_id
            union
            select
              x.sub_product_id
            from
              sub_products x
              join p on p.product_id = x.product_id
          )
        select
          x.test_id
        from
          product_tests x
          join p using (product_id)
      )
    `,
  },
  scope: () => sql`true`,
})

const routes = [
  testDryRun,
  activeOf(place, {
    ...ofDepartment('t'),
    columns: shown('t', ['TestId', 'Code', 'Name', 'RecipieCost', 'DepartmentId']),
  }),
]

export const testsServer = moduleOf(tests, {
  ...sharedOf(place),
  picks: { test: () => sql`t.is_active` },
  statements: [{ id: 1011, name: 'Tests', module: 'tests', parameters: {}, list }],
  routes,
})
