// Own accounts of the demo network's legal entity: petty cash goes to one, the rent that the bank took to another.
import type { Caller } from '../../server/caller.ts'
import type { Database } from '../../server/db/db.ts'
import { sql } from '../../server/db/db.ts'
import { saveRecord } from '../../server/door/save.ts'
import { ledgeraccountsServer } from '../../modules/ledgeraccounts/ledgeraccounts.server.ts'
import { metaFor } from '../caller.ts'

const accounts = [
  { Code: '5210', Name: 'Local travel', Kind: 'expense' },
  { Code: '5310', Name: 'Rent of the premises', Kind: 'expense' },
  { Code: '4910', Name: 'Interest of the bank', Kind: 'income' },
] as const
export type OwnName = (typeof accounts)[number]['Name']

export const openOwnAccounts = async (db: Database, user: Caller): Promise<void> => {
  for (const account of accounts) await saveRecord(db, ledgeraccountsServer, null, { ...account }, metaFor(user))
}

/** The key of one of them; null before they are opened. */
export const ownAccount = async (db: Database, name: OwnName): Promise<number | null> =>
  (
    await db.read.maybe<{ Id: number }>(sql`
      select
        ledger_account_id as id
      from
        ledger_accounts
      where
        name = ${name}
    `)
  )?.Id ?? null
