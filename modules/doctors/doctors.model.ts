// Doctors: clients of one type with a list of their own; a row opens the client.
import { defineModel } from '../../core/model.ts'
import { clientFields, personFilters } from '../clients/clients.model.ts'

export const doctors = defineModel({
  id: 'doctors',
  name: 'Doctors',
  singular: 'Doctor',
  icon: 'stethoscope',
  group: 'People',
  sequence: 55,
  key: ['ClientId'],
  statementId: 1007,
  fields: clientFields,
  list: [
    'ClientId',
    'Name',
    'Specialization',
    'CanRefer',
    'MobilePhone',
    'Area',
    'IsActive',
    'ClientTypeId',
    'ParentId',
  ],
  filters: personFilters,
  opens: 'clients',
  permits: ['list', 'create', 'read', 'update', 'merge'],
})
