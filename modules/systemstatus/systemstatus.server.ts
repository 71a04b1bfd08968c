// The status of the system on the server: what the last check found, for administrators.
import { sql } from '../../server/db/db.ts'
import { isOfOwner } from '../../server/db/owner.ts'
import { moduleOf } from '../../server/module.ts'
import { equals } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { systemJobs } from './check.server.ts'
import { systemLines, systemstatus } from './systemstatus.model.ts'

const place = { table: 'system_status', alias: 'status', keyColumn: 'sequence' }

const list = listOf(systemstatus, {
  ...recordsOf(place),
  sort: 'Line',
  columns: { Line: 'status.sequence + 1', Name: 'named.name', CheckedOn: 'status.checked_at' },
  names: sql`
    join unnest(${systemLines.map(([line]) => line)}::text[], ${systemLines.map(
      ([, name]) => name,
    )}::text[]) named (line, name) on named.line = status.line
  `,
  filters: { State: equals('status.state') },
  scope: isOfOwner,
})

export const systemstatusServer = moduleOf(systemstatus, {
  ...place,
  // a line is no record
  scope: () => sql`false`,
  read: () => sql`
    select
    where
      false
  `,
  statements: [{ id: 1090, name: systemstatus.name, module: 'systemstatus', parameters: {}, list }],
  jobs: systemJobs,
})
