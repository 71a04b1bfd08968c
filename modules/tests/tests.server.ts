// Tests on the server: the same for every entity, read with their elements.
import { reference } from '../../core/model.ts'
import { sql } from '../../server/db.ts'
import type { ServerModule } from '../../server/module.ts'
import { json, type Route } from '../../server/route.ts'
import { equals, like, type ListPlan } from '../../server/statement.ts'
import { fieldColumns } from '../../server/table.ts'
import { testFields, tests } from './tests.model.ts'

const list: ListPlan = {
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
  filterFields: tests.filters,
  filters: {
    TestId: equals('t.test_id'),
    Name: like('t.name'),
    Code: like("coalesce(t.code, '')"),
    DepartmentId: equals('t.department_id'),
    IsActive: (value: string) => sql`t.is_active = ${value === 'true'}`,
    // a test is part of a product also through its sub-products
    ProductId: (value: number) =>
      sql`t.test_id in (with recursive p as (select ${value}::int as product_id union select x.sub_product_id from sub_products x join p on p.product_id = x.product_id) select x.test_id from product_tests x join p using (product_id))`,
  },
  scope: () => sql`true`,
}

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: 'tests',
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Active tests',
    query: { DepartmentId: reference('Department', 'department') },
    handler: async (call) => {
      const department = call.query['DepartmentId'] ?? null
      return json(
        await call.db.replica
          .rows(sql`select test_id as "TestId", code as "Code", name as "Name", recipie_cost as "RecipieCost", department_id as "DepartmentId" from tests
        where is_active and (${department}::int is null or department_id = ${department}) order by name, test_id`),
      )
    },
  },
]

export const testsServer: ServerModule = {
  model: tests,
  table: 'tests',
  alias: 't',
  keyColumn: 'test_id',
  scope: () => sql`true`,
  read: (key) =>
    sql`select t.test_id as "TestId", ${fieldColumns(testFields, 't')}, json_build_object('DepartmentId', d.department_id, 'Name', d.name) as "Department",
    (select coalesce(json_agg(json_build_object('ElementId', e.element_id, 'Name', e.name, 'Description', e.description) order by x.sequence, e.element_id), '[]') from test_elements x join elements e using (element_id) where x.test_id = t.test_id) as "Elements"
    from tests t join departments d using (department_id) where t.test_id = ${key}`,
  statements: [{ id: 1011, name: 'Tests', module: 'tests', parameters: {}, list }],
  routes,
}
