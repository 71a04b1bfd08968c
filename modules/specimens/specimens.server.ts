// Specimens on the server: the same for every entity.
import { reference } from '../../core/model.ts'
import { sql } from '../../server/db/db.ts'
import { moduleOf } from '../../server/module.ts'
import { readOf } from '../../server/table/read-of.ts'
import { json, routeOf, type Route } from '../../server/route.ts'
import { equals, like } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { mayKeepMasters } from '../lists/keepers.rules.ts'
import { saveShared } from '../lists/keepers.server.ts'
import { specimens } from './specimens.model.ts'

const list = listOf(specimens, {
  from: 'specimens s',
  alias: 's',
  key: 's.specimen_id',
  sort: 'Name',
  columns: {
    SpecimenId: 's.specimen_id',
    Name: 's.name',
    UnitOfMeasure: 's.unit_of_measure',
    Container: 's.container',
    CapColour: 's.cap_colour',
    Temperature: 't.item_label',
    IsActive: 's.is_active',
  },
  names: 'left join list_items t on t.list_item_id = s.default_temperature_id',
  filters: {
    SpecimenId: equals('s.specimen_id'),
    Name: like('s.name'),
    IsActive: (value: string) => sql`s.is_active = ${value === 'true'}`,
  },
  scope: () => sql`true`,
})

const routes: readonly Route[] = [
  // a specimen belongs to no department, so the department narrows nothing
  routeOf({
    method: 'GET',
    path: 'specimens',
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Active specimens',
    query: { DepartmentId: reference('Department', 'department') },
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            specimen_id as "SpecimenId",
            name as "Name",
            unit_of_measure as "UnitOfMeasure",
            container as "Container",
            cap_colour as "CapColour"
          from
            specimens
          where
            is_active
          order by
            name,
            specimen_id
        `),
      ),
  }),
]

const place = { model: specimens, table: 'specimens', alias: 's', keyColumn: 'specimen_id' }

export const specimensServer = moduleOf(specimens, {
  ...place,
  scope: () => sql`true`,
  read: readOf(place),
  picks: { specimen: () => sql`s.is_active` },
  decide: { create: (user) => mayKeepMasters(user), update: (_record, user) => mayKeepMasters(user) },
  save: (context) => saveShared(place, context),
  statements: [{ id: 1013, name: 'Specimens', module: 'specimens', parameters: {}, list }],
  routes,
})
