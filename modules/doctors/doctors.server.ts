// The list of doctors; their records are clients.
import type { ServerModule } from '../../server/module.ts'
import { clientsServer } from '../clients/clients.server.ts'
import { doctorLists, typeScope } from '../clients/list.server.ts'
import { doctors } from './doctors.model.ts'
import { clientType } from '../lists/items.model.ts'

const { save: _save, routes: _routes, picks: _picks, ...rest } = clientsServer
export const doctorsServer: ServerModule = {
  ...rest,
  scope: typeScope(clientType.Doctor),
  model: doctors,
  statements: doctorLists,
}
