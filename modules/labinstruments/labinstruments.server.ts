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
import { activeLabInstruments } from './answers.model.ts'
import { labinstruments } from './labinstruments.model.ts'

/** A user who sees a lab sees its instruments. */
export const labInstrumentScope = (user: Caller, alias = 'machine'): Sql => sql`
  ${raw(alias)}.lab_id = any (${[...user.Clients]})
`

const place = { model: labinstruments, table: 'lab_instruments', alias: 'machine', keyColumn: 'lab_instrument_id' }

const list = listOf(labinstruments, {
  ...recordsOf(place),
  sort: 'Lab',
  columns: {
    Lab: 'lab.name',
    Instrument: 'instrument.name',
    Department: 'department.name',
    Elements: `(
          select count(*)::int from lab_instrument_elements measured
          where measured.lab_instrument_id = machine.lab_instrument_id
        )`,
  },
  names: `
    join instruments instrument on instrument.instrument_id = machine.instrument_id
    join clients lab on lab.client_id = machine.lab_id
    left join departments department on department.department_id = instrument.department_id`,
  filters: {
    Name: (value: string) => sql`
      (
        exists (
          select
            1
          from
            clients lab
          where
            lab.client_id = machine.lab_id
            and ${contains('lab.name', value)}
        )
        or exists (
          select
            1
          from
            instruments instrument
          where
            instrument.instrument_id = machine.instrument_id
            and ${contains('instrument.name', value)}
        )
      )
    `,
    DepartmentId: (value: number) => sql`
      exists (
        select
          1
        from
          instruments instrument
        where
          instrument.instrument_id = machine.instrument_id
          and instrument.department_id = ${value}
      )
    `,
    IsActive: isSo('machine.is_active'),
  },
  scope: (user) => labInstrumentScope(user),
})

const routes: readonly Route[] = [
  routeOf({
    method: 'GET',
    ...activeLabInstruments,
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
            machine.lab_instrument_id as "LabInstrumentId",
            machine.lab_id as "LabId",
            lab.name as "Lab",
            machine.instrument_id as "InstrumentId",
            instrument.name as "Name",
            instrument.department_id as "DepartmentId",
            department.name as "DepartmentName"
          from
            lab_instruments machine
            join instruments instrument using (instrument_id)
            join departments department using (department_id)
            join clients lab on lab.client_id = machine.lab_id
          where
            machine.is_active
            and (${labInstrumentScope(call.user)})
            and (
              ${department}::int is null
              or instrument.department_id = ${department}
            )
            and (
              ${lab}::int is null
              or machine.lab_id = ${lab}
            )
          order by
            lab.name,
            instrument.name,
            machine.lab_instrument_id
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
