// The dashboard's tiles and tables: statements 2001 and up, inside the scope of the user.
import type { Statement } from '../../server/read/statement.ts'
import { accountTables } from './boards/account-tables.server.ts'
import { accountTiles } from './boards/account-tiles.server.ts'
import { bankTables, bankTiles } from './boards/bank-boards.server.ts'
import { benchTables } from './boards/bench-tables.server.ts'
import { turnarounds } from '../turnaround/turnaround.server.ts'
import { boxTables } from './boards/box-tables.server.ts'
import { boxTiles } from './boards/box-tiles.server.ts'
import { benchTiles } from './boards/bench-tiles.server.ts'
import { legTables } from './boards/leg-tables.server.ts'
import { moneyTiles } from './boards/money-tiles.server.ts'
import { requestTables, requestTiles } from './boards/request-boards.server.ts'
import { saleTables } from './boards/sale-tables.server.ts'

/** Offered in the order of their numbers. */
export const dashboardStatements: readonly Statement[] = [
  ...moneyTiles,
  ...benchTiles,
  ...saleTables,
  ...benchTables,
  ...boxTiles,
  ...boxTables,
  ...accountTiles,
  ...accountTables,
  ...legTables,
  ...requestTiles,
  ...requestTables,
  ...bankTiles,
  ...bankTables,
  ...turnarounds,
].sort((one, other) => one.id - other.id)
