// The list of doctors; their records are clients.
import { moduleOf } from '../../server/module.ts'
import { listOf } from '../../server/read/list.ts'
import { clientRecord } from '../clients/clients.server.ts'
import { peopleOf, personWhere, typeScope } from '../clients/list.server.ts'
import { doctors } from './doctors.model.ts'
import { clientType } from '../lists/items.model.ts'

const list = listOf(doctors, {
  ...peopleOf(clientType.Doctor),
  filters: personWhere,
})

export const doctorsServer = moduleOf(doctors, {
  ...clientRecord,
  scope: typeScope(clientType.Doctor),
  statements: [{ id: 1007, name: 'Doctors', module: 'doctors', parameters: {}, list }],
})
