// The slips of a batch: of which deposit each is, and the match with the bank that rests on it.
import type { FilePart, KeptFile } from '../../../core/answer/questions.ts'
import { formatDate } from '../../../core/dates.ts'
import { formatMoney } from '../../../core/money.ts'
import { sql, type Tx } from '../../../server/db/db.ts'

type Deposit = {
  readonly Id: number
  readonly SlipNo: string
  readonly Amount: number
  readonly Day: string
  readonly SlipId: number | null
}
/** The deposits of a batch, also cancelled ones, but not their reversals. */
export const depositsOf = async (tx: Tx, batchId: number): Promise<readonly FilePart[]> => {
  const deposits = await tx.rows<Deposit>(sql`
    select
      deposit.batch_out_id as id,
      deposit.slip_no,
      deposit.amount,
      deposit.day::text as day,
      slip_of_deposit (deposit.batch_id, deposit.batch_out_id) as slip_id
    from
      batch_outs deposit
    where
      deposit.batch_id = ${batchId}
      and deposit.kind = 'Deposit'
      and deposit.reverses_id is null
    order by
      deposit.day,
      deposit.batch_out_id
  `)
  return deposits.map(({ Id, SlipNo, Amount, Day, SlipId }) => ({
    Key: Id,
    Name: `Slip ${SlipNo}, ${formatMoney(Amount, { symbol: true })} of ${formatDate(Day)}`,
    NewestId: SlipId,
  }))
}

/**
 * In a sentence, for the slip of a deposit that a line of the bank is matched with. Who matches it holds the deposit: a
 * request that waits here sees the match.
 */
export const restsOnSlip = async (
  tx: Tx,
  batchId: number,
  { Kind, About }: Pick<KeptFile, 'Kind' | 'About'>,
): Promise<string | undefined> => {
  if (Kind !== 'slip') return undefined
  await tx.run(sql`
    select
      1
    from
      batch_outs
    where
      batch_out_id = any (${[...(About ?? [])]}::int[])
    order by
      batch_out_id
    for no key update
  `)
  const matched = await tx.maybe<{ SlipNo: string }>(sql`
    select
      deposit.slip_no
    from
      batch_outs deposit
      join bank_match_items item using (batch_out_id)
      join bank_matches match using (bank_match_id)
    where
      deposit.batch_id = ${batchId}
      and deposit.batch_out_id = any (${[...(About ?? [])]}::int[])
      and match.undone_at is null
    limit
      1
  `)
  return matched && `The deposit of slip ${matched.SlipNo} is matched with the bank`
}
