// An act on results as a screen sends it: with the version of each, as it is now.
import type { Loaded } from '../server/caller.ts'
import { sql, type Database } from '../server/db/db.ts'
import { runBulk } from '../server/door/act.ts'
import type { Meta, Saved } from '../server/door/once.ts'
import type { BulkAction } from '../server/module.ts'
import { testresultsServer } from '../modules/testresults/testresults.server.ts'

type Item = { readonly WorkItemId: number }
export const actOn = async (
  db: Database,
  action: BulkAction,
  rows: readonly Item[],
  meta: Meta,
  more: Loaded = {},
): Promise<Saved> => {
  const ids = rows.map((row) => row.WorkItemId)
  const seen = await db.read.rows<{ Id: number; Version: number }>(sql`
    select
      item.work_item_id as id,
      item.row_version as version
    from
      work_items item
    where
      item.work_item_id = any (${ids})
  `)
  const versions = new Map(seen.map(({ Id, Version }) => [Id, Version]))
  const RowVersions = ids.map((id) => versions.get(id) ?? 0)
  return runBulk(db, testresultsServer, action, { WorkItemIds: ids, RowVersions, ...more }, meta)
}
