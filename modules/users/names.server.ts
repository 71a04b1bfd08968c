// Full names: no two users of one employer sign under the same.
import { sql, type Tx } from '../../server/db/db.ts'
import { conflict } from '../../server/refusal.ts'
import { readAs } from './users.rules.ts'

type Named = { readonly FullName?: string | null; readonly EmployerId?: number | null }

/** Refuses the full name of another active user of the employer. @throws 409 */
export const refuseSameName = async (tx: Tx, { FullName, EmployerId }: Named, key: number | null): Promise<void> => {
  // two requests for one name wait for each other here
  await tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('full names'), ${EmployerId ?? 0})
  `)
  const colleagues = await tx.rows<{ FullName: string }>(sql`
    select
      full_name
    from
      users
    where
      is_active
      and employer_id is not distinct from ${EmployerId ?? null}
      and user_id is distinct from ${key}
  `)
  if (colleagues.some(({ FullName: fullName }) => readAs(fullName) === readAs(FullName)))
    throw conflict('Another user here has this full name. Add a middle name to distinguish them')
}
