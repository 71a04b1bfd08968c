// What one place owes another by its opening balance, for tests; and their settlement.
import { expect } from 'vitest'
import { setRows } from '../../server/testing/rows.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'

/** An administrator enters what a place owes another one. */
export const owing = async (admin: Person, debtor: number, creditor: number, amount: number): Promise<void> => {
  await setRows(admin.app, 'clients', { ClientId: debtor }, { OpeningSellerId: creditor })
  const saved = await admin.put(`/api/clients/${debtor}`, { OpeningBalance: amount })
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
}
export const settling = (person: Person, first: number, second: number, more: Json = {}) =>
  person.post('/api/setoffs/', { FirstId: first, SecondId: second, ...more })

/** Settles two places; answers the key. */
export const settled = async (person: Person, first: number, second: number, more: Json = {}): Promise<number> => {
  const made = await settling(person, first, second, more)
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  return made.body.SetOffId
}
