// The list of patients; their records are clients.
import type { ServerModule } from '../../server/module.ts'
import { clientsServer } from '../clients/clients.server.ts'
import { patientLists, typeScope } from '../clients/list.server.ts'
import { patients } from './patients.model.ts'
import { clientType } from '../lists/items.model.ts'

const { save: _save, routes: _routes, picks: _picks, ...rest } = clientsServer
export const patientsServer: ServerModule = {
  ...rest,
  scope: typeScope(clientType.Patient),
  model: patients,
  statements: patientLists,
}
