// Pickers of clients: statements 200 to 205 and the simple list of clients, inside the employer and the entity.
import type { RowsAt } from '../../core/answer/answer.ts'
import { isStaff } from '../../core/user.ts'
import { literal, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { statementOf, type Statement } from '../../server/read/statement.ts'
import { shown } from '../../server/table/shown.ts'
import { clientType } from '../lists/items.model.ts'
import { consigneeScope } from './scope.server.ts'
import { clientParameters, clientsByName, type ClientQuestion } from './by-name.server.ts'
import { clientsByType, centres, mayRefer, giversOfCentre, managedClients, consignees } from './acts/answers.model.ts'

const lookup = (
  rows: RowsAt,
  name: string,
  types: readonly number[] | undefined,
  further?: (user: Caller) => Sql,
): Statement =>
  statementOf({
    ...rows,
    name,
    parameters: clientParameters,
    query: (values, user) => clientsByName(user, values, types, further?.(user)),
  })

export const clientStatements: readonly Statement[] = [
  lookup(clientsByType, 'Clients', undefined),
  lookup(centres, 'Collection centres and the own lab', [clientType.Lab, clientType.CollectionCentre], (user) =>
    user.EntityTypeId === clientType.Lab
      ? sql`
          (
            client.client_type_id = ${literal(clientType.CollectionCentre)}
            or client.client_id = ${user.EntityId}
          )
        `
      : sql`
          client.client_type_id = ${literal(clientType.CollectionCentre)}
          or client.client_id = ${user.EntityId}
        `,
  ),
  lookup(mayRefer, 'Referrers', [clientType.Doctor, clientType.Referrer], () => sql`client.can_refer`),
  lookup(
    giversOfCentre,
    'Givers of a collection centre',
    [clientType.Patient, clientType.CollectionCentre, clientType.Institution],
    (user) => sql`
      (
        client.client_id = ${user.EntityId}
        or (
          client.client_type_id = ${literal(clientType.Institution)}
          and client.parent_id = ${user.EntityId}
        )
        or (
          client.client_type_id = ${literal(clientType.Patient)}
          and client.parent_id is not distinct from ${user.EmployerId}
        )
      )
    `,
  ),
  statementOf({
    ...consignees,
    name: 'Consignees',
    parameters: clientParameters,
    // outside labs first: users know their own by heart
    query: (values, user) => sql`
      select
        *
      from
        (${clientsByName(user, values, [clientType.Lab, clientType.ExternalLab], undefined, consigneeScope(user))}) lab
      order by
        lab."ClientTypeId" desc,
        lab."Name"
    `,
  }),
  lookup(
    managedClients,
    'Clients of the sales manager',
    undefined,
    (user) => sql`client.sales_manager_id = ${user.UserId}`,
  ),
]
/**
 * GET /api/clients: the same rows by ClientTypeId, LegalEntityId or ClientId. A client asked for by its key has contact
 * and body data too, for users who work in the network.
 */
export const simpleClients = (values: ClientQuestion, user: Caller): Sql => {
  const found = clientsByName(user, { limit: 500, ...values }, undefined)
  if (values.ClientId == null || !isStaff(user)) return found
  return sql`
    select
      found.*,
      ${shown('client', ['IsActualBirthDay', 'Height', 'Weight', 'MobilePhone', 'WorkPhone', 'HomePhone', 'Email'])},
      ${shown('client', ['IsActive'])}
    from
      (${found}) found
      join clients client on client.client_id = found."ClientId"
  `
}
