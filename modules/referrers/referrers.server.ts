// The list of referrers; their records are clients.
import type { ServerModule } from '../../server/module.ts'
import { clientsServer } from '../clients/clients.server.ts'
import { referrerLists, typeScope } from '../clients/list.server.ts'
import { referrers } from './referrers.model.ts'
import { clientType } from '../lists/items.model.ts'

const { save: _save, routes: _routes, picks: _picks, ...rest } = clientsServer
export const referrersServer: ServerModule = {
  ...rest,
  scope: typeScope(clientType.Referrer),
  model: referrers,
  statements: referrerLists,
}
