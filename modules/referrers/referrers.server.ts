// The list of referrers; their records are clients.
import { moduleOf } from '../../server/module.ts'
import { listOf } from '../../server/read/list.ts'
import { clientRecord } from '../clients/clients.server.ts'
import { peopleOf, personWhere, typeScope } from '../clients/list.server.ts'
import { referrers } from './referrers.model.ts'
import { clientType } from '../lists/items.model.ts'

const list = listOf(referrers, {
  ...peopleOf(clientType.Referrer),
  filters: personWhere,
})

export const referrersServer = moduleOf(referrers, {
  ...clientRecord,
  scope: typeScope(clientType.Referrer),
  statements: [{ id: 1008, name: 'Referrers', module: 'referrers', parameters: {}, list }],
})
