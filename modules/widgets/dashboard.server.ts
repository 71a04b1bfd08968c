// What the dashboard's tiles and tables show: statements 2001 and up, inside the scope of whoever looks.
import type { Statement } from '../../server/read/statement.ts'
import { accountBoards } from './account-boards.server.ts'
import { benchTables } from './bench-tables.server.ts'
import { turnarounds } from '../turnaround/turnaround.server.ts'
import { boxTables } from './box-tables.server.ts'
import { benchTiles } from './bench-tiles.server.ts'
import { moneyTiles } from './money-tiles.server.ts'
import { saleTables } from './sale-tables.server.ts'

/** Offered in the order of their numbers. */
export const dashboardStatements: readonly Statement[] = [
  ...moneyTiles,
  ...benchTiles,
  ...saleTables,
  ...benchTables,
  ...boxTables,
  ...accountBoards,
  ...turnarounds,
].sort((one, other) => one.id - other.id)
