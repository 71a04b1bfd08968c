// A bank has the same line twice on a day, as what was taken out, given back and taken out again: both are imported,
// in one file or in two, and neither twice.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import type { Person } from '../../../server/testing/signed-in.ts'
import { aBankAccount } from '../bankaccounts.fixture.ts'
import { statementFile } from '../../banklines/banklines.fixture.ts'

const { accounts } = networkForTests('accounts')
const lines = [
  ['ATM', '', -1000],
  ['ATM REVERSED', '', 1000],
  ['ATM', '', -1000],
] as const
const send = async (person: Person, account: number, of: readonly (readonly [string, string, number])[]) => {
  const { status, body } = await person.put(`/api/statement/bankaccounts/${account}`, { File: statementFile(of) })
  return [status, body.Imported, body.There]
}

test('equal lines of one file are all imported, and none of them again', async () => {
  const account = await aBankAccount(accounts)
  expect(await send(accounts, account, lines)).toEqual([200, 3, 0])
  expect(await send(accounts, account, lines)).toEqual([200, 0, 3])
})

test('the later one of two equal lines comes with the next file', async () => {
  const account = await aBankAccount(accounts)
  expect(await send(accounts, account, lines.slice(0, 2))).toEqual([200, 2, 0])
  expect(await send(accounts, account, lines)).toEqual([200, 1, 2])
  expect(await send(accounts, account, [...lines, ['UPI', 'Q1', 500]])).toEqual([200, 1, 3])
})

test('of two imports of one file at once one has the lines', async () => {
  const account = await aBankAccount(accounts)
  const both = await Promise.all([send(accounts, account, lines), send(accounts, account, lines)])
  expect(both.map(([, imported]) => imported ?? 0).toSorted()).toEqual([0, 3])
})
