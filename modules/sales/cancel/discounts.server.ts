// What additional discount and rounding had taken off what is cancelled: the bill goes on saying what it was for.
import { sql, type Tx } from '../../../server/db/db.ts'

/** What they take off the bill of a sale now: `sign` 1 before something of it is cancelled, -1 after that. */
export const keepDiscounts = (tx: Tx, saleId: number, sign: 1 | -1): Promise<number> =>
  tx.run(sql`
    insert into
      cancelled_discounts (sale_id, sac, gst_rate, amount)
    select
      sale_id,
      sac,
      case
        when is_taxed then gst_rate
      end,
      ${sign}::int * taken_off
    from
      sale_supplies
    where
      sale_id = ${saleId}
      and taken_off <> 0
  `)

/** Rupees that they had taken off the lines of a sale that are cancelled; below zero where rounding added some. */
export const takenOff = async (tx: Tx, saleId: number): Promise<number> =>
  (
    await tx.one<{ Amount: number }>(sql`
      select
        coalesce(sum(amount), 0) as amount
      from
        cancelled_discounts
      where
        sale_id = ${saleId}
    `)
  ).Amount
