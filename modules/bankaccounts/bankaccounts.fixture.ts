// Bank accounts for tests: each of its own number.
import { expect } from 'vitest'
import { listed } from '../../server/testing/listed.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { approve, askedFor } from '../requests/requests.fixture.ts'

let numbers = 0
/** An account of the laboratory 2; answers the key. `second` agrees to what it began with. */
export const aBankAccount = async (person: Person, more: Json = {}, second?: Person): Promise<number> => {
  numbers += 1
  const account = {
    OwnerId: 2,
    Name: `Account ${numbers}`,
    Number: `50100${String(numbers).padStart(6, '0')}`,
    OpeningDate: '2026-04-01',
    ...more,
  }
  if (second) {
    const agreed = await approve(second, await askedFor(person, 'bankaccounts', account))
    expect([agreed.status, agreed.body.message]).toEqual([200, expect.any(String)])
    const all = (await listed(person, 1061, { Name: account.Name })).rows
    return Math.max(...all.map((row) => Number(row.BankAccountId)))
  }
  const made = await person.post('/api/bankaccounts/', account)
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  return made.body.BankAccountId
}
