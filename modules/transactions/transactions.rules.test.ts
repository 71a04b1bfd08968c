// Who may change recorded money, and which days it may have.
import { isReason } from '../../core/refusal.ts'
import { describe, expect, test } from 'vitest'
import { paymentMode } from '../lists/items.model.ts'
import {
  checkMoneyDay,
  checkReason,
  checkReference,
  mayChangeMoney,
  mayCorrectWords,
  checkBooks,
  checkClearedDay,
  hasReference,
  isCounted,
  isMarked,
  isMoney,
  isPaidOnce,
  isReceived,
  isRecorder,
  mayBeOnAccount,
  mayBounce,
  mayCancelMoney,
  mayClear,
  mayGiveBackBy,
  mayTakeBack,
  mayUnclear,
  mayUseMode,
  waitsToClear,
} from './transactions.rules.ts'

const now = new Date('2026-11-20T08:00:00Z')

test('its holder or role id 2 or lower changes recorded money, and no one once the batch is closed', () => {
  const held = { ownerId: 7, closed: false }
  expect(mayChangeMoney(held, { UserId: 7, RoleId: 5 }).ok).toBe(true)
  expect(mayChangeMoney(held, { UserId: 8, RoleId: 3 }).ok).toBe(false)
  expect(mayChangeMoney(held, { UserId: 8, RoleId: 2 }).ok).toBe(true)
  expect(mayChangeMoney({ ...held, ownerId: null }, { UserId: 8, RoleId: 7 }).ok).toBe(true)
  expect(mayChangeMoney({ ...held, closed: true }, { UserId: 7, RoleId: 1 }).ok).toBe(false)
  expect([mayCorrectWords({ closed: false }).ok, mayCorrectWords({ closed: true }).ok]).toEqual([true, false])
})

test('money has a day of the last year, not a future one', () => {
  const reason = (date: string) => {
    const answer = checkMoneyDay(date, now)
    return answer.ok ? null : answer.reason
  }
  expect(reason('2026-11-20T18:29:00Z')).toBeNull()
  expect(reason('2026-11-20T18:30:00Z')).toBe('Date cannot be in the future')
  expect(reason('2025-11-20T08:00:00Z')).toBeNull()
  expect(reason('2025-11-18T18:30:00Z')).toBeNull()
  expect(reason('2025-11-18T18:29:59Z')).toBe('Date cannot be more than a year back')
  expect(reason('1950-01-01T00:00:00Z')).toBe('Date cannot be more than a year back')
})

describe('cheques', () => {
  test('a received one waits to clear; one that we give does not', () => {
    expect(waitsToClear({ PaymentModeId: 44, Kind: 'Receipt' })).toBe(true)
    expect(waitsToClear({ PaymentModeId: 44, Kind: 'Refund' })).toBe(false)
    expect(waitsToClear({ PaymentModeId: 40, Kind: 'Receipt' })).toBe(false)
    expect(waitsToClear({ PaymentModeId: null, Kind: 'Receipt' })).toBe(false)
  })
  test.each([
    [undefined, true],
    [null, true],
    ['Cleared', true],
    ['Waiting', false],
    ['Bounced', false],
  ])('of %s it counts: %s', (Clearing, counts) => {
    expect(isCounted({ Clearing })).toBe(counts)
  })
  test('accounts staff or a manager mark it once', () => {
    const said = (cheque: Parameters<typeof mayClear>[0], RoleId: number) => {
      const decision = mayClear(cheque, { RoleId })
      return decision.ok ? 'yes' : decision.code
    }
    expect([1, 2, 7].map((role) => said({ Clearing: 'Waiting' }, role))).toEqual(['yes', 'yes', 'yes'])
    expect([3, 5, 8, 11].map((role) => said({ Clearing: 'Waiting' }, role))).toEqual(Array(4).fill('accounts-only'))
    expect(said({ Clearing: null }, 1)).toBe('no-cheque')
    expect(said({ Clearing: 'Waiting', IsCancelled: true }, 1)).toBe('taken-back')
    expect([said({ Clearing: 'Cleared' }, 1), said({ Clearing: 'Bounced' }, 1)]).toEqual(['cleared', 'cleared'])
  })
  test('it clears on a day between its receipt and today', () => {
    const now = new Date('2026-11-23T06:00:00Z')
    const at = (day: string) => checkClearedDay(`${day}T06:00:00Z`, '2026-11-20T06:00:00Z', now).ok
    expect(['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24'].map(at)).toEqual([false, true, true, false])
  })
})

