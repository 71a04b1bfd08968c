// Tests on the server: the same for every entity, read with their elements.
import { reference } from '../../core/model.ts'
import { sql } from '../../server/db/db.ts'
import { moduleOf } from '../../server/module.ts'
import { readOf } from '../../server/table/read-of.ts'
import { json, routeOf, type Route } from '../../server/route.ts'
import { equals, like } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { mayKeepMasters } from '../lists/keepers.rules.ts'
import { saveShared } from '../lists/keepers.server.ts'
import { tests } from './tests.model.ts'

const list = listOf(tests, {
  from: 'tests t',
  alias: 't',
  key: 't.test_id',
  sort: 'Name',
  columns: {
    TestId: 't.test_id',
    Code: 't.code',
    Name: 't.name',
    Department: 'd.name',
    RecipieCost: 't.recipie_cost',
    SeqNo: 't.seq_no',
    TatHours: 't.tat_hours',
    IsActive: 't.is_active',
    DepartmentId: 't.department_id',
  },
  names: 'left join departments d on d.department_id = t.department_id',
  filters: {
    TestId: equals('t.test_id'),
    Name: like('t.name'),
    Code: like("coalesce(t.code, '')"),
    DepartmentId: equals('t.department_id'),
    IsActive: (value: string) => sql`t.is_active = ${value === 'true'}`,
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

const routes: readonly Route[] = [
  routeOf({
    method: 'GET',
    path: 'tests',
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Active tests',
    query: { DepartmentId: reference('Department', 'department') },
    handler: async (call) => {
      const department = call.query.DepartmentId ?? null
      return json(
        await call.db.replica.rows(sql`
          select
            test_id as "TestId",
            code as "Code",
            name as "Name",
            recipie_cost as "RecipieCost",
            department_id as "DepartmentId"
          from
            tests
          where
            is_active
            and (
              ${department}::int is null
              or department_id = ${department}
            )
          order by
            name,
            test_id
        `),
      )
    },
  }),
]

const place = { model: tests, table: 'tests', alias: 't', keyColumn: 'test_id' }

export const testsServer = moduleOf(tests, {
  ...place,
  scope: () => sql`true`,
  read: readOf(place),
  picks: { test: () => sql`t.is_active` },
  decide: { create: (user) => mayKeepMasters(user), update: (_record, user) => mayKeepMasters(user) },
  save: (context) => saveShared(place, context),
  statements: [{ id: 1011, name: 'Tests', module: 'tests', parameters: {}, list }],
  routes,
})
