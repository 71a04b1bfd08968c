// Batches for tests: a cashier of their own for each test, what they take, and the closing of their batch.
import { expect } from 'vitest'
import { role } from '../../core/user.ts'
import { addUser } from '../../server/testing/add-user.ts'
import type { TestApp } from '../../server/testing/app.ts'
import { listed } from '../../server/testing/listed.ts'
import { valueOf } from '../../server/testing/rows.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { paymentMode } from '../lists/items.model.ts'

let people = 0
/** A person with an own batch, which holds only the money of one test. */
export const aCashier = async (app: TestApp, roleId: number = role.FrontDesk): Promise<Person> => {
  const user = `cashier${(people += 1)}`
  await app.db.transaction((tx) => addUser(tx, { user, name: `Cashier ${people}`, role: roleId, entity: 2 }))
  return signedIn(app, user, roleId, 2)
}

let references = 0
/** Takes money on account, or for an invoice; answers the key. */
export const takes = async (
  person: Person,
  giver: number,
  Amount: number,
  PaymentModeId: number = paymentMode.Cash,
  more: Json = {},
): Promise<number> => {
  const answer = await person.post('/api/transactions/', {
    GiverId: giver,
    Amount,
    PaymentModeId,
    ...(PaymentModeId !== paymentMode.Cash && { PaymentRef: `REF ${(references += 1)}` }),
    Date: new Date().toISOString(),
    ReceiverId: 2,
    ...more,
  })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer.body.TransactionId
}

/** The body of a count: modes with their amounts. */
export const counted = (...amounts: readonly (readonly [number, number])[]) => ({
  Counted: amounts.map(([PaymentModeId, Amount]) => ({ PaymentModeId, Amount })),
})

/** Debits less credits of an account by a batch. */
export const posted = (app: TestApp, BatchId: number, account: string): Promise<number> =>
  valueOf<number>(app, 'ledger_entries', { BatchId, Account: account }, 'coalesce(sum(debit - credit), 0)')

/** The key of a person's open batch. */
export const openOf = async (person: Person, reader: Person): Promise<number> =>
  (await listed(reader, 1030, { OwnerId: person.userId, BatchStatus: 'Open' })).rows[0]?.BatchId
