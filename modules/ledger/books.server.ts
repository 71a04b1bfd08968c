// How the books are read: whose entries, the name of an account, the number of a document.
import type { Caller } from '../../server/caller.ts'
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import { clientType } from '../lists/items.model.ts'
import { accounts } from './accounts.rules.ts'

/**
 * The organisations whose books a user asks for: those that the user works for, or one of them with the ones below it.
 * An array for `= any (...)`.
 */
export const placesOf = (user: Caller, entityId: number | null | undefined): Sql =>
  entityId == null || entityId === user.EntityId
    ? sql`${[...user.Clients]}::int[]`
    : sql`
        array(
          with recursive
            below as (
              select
                client_id
              from
                clients
              where
                client_id = ${entityId}
                and client_id = any (${[...user.Clients]})
              union
              select
                place.client_id
              from
                clients place
                join below on place.parent_id = below.client_id
              where
                place.client_id = any (${[...user.Clients]})
            )
          select
            client_id
          from
            below
        )
      `

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const named = accounts.map(([account, name]) => `when ${quoted(account)} then ${quoted(name)}`).join(' ')
/** The name of the account in a column. */
export const accountName = (column: string): string => `case ${column} ${named} else ${column} end`

/** What an own account (`own`) is called in the books. */
export const ownName = "own.code || ' ' || own.name"
/**
 * What is added to the name of an own account (`own`) in the books of `places`: its legal entity, where these are of
 * several, each of which may have the same code and name.
 */
export const ownerOf = (places: Sql): Sql => sql`
  case
    when own.ledger_account_id is not null
    and (
      select
        count(
          distinct case
            when place.client_type_id = ${literal(clientType.LegalEntity)} then place.client_id
            else place.legal_entity_id
          end
        ) > 1
      from
        clients place
      where
        place.client_id = any (${places})
    ) then ' (' || (
      select
        entity.name
      from
        clients entity
      where
        entity.client_id = own.entity_id
    ) || ')'
    else ''
  end
`
/** The name of the account of an entry (`entry`): of money the bank account (`bank`), of an own one its (`own`). */
export const accountOfEntry = `coalesce('Bank: ' || bank.name, ${ownName}, ${accountName('entry.account')})`
/** What bank account and own account are read from (`entry`). */
export const accountNames = `
  left join bank_accounts bank on bank.bank_account_id = entry.bank_account_id
  left join ledger_accounts own on own.ledger_account_id = entry.ledger_account_id
`

/** The number of the document of an entry (`entry`, with `voucherNames`). */
export const voucherNo = `coalesce(
  note.credit_note_no,
  'T' || entry.transaction_id,
  invoice.invoice_no,
  purchase.bill_no,
  'R' || entry.referral_id,
  'W' || entry.tds_deduction_id,
  'A' || entry.allocation_id,
  'D' || entry.batch_out_id,
  'B' || entry.batch_id
)`
/** What the number of a document is read from (`entry`). */
export const voucherNames = `
  left join invoices invoice on invoice.invoice_id = entry.invoice_id
  left join credit_notes note on note.credit_note_id = entry.credit_note_id
  left join purchase_bills purchase on purchase.purchase_bill_id = entry.purchase_bill_id
`
/** The moment that a report of a period begins or ends with. */
export const moment = (at: string | null | undefined, otherwise: 'infinity' | '-infinity'): Sql =>
  at == null ? sql`${raw(quoted(otherwise))}::timestamptz` : sql`${at}::timestamptz`
