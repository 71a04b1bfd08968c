// The list of patients; their records are clients.
import { moduleOf } from '../../server/module.ts'
import { listOf } from '../../server/read/list.ts'
import { clientRecord } from '../clients/clients.server.ts'
import { peopleOf, personWhere, typeScope } from '../clients/list.server.ts'
import { patients } from './patients.model.ts'
import { clientType } from '../lists/items.model.ts'

const list = listOf(patients, {
  ...peopleOf(clientType.Patient),
  columns: { Gender: 'gender.item_label', Age: 'age_short(client.birth_date, now())' },
  sort: '-ClientId',
  sorts: { Name: 'client.name_search', Age: 'client.birth_date' },
  filters: personWhere,
})

export const patientsServer = moduleOf(patients, {
  ...clientRecord,
  scope: typeScope(clientType.Patient),
  statements: [{ id: 1006, name: 'Patients', module: 'patients', parameters: {}, list }],
})
