// Sales on the server: scope, load, save, actions, statements.
import type { ServerModule } from '../../server/module.ts'
import { saleScope, salesStatements } from './list.server.ts'
import { loadSale } from './load.server.ts'
import { sales } from './sales.model.ts'

export const salesServer: ServerModule = {
  model: sales, table: 'sales', alias: 's', keyColumn: 'sale_id',
  scope: (user) => saleScope(user), load: loadSale, statements: salesStatements,
}
