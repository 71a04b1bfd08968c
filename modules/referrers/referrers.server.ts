// The list of referrers; their records are clients.
import type { ServerModule } from '../../server/module.ts'
import { clientsServer } from '../clients/clients.server.ts'
import { referrerLists } from '../clients/list.server.ts'
import { referrers } from './referrers.model.ts'

const { save: _save, routes: _routes, ...rest } = clientsServer
export const referrersServer: ServerModule = { ...rest, model: referrers, statements: referrerLists }
