// What a line of the bank is matched with: to the paisa, with a fee within the limits, and what is proposed.
import { afterEach, describe, expect, test } from 'vitest'
import { network, setNetwork } from '../../core/network.ts'
import { reasonOf } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import { checkMatch, mayMatch, mayUnmatch, proposalOf, type Candidate } from './match.rules.ts'

const before = { ...network }
afterEach(() => setNetwork(before))
const accounts = { RoleId: role.Accounts }
const manager = { RoleId: role.BusinessManager }
const money = (amounts: readonly number[]) => amounts.map((Amount) => ({ Amount, BatchOutId: null }))
const said = (line: number, amounts: readonly number[], fee = 0, who = accounts) =>
  reasonOf(checkMatch(line, money(amounts), fee, who))

test('a line is matched once', () => {
  expect([true, false, null, undefined].map((IsMatched) => mayMatch({ IsMatched }).ok)).toEqual([
    false,
    true,
    true,
    true,
  ])
  expect([true, false, null, undefined].map((IsMatched) => mayUnmatch({ IsMatched }).ok)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

describe('what is chosen', () => {
  test('makes the amount of the line, refunds taken off', () => {
    expect(said(300, [100, 200])).toBeUndefined()
    expect(said(90, [100, -10])).toBeUndefined()
    expect(said(0.3, [0.1, 0.2])).toBeUndefined()
    expect(said(300, [])).toBe('Choose what the line is matched with, or enter the fee that it is')
    expect(said(300, [100])).toBe(
      'What is chosen makes ₹100.00, and the line is of ₹300.00. Choose others, or match the line later',
    )
    expect(said(99, [100])).toBe(
      'What is chosen makes ₹100.00, and the line is of ₹99.00. ' +
        'If ₹1.00 was kept as a fee, enter that as the fee; else choose others',
    )
    expect(said(99, [100], 2)).toContain('makes ₹100.00 less a fee of ₹2.00, and the line is of ₹99.00')
    expect(checkMatch(99, money([100]), 2, accounts)).toMatchObject({ at: 'Fee', code: 'amount' })
    expect(checkMatch(99, money([100]), 0, accounts)).toMatchObject({ at: 'Items', code: 'amount' })
  })

  test('has a fee up to the share that the network sets; a manager matches more', () => {
    setNetwork({ ...before, matchFeePercent: 3 })
    expect(said(97, [100], 3)).toBeUndefined()
    expect(said(96.99, [100], 3.01)).toBe('A fee of more than 3 % is matched by a manager')
    expect(said(96.99, [100], 3.01, manager)).toBeUndefined()
    // of what was refunded, too
    expect(said(-103, [-100], 3)).toBeUndefined()
    expect(said(-104, [-100], 4)).toBe('A fee of more than 3 % is matched by a manager')
  })

  test('has of deposited cash the fee that the bank charges for it, and no other', () => {
    const cash = (...amounts: readonly number[]) => amounts.map((Amount, at) => ({ Amount, BatchOutId: at + 1 }))
    const of = (line: number, matched: Parameters<typeof checkMatch>[1], fee: number, who = accounts) =>
      reasonOf(checkMatch(line, matched, fee, who))
    setNetwork({ ...before, matchFeePercent: 3, matchDepositFeePercent: 0 })
    expect(of(1000, cash(600, 400), 0)).toBeUndefined()
    expect(of(999.99, cash(1000), 0.01)).toBe('A fee of more than 0 % of deposited cash is matched by a manager')
    expect(of(999.99, cash(1000), 0.01, manager)).toBeUndefined()
    // what is kept of cards is no room for cash
    const both = [...cash(1000), ...money([100])]
    expect(of(1100, both, 0)).toBeUndefined()
    expect(of(1099.99, both, 0.01)).toBe(
      'A fee of more than 0 % of deposited cash is matched by a manager. Match the deposit apart',
    )
    expect(of(1099.99, both, 0.01, manager)).toBeUndefined()
    setNetwork({ ...before, matchFeePercent: 0, matchDepositFeePercent: 1.5 })
    expect(of(985, cash(1000), 15)).toBeUndefined()
    expect(of(984.99, cash(1000), 15.01)).toBe('A fee of more than 1.5 % of deposited cash is matched by a manager')
  })

  test('may be a charge alone, up to the limit of the network', () => {
    setNetwork({ ...before, matchChargeLimit: 500 })
    expect(said(-500, [], 500)).toBeUndefined()
    expect(said(-500.01, [], 500.01)).toBe('A charge of more than ₹500.00 is matched by a manager')
    expect(said(-500.01, [], 500.01, manager)).toBeUndefined()
    // a charge is no share of anything
    setNetwork({ ...before, matchFeePercent: 0, matchChargeLimit: 500 })
    expect(said(-100, [], 100)).toBeUndefined()
  })
})

describe('a proposal', () => {
  type Line = Parameters<typeof proposalOf>[0]
  const line: Line = { Day: '2026-11-20', Amount: 500, Description: 'NEFT Metro/UTR 0042-77', Reference: null }
  const receipt: Candidate = {
    TransactionId: 1,
    BatchOutId: null,
    Day: '2026-11-20',
    Amount: 500,
    Reference: 'utr004277',
  }
  const of = (some: Partial<Candidate>, more: Partial<Line> = {}) =>
    proposalOf({ ...line, ...more }, { ...receipt, ...some })

  test('by amount and reference, however the reference is written', () => {
    expect(of({})).toBe('Amount and reference')
    expect(of({}, { Description: 'NEFT Metro', Reference: 'UTR-004277' })).toBe('Amount and reference')
    expect(of({ Amount: 501 })).toBe('Reference')
    expect(of({ Reference: '0042', Day: '2026-01-01' })).toBe('Amount and reference')
    // three characters are in anything
    expect(of({ Reference: '004', Day: '2026-01-01' })).toBeUndefined()
    expect(of({ Reference: null, Day: '2026-01-01' })).toBeUndefined()
  })

  test('by amount and day: from a day after the bank to four days before it', () => {
    const on = (Day: string) => of({ Reference: null, Day })
    expect(['2026-11-15', '2026-11-16', '2026-11-20', '2026-11-21', '2026-11-22'].map(on)).toEqual([
      undefined,
      'Amount and day',
      'Amount and day',
      'Amount and day',
      undefined,
    ])
    expect(of({ Reference: null, Amount: 500.01 })).toBeUndefined()
  })
})
