// A report of the books: a module with rows and totals, and without records.
import type { Fields, Model } from '../../core/model.ts'
import { sql } from '../../server/db/db.ts'
import { moduleOf, type ServerModule } from '../../server/module.ts'
import type { Statement } from '../../server/read/statement.ts'

export const reportOf = <F extends Fields>(
  model: Model<F>,
  statements: readonly Statement[],
  more: Pick<ServerModule, 'jobs' | 'routes' | 'actions'> = {},
): ServerModule =>
  moduleOf(model, {
    // a request by key finds none
    table: 'ledger_entries',
    alias: 'entry',
    keyColumn: 'ledger_entry_id',
    scope: () => sql`false`,
    read: () => sql`
      select
      where
        false
    `,
    statements,
    ...more,
  })
