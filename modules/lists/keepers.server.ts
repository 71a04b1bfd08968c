// Records that the whole network shares: every user reads and chooses them; only staff of the network's own
// legal entity change them.
import type { Shape } from '../../core/answer/answer.ts'
import { reference, type DraftOf, type Fields } from '../../core/model.ts'
import { inSentence } from '../../core/titles.ts'
import { entityType } from '../../core/user.ts'
import { empty, literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { SaveContext, ServerModule } from '../../server/module.ts'
import { notPermitted } from '../../server/refusal.ts'
import { json, routeOf, type Route } from '../../server/route.ts'
import { readOf, type Place } from '../../server/table/read-of.ts'
import { saveModel } from '../../server/table/table.ts'
import { mayKeepMasters } from './keepers.rules.ts'

/** 403 for staff of another legal entity in the same database. */
export const refuseOthers = async (context: Pick<SaveContext, 'tx' | 'user'>): Promise<void> => {
  const { IsOwn } = await context.tx.one<{ IsOwn: boolean }>(sql`
    select
      ${context.user.EmployerId}::int = min(client_id) as is_own
    from
      clients
    where
      client_type_id = ${literal(entityType.LegalEntity)}
  `)
  if (IsOwn !== true) throw notPermitted("Only the network's own staff can change this")
}

/** Saves a record that every entity uses. @throws 403 for others */
export const saveShared = async (place: Place, context: SaveContext): Promise<number> => {
  await refuseOthers(context)
  return saveModel(place, context)
}

type Shared = Pick<ServerModule, 'table' | 'alias' | 'keyColumn' | 'scope' | 'read' | 'decide' | 'save'>
/** What modules of shared records have in common. */
export const sharedOf = (place: Place): Shared => ({
  ...place,
  scope: () => sql`true`,
  read: readOf(place),
  decide: { create: (user) => mayKeepMasters(user), update: (_record, user) => mayKeepMasters(user) },
  save: (context) => saveShared(place, context),
})

type Active<Q extends Fields> = {
  /** What its columns are, where a screen reads them by name. */
  answers?: Shape
  columns: Sql
  joined?: Sql
  query?: Q
  where?: (asked: DraftOf<Q>) => Sql
  order?: Sql
}
/** Answers the active records at the module's own address, by default in order of name. */
export const activeOf = <Q extends Fields = Record<never, never>>(
  { model, table, alias, keyColumn }: Place,
  { answers, columns, joined = empty, query, where, order = raw(`${alias}.name, ${alias}.${keyColumn}`) }: Active<Q>,
): Route =>
  routeOf({
    method: 'GET',
    path: model.id,
    ...(answers && { answers }),
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: `Active ${inSentence(model.name)}`,
    ...(query && { query }),
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            ${columns}
          from
            ${raw(table)} ${raw(alias)} ${joined}
          where
            ${raw(alias)}.is_active
            and (${where?.(call.query) ?? sql`true`})
          order by
            ${order}
        `),
      ),
  })

export const departmentQuery = { DepartmentId: reference('Department', 'department') }
/** Those of one department, where the request names it. */
export const ofDepartment = (alias: string) => ({
  query: departmentQuery,
  where: ({ DepartmentId = null }: DraftOf<typeof departmentQuery>): Sql => sql`
    ${DepartmentId}::int is null
    or ${raw(alias)}.department_id = ${DepartmentId}
  `,
})
