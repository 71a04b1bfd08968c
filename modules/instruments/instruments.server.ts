// Instruments on the server: the same for every entity.
import { sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { moduleOf } from '../../server/module.ts'
import { equals, isSo, like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { activeOf, ofDepartment, sharedOf } from '../lists/keepers.server.ts'
import { instruments } from './instruments.model.ts'

const place = { model: instruments, table: 'instruments', alias: 'i', keyColumn: 'instrument_id' }

const list = listOf(instruments, {
  ...recordsOf(place),
  sort: 'Name',
  columns: [
    'InstrumentId',
    'Name',
    'Description',
    { Department: 'd.name' },
    'PrintWorksheet',
    'IsActive',
    'DepartmentId',
  ],
  names: 'left join departments d on d.department_id = i.department_id',
  filters: {
    Name: like('i.name'),
    DepartmentId: equals('i.department_id'),
    IsActive: isSo('i.is_active'),
  },
  scope: () => sql`true`,
})

const routes = [
  activeOf(place, {
    ...ofDepartment('i'),
    columns: sql`
      ${shown('i', ['InstrumentId', 'Name', 'Description', 'DepartmentId'])},
      d.name as "DepartmentName"
    `,
    joined: sql`join departments d using (department_id)`,
  }),
]

export const instrumentsServer = moduleOf(instruments, {
  ...sharedOf(place),
  picks: { instrument: () => sql`i.is_active` },
  statements: [{ id: 1015, name: 'Instruments', module: 'instruments', parameters: {}, list }],
  routes,
})
