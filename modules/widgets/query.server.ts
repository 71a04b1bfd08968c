// Whether the user who saves a widget may run its query, and whether the query takes the widget's parameters.
import type { Errors } from '../../core/validate.ts'
import type { Caller } from '../../server/caller.ts'
import { mayByPermit } from '../../server/door/permission.ts'
import { invalid } from '../../server/refusal.ts'
import { dashboardStatements } from './dashboard.server.ts'
import { parameterErrors } from './parameters.rules.ts'

type Kept = { readonly StatementId?: number | null; readonly QueryParameters?: string | null }

const errorsOf = (user: Caller, { StatementId, QueryParameters }: Kept): Errors => {
  const statement = dashboardStatements.find(({ id }) => id === StatementId)
  if (!statement || (statement.module !== undefined && !mayByPermit(user, statement.module, 'list')))
    return { StatementId: ['Query is not one of its choices'] }
  return parameterErrors(QueryParameters, statement.parameters)
}
/** Refuses with 400 a query that the user may not run, and parameters that it does not take or lacks. */
export const refuseQuery = (user: Caller, kept: Kept): void => {
  const errors = errorsOf(user, kept)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
/** `case` over the numbers of the queries: their names. */
export const queryName = (column: string): string => {
  const cases = dashboardStatements.map(({ id, name }) => `when ${id} then '${name.replaceAll("'", "''")}'`)
  return `case ${column} ${cases.join(' ')} end`
}