test('a day in closed books is refused, the day after is not', () => {
  expect(checkBooks('2026-10-31', '2026-10-31', 'Date')).toEqual({
    ok: false,
    reason: 'The books are closed up to 31-Oct-2026. Use a later day',
    at: 'Date',
    code: 'books-closed',
  })
  expect(checkBooks('2026-11-01', '2026-10-31', 'Date').ok).toBe(true)
  expect(checkBooks('2020-01-01', null, 'Date').ok).toBe(true)
})

const accounts = { RoleId: 7 }
const codeOf = (decision: ReturnType<typeof mayClear>): string | undefined =>
  decision.ok ? 'yes' : (decision.code ?? decision.at)

describe('a cheque that was marked', () => {
  test('bounces also after it had cleared, once, by accounts', () => {
    expect(
      ['Waiting', 'Cleared', 'Bounced', null].map((Clearing) => codeOf(mayBounce({ Clearing }, accounts))),
    ).toEqual(['yes', 'yes', 'cleared', 'no-cheque'])
    expect(codeOf(mayBounce({ Clearing: 'Cleared' }, { RoleId: 5 }))).toBe('accounts-only')
    expect(codeOf(mayBounce({ Clearing: 'Cleared', IsCancelled: true }, accounts))).toBe('taken-back')
    const bounced = mayClear({ Clearing: 'Bounced' }, accounts)
    expect(bounced.ok ? '' : bounced.reason).toBe('The cheque has bounced already')
  })
  test('waits again where it was marked cleared by mistake', () => {
    expect(['Cleared', 'Waiting', null].map((Clearing) => codeOf(mayUnclear({ Clearing }, accounts)))).toEqual([
      'yes',
      'not-cleared',
      'not-cleared',
    ])
    expect(codeOf(mayUnclear({ Clearing: 'Cleared', IsCancelled: true }, accounts))).toBe('taken-back')
    expect(codeOf(mayUnclear({ Clearing: 'Cleared' }, { RoleId: 5 }))).toBe('accounts-only')
  })
  test('is marked by its receiver', () => {
    expect([1, 2, null].map((ReceiverId) => isReceived({ ReceiverId }, { Clients: [2, 3] }).ok)).toEqual([
      false,
      true,
      false,
    ])
  })
  test('is not handed back once it has cleared', () => {
    expect(['Cleared', 'Waiting', 'Bounced', null].map((Clearing) => codeOf(mayTakeBack({ Clearing })))).toEqual([
      'cleared',
      'yes',
      'yes',
      'yes',
    ])
    expect([null, 5].map((ReversesId) => codeOf(mayTakeBack({ ReversesId })))).toEqual(['yes', 'reversal'])
  })
})

describe('cancelling a transaction', () => {
  const cash = { PaymentModeId: paymentMode.Cash, Kind: 'Receipt' }
  test('by accounts or a manager, once, and not what belongs to another act', () => {
    expect([1, 2, 7, 3, 5].map((RoleId) => codeOf(mayCancelMoney(cash, { RoleId })))).toEqual([
      'yes',
      'yes',
      'yes',
      'accounts-only',
      'accounts-only',
    ])
    const said = (some: object) => codeOf(mayCancelMoney({ ...cash, ...some }, accounts))
    expect(said({ IsCancelled: false, ReversedById: null, ReversesId: null, Purpose: null })).toBe('yes')
    expect(said({ IsCancelled: true })).toBe('taken-back')
    expect(said({ ReversedById: 12 })).toBe('taken-back')
    expect(said({ ReversesId: 12 })).toBe('reversal')
    expect(said({ Purpose: 'set off' })).toBe('set-off')
    expect(said({ Purpose: 'withheld', TdsOfId: 12 })).toBe('tds-of-payment')
    // the tax took all: there is no payment
    expect(said({ Purpose: 'withheld', TdsOfId: null })).toBe('yes')
    expect(said({ TdsOfId: 12, Purpose: 'tds' })).toBe('yes')
    expect(said({ PaymentModeId: paymentMode.Cheque })).toBe('cheque')
    // what was given by cheque comes back from the one who has it, and the government gives none back
    const given = (Purpose: string | null) => said({ PaymentModeId: paymentMode.Cheque, Kind: 'Refund', Purpose })
    expect([null, 'tds', 'gst'].map(given)).toEqual(['cheque', 'yes', 'yes'])
    const taken = mayCancelMoney({ ...cash, ReversedById: 12 }, accounts)
    expect(taken.ok ? '' : taken.reason).toBe('The transaction is cancelled by transaction 12')
  })
  test('by the side that recorded it', () => {
    const mine = (Kind: string) => isRecorder({ Kind, GiverId: 1, ReceiverId: 2 }, { Clients: [2] }).ok
    expect([mine('Receipt'), mine('Refund')]).toEqual([true, false])
    expect(isRecorder({ Kind: 'Refund', GiverId: 1, ReceiverId: 2 }, { Clients: [1] }).ok).toBe(true)
  })
  test('marks it where no closed batch has it; else its opposite is recorded', () => {
    const at = (CloseDate: string | null, PaymentModeId: number = paymentMode.Cash) =>
      isMarked({ Batch: { CloseDate }, PaymentModeId })
    expect([at(null), at('2026-11-20'), at('2026-11-20', paymentMode.WriteOff), isMarked({ Batch: null })]).toEqual([
      true,
      false,
      true,
      true,
    ])
    expect(isMarked({ Batch: { CloseDate: '2026-11-20' } })).toBe(false)
  })
})

