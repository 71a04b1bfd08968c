// Seals the audit block by block in a chain of hashes, so that a row changed afterwards is found.
import { lockOf } from '../db/advisory.ts'
import { createHash } from 'node:crypto'
import { sql, type Sql, type Tx } from '../db/db.ts'

/**
 * How a block's rows are written before they are hashed. In the first form a `|` in one column could pass for the next
 * one; blocks sealed with it are still verified with it.
 */
const written: Readonly<Record<number, Sql>> = {
  1: sql`
    concat_ws(
      '|',
      audit_id,
      extract(
        epoch
        from
          at
      ),
      user_id,
      role_id,
      entity_id,
      module_id,
      form_id,
      action,
      remarks,
      changes::text,
      request_id
    )
  `,
  2: sql`
    jsonb_build_array(
      audit_id,
      extract(
        epoch
        from
          at
      ),
      user_id,
      role_id,
      entity_id,
      module_id,
      form_id,
      action,
      remarks,
      changes,
      request_id
    )::text
  `,
}
const form = 2

/**
 * The separators of two rows. They are values, not parts of the statement: the source's layout once changed the line
 * end into the first one of form 2, and valid chains have both.
 */
const between: Readonly<Record<number, readonly [string, ...string[]]>> = { 1: ['\n'], 2: ['\n    ', '\n'] }
const separators = (as: number): readonly [string, ...string[]] => between[as] ?? ['\n']

type Hashed = { Hash: string | null; Count: number }
const rowsHash = (tx: Tx, first: number, last: number, as: number, separator = separators(as)[0]): Promise<Hashed> =>
  tx.one(sql`
    select
      encode(
        sha256(
          convert_to(
            coalesce(
              string_agg(
                ${written[as] ?? sql`null`},
                ${separator}::text
                order by
                  audit_id
              ),
              ''
            ),
            'utf8'
          )
        ),
        'hex'
      ) as hash,
      count(*)::int as count
    from
      audit
    where
      audit_id between ${first} and ${last}
  `)
const blockHash = (previous: Buffer, rows: Buffer, first: number, last: number): Buffer =>
  createHash('sha256').update(previous).update(rows).update(`${first}-${last}`).digest()

/** Most rows of a block: a backlog is sealed block by block, each well within a statement's time. */
export const mostSealed = 20_000

/** A sealed block: rows and hash. A copy of the hash stored elsewhere shows whether the chain was rebuilt. */
export type Sealed = { rows: number; hash: string }

/**
 * Seals the entries since the last block, except those of the last minutes: no transaction is open that long, so no
 * entry can appear before a sealed one later. One block at a time; undefined when no entry is left to seal.
 */
export const sealAudit = async (tx: Tx, ageSeconds = 300, most = mostSealed): Promise<Sealed | undefined> => {
  await tx.run(sql`
    select
      pg_advisory_xact_lock(${lockOf.seal})
  `)
  const last = await tx.maybe<{ LastAuditId: number; BlockHash: Buffer }>(sql`
    select
      last_audit_id,
      block_hash
    from
      audit_blocks
    order by
      block_id desc
    limit
      1
  `)
  const from = (last?.LastAuditId ?? 0) + 1
  const { Newest } = await tx.one<{ Newest: number | null }>(sql`
    select
      max(audit_id) as newest
    from
      (
        select
          audit_id
        from
          audit
        where
          audit_id >= ${from}
          and at < now() - make_interval(secs => ${ageSeconds})
        order by
          audit_id
        limit
          ${most}
      ) next
  `)
  if (Newest === null) return undefined
  const rows = await rowsHash(tx, from, Newest, form)
  const previous = last?.BlockHash ?? Buffer.alloc(32)
  const hash = Buffer.from(rows.Hash ?? '', 'hex')
  const sealed = blockHash(previous, hash, from, Newest)
  await tx.run(sql`
    insert into
      audit_blocks (first_audit_id, last_audit_id, rows_hash, previous_hash, block_hash, form)
    values
      (
        ${from},
        ${Newest},
        ${hash},
        ${previous},
        ${sealed},
        ${form}
      )
  `)
  return { rows: rows.Count, hash: sealed.toString('hex') }
}

/** Verifies the chain of sealed blocks; answers the first broken block. */
export const verifyAudit = async (tx: Tx): Promise<{ blocks: number; brokenAt: number | null }> => {
  const blocks = await tx.rows<{
    BlockId: number
    FirstAuditId: number
    LastAuditId: number
    RowsHash: Buffer
    PreviousHash: Buffer
    BlockHash: Buffer
    Form: number
  }>(sql`
    select
      block_id,
      first_audit_id,
      last_audit_id,
      rows_hash,
      previous_hash,
      block_hash,
      form
    from
      audit_blocks
    order by
      block_id
  `)
  let previous: Buffer = Buffer.alloc(32)
  for (const block of blocks) {
    const { FirstAuditId: first, LastAuditId: last } = block
    let isSame = false
    for (const separator of separators(block.Form)) {
      if (isSame) break
      const { Hash } = await rowsHash(tx, first, last, block.Form, separator)
      isSame = Buffer.from(Hash ?? '', 'hex').equals(block.RowsHash)
    }
    const holds =
      isSame &&
      previous.equals(block.PreviousHash) &&
      blockHash(previous, block.RowsHash, first, last).equals(block.BlockHash)
    if (!holds) return { blocks: blocks.length, brokenAt: block.BlockId }
    previous = block.BlockHash
  }
  return { blocks: blocks.length, brokenAt: null }
}
