// Elements on the server: the same for every entity, read with their specimens and the reference ranges in force.
import { reference } from '../../core/model.ts'
import { sql } from '../../server/db.ts'
import type { ServerModule } from '../../server/module.ts'
import { json, type Route } from '../../server/route.ts'
import { equals, like, type ListPlan } from '../../server/statement.ts'
import { fieldColumns } from '../../server/table.ts'
import { elementFields, elements } from './elements.model.ts'

const list: ListPlan = {
  from: 'elements e',
  alias: 'e',
  key: 'e.element_id',
  sort: 'Name',
  columns: {
    ElementId: 'e.element_id',
    Code: 'e.code',
    Name: 'e.name',
    Department: 'd.name',
    UnitOfMeasure: 'e.unit_of_measure',
    ResultType: 'r.item_label',
    Method: 'e.method',
    ReviewRequired: 'e.review_required',
    IsActive: 'e.is_active',
    DepartmentId: 'e.department_id',
  },
  names: 'left join departments d on d.department_id = e.department_id left join list_items r on r.list_item_id = e.result_type_id',
  filterFields: elements.filters,
  filters: {
    ElementId: equals('e.element_id'),
    Name: like('e.name'),
    Code: like("coalesce(e.code, '')"),
    DepartmentId: equals('e.department_id'),
    IsActive: (value: string) => sql`e.is_active = ${value === 'true'}`,
  },
  scope: () => sql`true`,
}

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: 'elements',
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Active elements',
    query: { DepartmentId: reference('Department', 'department') },
    handler: async (call) => {
      const department = call.query['DepartmentId'] ?? null
      return json(
        await call.db.replica
          .rows(sql`select e.element_id as "ElementId", e.code as "Code", e.name as "Name", e.description as "Description", e.department_id as "DepartmentId", d.name as "DepartmentName", e.unit_of_measure as "UnitOfMeasure"
        from elements e join departments d using (department_id) where e.is_active and (${department}::int is null or e.department_id = ${department}) order by e.name, e.element_id`),
      )
    },
  },
]

export const elementsServer: ServerModule = {
  model: elements,
  table: 'elements',
  alias: 'e',
  keyColumn: 'element_id',
  scope: () => sql`true`,
  read: (key) =>
    sql`select e.element_id as "ElementId", ${fieldColumns(elementFields, 'e')}, json_build_object('DepartmentId', d.department_id, 'Name', d.name) as "Department",
    (select coalesce(json_agg(json_build_object('ElementSpecimenId', x.element_specimen_id, 'SpecimenId', x.specimen_id, 'Specimen', json_build_object('SpecimenId', s.specimen_id, 'Name', s.name, 'UnitOfMeasure', s.unit_of_measure), 'MinVolume', x.min_volume, 'StdVolume', x.std_volume, 'TemperatureId', x.temperature_id)
      order by x.sequence, x.element_specimen_id), '[]') from element_specimens x join specimens s using (specimen_id) where x.element_id = e.element_id) as "ElementSpecimens",
    (select coalesce(json_agg(json_build_object('ElementMeasurementId', m.element_measurement_id, 'InstrumentId', m.instrument_id, 'Instrument', case when i.instrument_id is not null then json_build_object('InstrumentId', i.instrument_id, 'Name', i.name) end, 'GenderId', m.gender_id,
      'MinAge', m.min_age, 'MaxAge', m.max_age, 'MinAgeDays', m.min_age_days, 'MaxAgeDays', m.max_age_days, 'PrintableRange', m.printable_range, 'LowValue', m.low_value, 'HighValue', m.high_value, 'CriticallyLowValue', m.critically_low_value,
      'CriticallyHighValue', m.critically_high_value, 'PossibleValues', m.possible_values, 'HasImage', m.has_image) order by m.sequence, m.element_measurement_id), '[]')
      from element_measurements m left join instruments i using (instrument_id) where m.element_id = e.element_id and m.effective_from <= now() and m.effective_till > now()) as "ElementMeasurements"
    from elements e join departments d using (department_id) where e.element_id = ${key}`,
  statements: [{ id: 1012, name: 'Elements', module: 'elements', parameters: {}, list }],
  routes,
}
