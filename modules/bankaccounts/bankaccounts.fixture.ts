// Bank accounts for tests: each of its own number.
import { expect } from 'vitest'
import type { Json, Person } from '../../server/testing/signed-in.ts'

let numbers = 0
/** An account of the laboratory 2; answers the key. */
export const aBankAccount = async (person: Person, more: Json = {}): Promise<number> => {
  numbers += 1
  const made = await person.post('/api/bankaccounts/', {
    OwnerId: 2,
    Name: `Account ${numbers}`,
    Number: `50100${String(numbers).padStart(6, '0')}`,
    OpeningDate: '2026-04-01',
    ...more,
  })
  expect([made.status, made.body['errors']]).toEqual([201, undefined])
  return made.body['BankAccountId'] as number
}
