// Statements as banks write them: headings, days, amounts, the account they name, and their running balance.
import { expect, test } from 'vitest'
import { amountIn, dayIn, followsFrom, headOf, isOfAccount, readLines, type Head } from './statement.rules.ts'

const now = new Date('2026-11-26T06:00:00Z')
const headings = ['Date', 'Narration', 'Chq./Ref.No.', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance']
const head = (): Head => {
  const found = headOf([headings], {})
  if ('ok' in found) throw new Error('no head')
  return found
}
const read = (...rows: readonly (readonly string[])[]) =>
  readLines([headings, ...rows], head(), { now, today: '2026-11-26' })

test.each([
  ['1,23,456.50', 123456.5],
  ['123,456.50', 123456.5],
  ['₹ 500', 500],
  ['500.00 Dr', -500],
  ['1,000.00Cr', 1000],
  ['', null],
  ['12.345', { wrong: '12.345 has more than two decimals' }],
  ['12..3', { wrong: '12..3 is no amount' }],
  ['abc', { wrong: 'abc is no amount' }],
])('the amount %s', (text, value) => {
  expect(amountIn(text)).toEqual(value)
})

test.each([
  ['25/11/2026', '2026-11-25'],
  ['25-11-26', '2026-11-25'],
  ['25-Nov-2026', '2026-11-25'],
  ['2026-11-25', '2026-11-25'],
  ['31/02/2026', null],
  ['25', null],
  ['today', null],
])('the day %s', (text, day) => {
  expect(dayIn(text, now)).toBe(day)
})

test('the usual headings are found below what a bank writes above them, and own ones are kept', () => {
  const found = headOf([['Statement of account'], [], headings], {})
  expect(found).toMatchObject({ at: 2, mapping: { DateColumn: 'Date', BalanceColumn: 'Closing Balance' } })
  const own = {
    DateColumn: 'Tag',
    DescriptionColumn: 'Text',
    DebitColumn: 'S',
    CreditColumn: 'H',
    BalanceColumn: 'Saldo',
  }
  expect(headOf([['Tag', 'Text', 'S', 'H', 'Saldo']], own)).toMatchObject({ at: 0 })
  expect(headOf([['Date', 'Narration', 'Debit', 'Credit']], {})).toMatchObject({
    ok: false,
    at: 'File',
    reason: expect.stringContaining('no column for the balance'),
  })
})

test('a file that names another account is refused, by whole numbers and by last digits', () => {
  const file = (line: string) => [[line], headings]
  const of = (line: string, Number: string) =>
    isOfAccount(file(line), { ...head(), at: 1 }, { Name: 'Current', Number }).ok
  expect(of('Account No : 50100123456789', '50100123456789')).toBe(true)
  expect(of('A/C No: XXXXXXXX6789', '50100123456789')).toBe(true)
  expect(of('Account Number 50100123456789', '6789')).toBe(true)
  expect(of('Account No : 50100123456780', '6789')).toBe(false)
  expect(of('Statement from 01/11/2026', '6789')).toBe(true)
})

test('the newest first or last, each line follows from the balance before it', () => {
  const rows = [
    ['24/11/2026', 'UPI settlement', 'R1', '', '1,000.00', '1,500.00'],
    ['25/11/2026', 'Charges', '', '59.00', '', '1,441.00'],
    ['', 'continued', '', '', '', ''],
    ['*** End ***'],
  ]
  const lines = [
    { day: '2026-11-24', description: 'UPI settlement', reference: 'R1', amount: 1000, balance: 1500 },
    { day: '2026-11-25', description: 'Charges', reference: null, amount: -59, balance: 1441 },
  ]
  expect(read(...rows)).toEqual({ lines, decision: { ok: true } })
  expect(read(...rows.toReversed()).lines).toEqual(lines)
  const broken = read(rows[0] ?? [], ['25/11/2026', 'Charges', '', '59.00', '', '1,440.00'])
  expect(broken.decision).toMatchObject({ ok: false, code: 'balance' })
  expect(read(['27/11/2026', 'x', '', '1', '', '2']).decision).toMatchObject({
    reason: 'Line 2: 27/11/2026 is to come',
  })
  expect(read(['25/11/2026', 'x', '', '1.234', '', '2']).decision).toMatchObject({
    reason: 'Line 2: 1.234 has more than two decimals',
  })
  expect(read(['25/11/2026', 'x', '', '', '', '2']).decision).toMatchObject({ code: 'unread' })
  expect(read().decision).toMatchObject({ code: 'empty' })
  expect(followsFrom(lines[0], 500, null).ok).toBe(true)
  expect(followsFrom(lines[0], 400, '2026-11-20').ok).toBe(false)
})
