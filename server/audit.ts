// Every change leaves who, as what, when, what and why, in the same transaction; hash-chained blocks are sealed later.
import { createHash } from 'node:crypto'
import { sql, type Tx } from './db.ts'
import type { Caller, Loaded } from './module.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const quiet = new Set(['RowVersion', 'Actions', 'Password', 'Picture'])

/** Changed fields only: Field -> [before, after]. */
export const changesBetween = (before: Loaded | null, after: Loaded | null): Record<string, [unknown, unknown]> => {
  const changes: Record<string, [unknown, unknown]> = {}
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    if (quiet.has(name)) continue
    const was = before?.[name] ?? null
    const is = after?.[name] ?? null
    if (!same(was, is)) changes[name] = [was, is]
  }
  return changes
}

export type Entry = {
  module: string
  formId: number
  action: string
  remarks?: string | null
  changes?: Record<string, [unknown, unknown]>
}

/** No signed-in user, no change: the types ask for one. */
export const writeAudit = (tx: Tx, user: Caller, entry: Entry): Promise<number> =>
  tx.run(sql`insert into audit (user_id, role_id, entity_id, module_id, form_id, action, remarks, changes, request_id)
    values (${user.UserId}, ${user.RoleId}, ${user.EntityId}, ${entry.module}, ${entry.formId}, ${entry.action}, ${entry.remarks ?? null}, ${JSON.stringify(entry.changes ?? {})}::jsonb, ${user.requestId})`)

/** Reads of results, prints, exports and refusals: what was done to what by whom, no values. */
export const writeAccess = (
  tx: Tx,
  user: Pick<Caller, 'UserId' | 'EntityId' | 'requestId'>,
  what: string,
  module: string,
  formId: number | null,
): Promise<number> =>
  tx.run(
    sql`insert into access_log (user_id, entity_id, module_id, form_id, what, request_id) values (${user.UserId}, ${user.EntityId}, ${module}, ${formId}, ${what}, ${user.requestId})`,
  )

const rowsHash = (tx: Tx, first: number, last: number): Promise<{ hash: string | null; count: number }> =>
  tx.one(sql`select encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', audit_id, extract(epoch from at), user_id, role_id, entity_id, module_id, form_id, action, remarks, changes::text, request_id), E'\n' order by audit_id), ''), 'utf8')), 'hex') as hash,
    count(*)::int as count from audit where audit_id between ${first} and ${last}`)
const blockHash = (previous: Buffer, rows: Buffer, first: number, last: number): Buffer =>
  createHash('sha256').update(previous).update(rows).update(`${first}-${last}`).digest()

/** Seals what was written since the last block, but for the last minutes: no transaction stays open that long, so nothing comes below a sealed row later. Answers the rows sealed. */
export const sealAudit = async (tx: Tx, ageSeconds = 300): Promise<number> => {
  await tx.run(sql`select pg_advisory_xact_lock(720472)`)
  const last = await tx.maybe<{ last_audit_id: number; block_hash: Buffer }>(
    sql`select last_audit_id, block_hash from audit_blocks order by block_id desc limit 1`,
  )
  const from = (last?.last_audit_id ?? 0) + 1
  const { till } = await tx.one<{ till: number | null }>(
    sql`select max(audit_id) as till from audit where audit_id >= ${from} and at < now() - make_interval(secs => ${ageSeconds})`,
  )
  if (till === null) return 0
  const rows = await rowsHash(tx, from, till)
  const previous = last?.block_hash ?? Buffer.alloc(32)
  const hash = Buffer.from(rows.hash ?? '', 'hex')
  await tx.run(
    sql`insert into audit_blocks (first_audit_id, last_audit_id, rows_hash, previous_hash, block_hash) values (${from}, ${till}, ${hash}, ${previous}, ${blockHash(previous, hash, from, till)})`,
  )
  return rows.count
}

/** Whether the chain of sealed blocks holds; answers the first block that does not. */
export const verifyAudit = async (tx: Tx): Promise<{ blocks: number; brokenAt: number | null }> => {
  const blocks = await tx.rows<{
    block_id: number
    first_audit_id: number
    last_audit_id: number
    rows_hash: Buffer
    previous_hash: Buffer
    block_hash: Buffer
  }>(sql`select * from audit_blocks order by block_id`)
  let previous: Buffer = Buffer.alloc(32)
  for (const block of blocks) {
    const rows = await rowsHash(tx, block.first_audit_id, block.last_audit_id)
    const hash = Buffer.from(rows.hash ?? '', 'hex')
    const holds =
      hash.equals(block.rows_hash) &&
      previous.equals(block.previous_hash) &&
      blockHash(previous, hash, block.first_audit_id, block.last_audit_id).equals(block.block_hash)
    if (!holds) return { blocks: blocks.length, brokenAt: block.block_id }
    previous = block.block_hash
  }
  return { blocks: blocks.length, brokenAt: null }
}
