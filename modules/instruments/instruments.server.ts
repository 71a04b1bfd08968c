// Instruments on the server: the same for every entity.
import { sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { moduleOf } from '../../server/module.ts'
import { equals, isSo, like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { activeOf, ofDepartment, sharedOf } from '../lists/keepers.server.ts'
import { activeInstruments } from './answers.model.ts'
import { instruments } from './instruments.model.ts'

const place = { model: instruments, table: 'instruments', alias: 'instrument', keyColumn: 'instrument_id' }

const list = listOf(instruments, {
  ...recordsOf(place),
  sort: 'Name',
  columns: { Department: 'department.name' },
  names: 'left join departments department on department.department_id = instrument.department_id',
  filters: {
    Name: like('instrument.name'),
    DepartmentId: equals('instrument.department_id'),
    IsActive: isSo('instrument.is_active'),
  },
  scope: () => sql`true`,
})

const routes = [
  activeOf(place, {
    answers: activeInstruments.answers,
    ...ofDepartment('instrument'),
    columns: sql`
      ${shown('instrument', ['InstrumentId', 'Name', 'Description', 'DepartmentId'])},
      department.name as "DepartmentName"
    `,
    joined: sql`join departments department using (department_id)`,
  }),
]

export const instrumentsServer = moduleOf(instruments, {
  ...sharedOf(place),
  picks: { instrument: () => sql`instrument.is_active` },
  statements: [{ id: 1015, name: 'Instruments', module: 'instruments', parameters: {}, list }],
  routes,
})
