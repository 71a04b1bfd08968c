// Own accounts for tests: each of its own code.
import { expect } from 'vitest'
import type { Json, Person } from '../../server/testing/signed-in.ts'

let codes = 0
/** An expense of the legal entity that the person works for; answers the key. */
export const anOwnAccount = async (person: Person, more: Json = {}): Promise<number> => {
  codes += 1
  const made = await person.post('/api/ledgeraccounts/', {
    Code: String(70_000 + codes),
    Name: `Own account ${codes}`,
    Kind: 'expense',
    ...more,
  })
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  return made.body.LedgerAccountId
}
