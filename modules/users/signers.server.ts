// Signatures on papers: degree and registration, and the picture of the signature.
import { sql, type Tx } from '../../server/db/db.ts'

export type Signer = { readonly Qualification: string | null; readonly Signature: string | null }

/** By user; users without either are included. */
export const readSigners = async (tx: Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, Signer>> => {
  const rows = await tx.rows<{ UserId: number; Qualification: string | null; Signature: string | null }>(sql`
    select
      user_id,
      qualification,
      signature
    from
      users
    where
      user_id = any (${[...new Set(userIds)]})
  `)
  return new Map(rows.map((row) => [row.UserId, { Qualification: row.Qualification, Signature: row.Signature }]))
}
