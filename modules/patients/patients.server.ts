// The list of patients; their records are clients.
import type { ServerModule } from '../../server/module.ts'
import { clientsServer } from '../clients/clients.server.ts'
import { patientLists } from '../clients/list.server.ts'
import { patients } from './patients.model.ts'

const { save: _save, routes: _routes, ...rest } = clientsServer
export const patientsServer: ServerModule = { ...rest, model: patients, statements: patientLists }
