// When an invoice is overdue: from the day after the one that it is to be paid on, at midnight of the network.
import { raw, type Sql } from '../../server/db/db.ts'

/** The moment from which it is overdue. `alias`: of invoice_facts. */
export const overdueFrom = (alias: string): string => `network_midnight (${alias}.due_date + 1)`
/** It is open and overdue now. */
export const isOverdue = (alias: string): Sql =>
  raw(`${alias}.is_open and ${alias}.outstanding > 0 and ${overdueFrom(alias)} <= now()`)
