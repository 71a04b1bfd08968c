// A merge looks in every column that names a client: of the tubes each has an index, since there are millions of them.
import { expect, test } from 'vitest'
import { sql } from '../../../../server/db/db.ts'
import { networkForTests } from '../../../../server/testing/network.ts'
import { linksOf } from './move.server.ts'

const { app } = networkForTests()

test('a merge reads no table of tubes whole', async () => {
  const links = await app.db.transaction(linksOf)
  const columns = links.filter(({ Table: table }) => table === 'samples').map(({ Column }) => Column)
  const indexed = await app.db.transaction((tx) =>
    tx.rows<{ Name: string }>(sql`
      select distinct
        field.attname::text as name
      from
        pg_index index_of
        join pg_attribute field on field.attrelid = index_of.indrelid
        and field.attnum = index_of.indkey[0]
      where
        index_of.indrelid = 'samples'::regclass
        and index_of.indisvalid
    `),
  )
  const names = indexed.map(({ Name }) => Name)
  expect(columns).toContain('collected_at_id')
  expect(columns.filter((column) => !names.includes(column))).toEqual([])
})
