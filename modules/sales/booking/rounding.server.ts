// What rounding adds to a sale, or takes off.
import { raw, type Sql } from '../../../server/db/db.ts'

/** Of the sale under this name: its net amount less the exact one. */
export const roundingOf = (sale: 's' | 'sale'): Sql =>
  raw(`${sale}.net_amount - (${sale}.gross_amount - ${sale}.discount - ${sale}.addl_discount)`)