describe('modes', () => {
  const { Cash, Card, Upi, BankTransfer, Cheque, Gateway, Deposit, Insurer, WriteOff } = paymentMode
  const each = [Cash, Card, Upi, BankTransfer, Cheque, Gateway, Deposit, Insurer, WriteOff]
  test('card to gateway need a reference, and all but the cheque have it once', () => {
    expect(each.filter(hasReference)).toEqual([Card, Upi, BankTransfer, Cheque, Gateway])
    expect(each.filter(isPaidOnce)).toEqual([Card, Upi, BankTransfer, Gateway])
    expect(codeOf(checkReference({ PaymentModeId: Card, PaymentRef: ' ' }))).toBe('reference-needed')
    expect(codeOf(checkReference({ PaymentModeId: Gateway, PaymentRef: null }))).toBe('reference-needed')
    expect(checkReference({ PaymentModeId: Card, PaymentRef: 'A1' }).ok).toBe(true)
    expect([checkReference({ PaymentModeId: Cash }).ok, checkReference({ PaymentModeId: null }).ok]).toEqual([
      true,
      true,
    ])
  })
  test('deposit, insurer and write-off are no money: they refund none, and settle an invoice', () => {
    expect(each.filter((mode) => !isMoney(mode))).toEqual([Deposit, Insurer, WriteOff])
    expect([isMoney(null), isMoney(undefined)]).toEqual([true, true])
    expect(each.filter((mode) => !mayGiveBackBy(mode).ok)).toEqual([Deposit, Insurer, WriteOff])
    expect(mayGiveBackBy(null).ok).toBe(true)
    expect(each.filter((mode) => !mayBeOnAccount(mode, null).ok)).toEqual([Deposit, Insurer, WriteOff])
    expect(each.every((mode) => mayBeOnAccount(mode, 5).ok)).toBe(true)
    const why = (mode: number) => {
      const decision = mayBeOnAccount(mode, null)
      return decision.ok ? '' : decision.reason
    }
    expect(why(Deposit)).toBe('Choose the invoice to pay from the deposit: a deposit is no new money')
    expect(why(WriteOff)).toBe('Choose the invoice that is settled: this mode is no money')
  })
  test('what an insurer settles is recorded by accounts or a manager', () => {
    expect([1, 2, 7, 3, 5].map((role) => mayUseMode(Insurer, role).ok)).toEqual([true, true, true, false, false])
    expect(mayUseMode(WriteOff, 5).ok).toBe(true)
  })
})

test('a reason has three letters of any script', () => {
  expect(['abc', 'a b c', 'गलत बिल'].map(isReason)).toEqual([true, true, true])
  expect(['ab', '123', '...', '', null, undefined].map(isReason)).toEqual(Array(6).fill(false))
  expect(checkReason('no', 'Remarks')).toMatchObject({ ok: false, at: 'Remarks', code: 'reason-needed' })
  expect(checkReason('Typed twice', 'Remarks').ok).toBe(true)
})
