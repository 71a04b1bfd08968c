// Referrers: clients of one type with a list of their own; a row opens the client.
import { defineModel } from '../../core/model.ts'
import { clientFields, personFilters } from '../clients/clients.model.ts'

export const referrers = defineModel({
  id: 'referrers',
  name: 'Referrers',
  singular: 'Referrer',
  icon: 'heart-handshake',
  group: 'People',
  sequence: 60,
  key: ['ClientId'],
  statementId: 1008,
  fields: clientFields,
  list: ['ClientId', 'Name', 'Code', 'CanRefer', 'MobilePhone', 'Area', 'IsActive', 'ClientTypeId', 'ParentId'],
  filters: personFilters,
  opens: 'clients',
  permits: ['list', 'create', 'read', 'update', 'merge'],
})
