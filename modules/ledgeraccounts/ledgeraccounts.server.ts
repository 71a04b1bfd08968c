// Own accounts on the server: those of the legal entities of the user's places, with what the ledger has of them.
import { raw, sql, type Sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { equals, isSo, like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { statementOf } from '../../server/read/statement.ts'
import { invalid, obey } from '../../server/refusal.ts'
import { readOf } from '../../server/table/read-of.ts'
import { saveModel } from '../../server/table/table.ts'
import { ownName } from '../ledger/books.server.ts'
import { holdBalance } from '../ledger/hold.server.ts'
import { ledgeraccounts, type ledgerAccountFields, type LedgerAccountDraft } from './ledgeraccounts.model.ts'
import { mayChangeKind } from './ledgeraccounts.rules.ts'
import { accountsToPostTo } from './answers.model.ts'

const place = { model: ledgeraccounts, table: 'ledger_accounts', alias: 'own', keyColumn: 'ledger_account_id' }

const scope = (user: Caller): Sql => sql`
  own.entity_id in (
    select
      coalesce(place.legal_entity_id, place.client_id)
    from
      clients place
    where
      place.client_id = any (${[...user.Clients]})
  )
`

const balance = (user: Caller): Sql => sql`
  (
    select
      coalesce(sum(entry.debit - entry.credit), 0)
    from
      ledger_entries entry
    where
      entry.ledger_account_id = own.ledger_account_id
      and entry.seller_id = any (${[...user.Clients]})
  )
`

const list = listOf(ledgeraccounts, {
  ...recordsOf(place),
  sort: 'Code',
  columns: { Entity: 'entity.name' },
  names: 'join clients entity on entity.client_id = own.entity_id',
  filters: {
    Name: like('own.name'),
    Kind: equals('own.kind'),
    IsActive: isSo('own.is_active'),
  },
  scope,
})

type Other = { readonly Name: string; readonly SameCode: boolean }
/** @throws 400 where another account of the legal entity, whose row is held, has the code or the name */
const checkOthers = async (
  tx: Tx,
  entityId: number,
  key: number | null,
  { Code, Name }: LedgerAccountDraft,
): Promise<void> => {
  await holdBalance(tx, entityId)
  const other = await tx.maybe<Other>(sql`
    select
      own.name,
      own.code = ${Code ?? ''} as same_code
    from
      ledger_accounts own
    where
      own.entity_id = ${entityId}
      and own.ledger_account_id is distinct from ${key}::int
      and (
        own.code = ${Code ?? ''}
        or lower(own.name) = lower(${Name?.trim() ?? ''})
      )
    order by
      same_code desc
    limit
      1
  `)
  if (!other) return
  throw invalid(
    other.SameCode
      ? { Code: [`${other.Name} has this code. Choose another`] }
      : { Name: ['Another account has this name. Open that one, or choose another name'] },
  )
}

const entityOf = async (tx: Tx, placeId: number): Promise<number> =>
  (
    await tx.one<{ EntityId: number }>(sql`
      select
        coalesce(legal_entity_id, client_id) as entity_id
      from
        clients
      where
        client_id = ${placeId}
    `)
  ).EntityId

const isInUse = async (tx: Tx, key: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      ledger_entries
    where
      ledger_account_id = ${key}
    limit
      1
  `)) !== undefined

const save = async (context: SaveContext<typeof ledgerAccountFields>): Promise<number> => {
  const { tx, user, record, before, key } = context
  const account: LedgerAccountDraft = { ...before, ...record }
  const entityId = before === null ? await entityOf(tx, user.EntityId) : Number(before.EntityId)
  await checkOthers(tx, entityId, key, account)
  if (before === null || key === null) return saveModel(place, context, { EntityId: entityId })
  if (account.Kind !== before.Kind) obey(mayChangeKind(await isInUse(tx, key)))
  return saveModel(place, context)
}

export const ledgeraccountsServer = moduleOf(ledgeraccounts, {
  ...place,
  scope,
  picks: { ledgeraccount: () => sql`own.is_active` },
  read: readOf(
    place,
    (_key, user) => sql`
      own.entity_id as "EntityId",
      ${balance(user)} as "Balance"
    `,
  ),
  save,
  statements: [
    { id: 1091, name: 'Own Accounts', module: 'ledgeraccounts', parameters: {}, list },
    statementOf({
      ...accountsToPostTo,
      name: 'Own accounts to post to',
      // who pays out of a drawer chooses one, and keeps no books
      module: 'tranbatches',
      parameters: {},
      query: (_values, user) => sql`
        select
          own.ledger_account_id as "LedgerAccountId",
          ${raw(ownName)} as "Account",
          initcap(own.kind) as "Kind"
        from
          ledger_accounts own
        where
          own.is_active
          and (${scope(user)})
        order by
          own.code,
          own.ledger_account_id
        limit
          500
      `,
    }),
  ],
})
