// Statements of banks for tests, as a bank writes them.
import { expect } from 'vitest'
import { dayOf } from '../../core/dates.ts'
import { listed } from '../../server/testing/listed.ts'
import type { Person } from '../../server/testing/signed-in.ts'

export type Line = readonly [text: string, reference: string, amount: number]
/** Today as dd/mm/yyyy. */
export const today = (): string => dayOf(new Date()).split('-').reverse().join('/')
const grouped = (amount: number): string => new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(amount)

/** A file of lines of today, its running balance from `opening` on. */
export const statementFile = (lines: readonly Line[], opening = 0, preamble = ''): string => {
  let balance = opening
  const rows = lines.map(([text, reference, amount]) => {
    balance += amount
    const [debit, credit] = amount < 0 ? [grouped(-amount), ''] : ['', grouped(amount)]
    return `${today()},${text},${reference},"${debit}","${credit}","${grouped(balance)}"`
  })
  return [preamble, 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance', ...rows, ''].join('\n')
}
/** Imports them; answers the keys of the lines of the account, in order. */
export const imported = async (
  person: Person,
  account: number,
  lines: readonly Line[],
  opening = 0,
): Promise<number[]> => {
  const done = await person.put(`/api/statement/bankaccounts/${account}`, { File: statementFile(lines, opening) })
  expect([done.status, done.body.message]).toEqual([200, expect.stringContaining('imported')])
  const { rows } = await listed(person, 1062, { BankAccountId: account })
  return rows.map((one) => one.BankLineId).sort((one, other) => one - other)
}
