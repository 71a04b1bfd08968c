// Specimens on the server: the same for every entity.
import { sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { moduleOf } from '../../server/module.ts'
import { equals, isSo, like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { activeOf, departmentQuery, sharedOf } from '../lists/keepers.server.ts'
import { activeSpecimens } from './answers.model.ts'
import { specimens } from './specimens.model.ts'

const place = { model: specimens, table: 'specimens', alias: 'specimen', keyColumn: 'specimen_id' }

const list = listOf(specimens, {
  ...recordsOf(place),
  sort: 'Name',
  columns: { Temperature: 'temperature.item_label' },
  names: 'left join list_items temperature on temperature.list_item_id = specimen.default_temperature_id',
  filters: {
    SpecimenId: equals('specimen.specimen_id'),
    Name: like('specimen.name'),
    IsActive: isSo('specimen.is_active'),
  },
  scope: () => sql`true`,
})

const routes = [
  activeOf(place, {
    answers: activeSpecimens.answers,
    // a specimen belongs to no department, so the department has no effect
    query: departmentQuery,
    columns: shown('specimen', ['SpecimenId', 'Name', 'UnitOfMeasure', 'Container', 'CapColour']),
  }),
]

export const specimensServer = moduleOf(specimens, {
  ...sharedOf(place),
  picks: { specimen: () => sql`specimen.is_active` },
  statements: [{ id: 1013, name: 'Specimens', module: 'specimens', parameters: {}, list }],
  routes,
})
