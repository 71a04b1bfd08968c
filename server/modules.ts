// The modules on the server, a line each; the only place where the platform knows them.
import { clientStatements } from '../modules/clients/lookups.server.ts'
import { salesServer } from '../modules/sales/sales.server.ts'
import { lookupRoutes, lookupStatements } from './lookups.ts'
import type { ServerModule } from './module.ts'
import type { Printer } from './print.ts'
import type { Route } from './route.ts'
import type { Statement } from './statement.ts'

export const serverModules: readonly ServerModule[] = [salesServer]
export const printers: ReadonlyMap<string, Printer> = new Map()
export const platformStatements: readonly Statement[] = [...lookupStatements, ...clientStatements]
export const platformRoutes = (statements: ReadonlyMap<number, Statement>): Route[] => lookupRoutes(serverModules, statements)
