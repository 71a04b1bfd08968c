// The UCUM code that an element last had: emptied in one save and filled in by another, it is asked as one change.
import { sql, type Tx } from '../../server/db/db.ts'
import type { StoredOf } from '../../server/module.ts'
import { elements, type elementFields } from './elements.model.ts'
import { rangesOf } from './ready.server.ts'
import type { Measured } from './unit.rules.ts'

/** The element with the last code that it had, and with the ranges of that time. Its history has each. */
export const withLastCode = async (
  tx: Tx,
  before: StoredOf<typeof elementFields> | null,
  key: number | null,
): Promise<Measured | null> => {
  if (before === null || (before.Ucum ?? '').trim() !== '') return before
  const last = await tx.maybe<Pick<Measured, 'Ucum' | 'ElementMeasurements'>>(sql`
    select
      emptied.code as "Ucum",
      ${rangesOf(sql`emptied`, sql`emptied.at - interval '1 microsecond'`)} as "ElementMeasurements"
    from
      (
        select
          entry.form_id as element_id,
          entry.changes -> 'Ucum' ->> 0 as code,
          entry.at
        from
          audit entry
        where
          entry.module_id = ${elements.id}
          and entry.form_id = ${key}
          and trim(entry.changes -> 'Ucum' ->> 0) <> ''
        order by
          entry.audit_id desc
        limit
          1
      ) emptied
  `)
  return last ? { ...before, ...last } : before
}
