// Lab instruments on the server: those of the labs inside the entity.
import { reference } from '../../core/model.ts'
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { moduleOf } from '../../server/module.ts'
import { readOf } from '../../server/table/read-of.ts'
import { json, routeOf, type Route } from '../../server/route.ts'
import { contains, isSo } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { saveModel } from '../../server/table/table.ts'
import { labinstruments } from './labinstruments.model.ts'

/** A user who sees a lab sees its instruments. */
export const labInstrumentScope = (user: Caller, alias = 'x'): Sql => sql`
  ${raw(alias)}.lab_id = any (${[...user.Clients]})
`

const place = { model: labinstruments, table: 'lab_instruments', alias: 'x', keyColumn: 'lab_instrument_id' }

const list = listOf(labinstruments, {
  ...recordsOf(place),
  sort: 'Lab',
  columns: [
    'LabInstrumentId',
    {
      Lab: 'l.name',
      Instrument: 'i.name',
      Department: 'd.name',
      Elements: '(select count(*)::int from lab_instrument_elements e where e.lab_instrument_id = x.lab_instrument_id)',
    },
    'IsActive',
    'LabId',
    'InstrumentId',
  ],
  names: `join instruments i on i.instrument_id = x.instrument_id join clients l on l.client_id = x.lab_id
    left join departments d on d.department_id = i.department_id`,
  filters: {
    Name: (value: string) => sql`
      (
        exists (
          select
            1
          from
            clients l
          where
            l.client_id = x.lab_id
            and ${contains('l.name', value)}
        )
        or exists (
          select
            1
          from
            instruments i
          where
            i.instrument_id = x.instrument_id
            and ${contains('i.name', value)}
        )
      )
    `,
    DepartmentId: (value: number) => sql`
      exists (
        select
          1
        from
          instruments i
        where
          i.instrument_id = x.instrument_id
          and i.department_id = ${value}
      )
    `,
    IsActive: isSo('x.is_active'),
  },
  scope: (user) => labInstrumentScope(user),
})

const routes: readonly Route[] = [
  routeOf({
    method: 'GET',
    path: 'labinstruments',
    access: 'role',
    scope: 'lab instruments of labs inside the entity',
    summary: 'Active lab instruments',
    query: { DepartmentId: reference('Department', 'department'), LabId: reference('Lab', 'lab') },
    handler: async (call) => {
      const department = call.query.DepartmentId ?? null
      const lab = call.query.LabId ?? null
      return json(
        await call.db.replica.rows(sql`
          select
            x.lab_instrument_id as "LabInstrumentId",
            x.lab_id as "LabId",
            l.name as "Lab",
            x.instrument_id as "InstrumentId",
            i.name as "Name",
            i.department_id as "DepartmentId",
            d.name as "DepartmentName"
          from
            lab_instruments x
            join instruments i using (instrument_id)
            join departments d using (department_id)
            join clients l on l.client_id = x.lab_id
          where
            x.is_active
            and (${labInstrumentScope(call.user)})
            and (
              ${department}::int is null
              or i.department_id = ${department}
            )
            and (
              ${lab}::int is null
              or x.lab_id = ${lab}
            )
          order by
            l.name,
            i.name,
            x.lab_instrument_id
        `),
      )
    },
  }),
]

export const labinstrumentsServer = moduleOf(labinstruments, {
  ...place,
  scope: (user) => labInstrumentScope(user),
  read: readOf(place),
  save: (context) => saveModel(place, context),
  statements: [{ id: 1016, name: 'Lab Instruments', module: 'labinstruments', parameters: {}, list }],
  routes,
})
