// Patients: clients of one type with a list of their own; a row opens the client.
import { defineModel } from '../../core/model.ts'
import { clientFields, personFilters } from '../clients/clients.model.ts'

export const patients = defineModel({
  id: 'patients',
  name: 'Patients',
  singular: 'Patient',
  icon: 'user',
  group: 'People',
  sequence: 50,
  key: ['ClientId'],
  statementId: 1006,
  fields: clientFields,
  list: [
    'ClientId',
    'Name',
    { Gender: 'text?', Age: 'text?' },
    'MobilePhone',
    'Area',
    'IsActive',
    'ClientTypeId',
    'ParentId',
  ],
  filters: personFilters,
  opens: 'clients',
  createdAnywhere: 'New Patient',
  permits: ['list', 'create', 'read', 'update', 'merge'],
})
