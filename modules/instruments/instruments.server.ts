// Instruments on the server: the same for every entity.
import { reference } from '../../core/model.ts'
import { sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { moduleOf } from '../../server/module.ts'
import { readOf } from '../../server/table/read-of.ts'
import { json, routeOf, type Route } from '../../server/route.ts'
import { equals, like } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { mayKeepMasters } from '../lists/keepers.rules.ts'
import { saveShared } from '../lists/keepers.server.ts'
import { instruments } from './instruments.model.ts'

const list = listOf(instruments, {
  from: 'instruments i',
  alias: 'i',
  key: 'i.instrument_id',
  sort: 'Name',
  columns: {
    InstrumentId: 'i.instrument_id',
    Name: 'i.name',
    Description: 'i.description',
    Department: 'd.name',
    PrintWorksheet: 'i.print_worksheet',
    IsActive: 'i.is_active',
    DepartmentId: 'i.department_id',
  },
  names: 'left join departments d on d.department_id = i.department_id',
  filters: {
    Name: like('i.name'),
    DepartmentId: equals('i.department_id'),
    IsActive: (value: string) => sql`i.is_active = ${value === 'true'}`,
  },
  scope: () => sql`true`,
})

const routes: readonly Route[] = [
  routeOf({
    method: 'GET',
    path: 'instruments',
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Active instruments',
    query: { DepartmentId: reference('Department', 'department') },
    handler: async (call) => {
      const department = call.query.DepartmentId ?? null
      return json(
        await call.db.replica.rows(sql`
          select
            ${shown('i', ['InstrumentId', 'Name', 'Description', 'DepartmentId'])},
            d.name as "DepartmentName"
          from
            instruments i
            join departments d using (department_id)
          where
            i.is_active
            and (
              ${department}::int is null
              or i.department_id = ${department}
            )
          order by
            i.name,
            i.instrument_id
        `),
      )
    },
  }),
]

const place = { model: instruments, table: 'instruments', alias: 'i', keyColumn: 'instrument_id' }

export const instrumentsServer = moduleOf(instruments, {
  ...place,
  scope: () => sql`true`,
  read: readOf(place),
  picks: { instrument: () => sql`i.is_active` },
  decide: { create: (user) => mayKeepMasters(user), update: (_record, user) => mayKeepMasters(user) },
  save: (context) => saveShared(place, context),
  statements: [{ id: 1015, name: 'Instruments', module: 'instruments', parameters: {}, list }],
  routes,
})
