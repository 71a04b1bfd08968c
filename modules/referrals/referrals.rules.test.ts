// How a referral moves from accruing to delivered, what blocks a move, and who sets a commission beyond its scheme.
import { afterEach, describe, expect, test } from 'vitest'
import { network, setNetwork } from '../../core/network.ts'
import { reasonOf } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import { referralStatus } from '../lists/items.model.ts'
import {
  changedPercents,
  changesText,
  checkAgreed,
  grossOf,
  isDue,
  mayEditCommission,
  mayMove,
  mayReevaluate,
  maySnooze,
  mayUpdate,
  reached,
  sentOf,
  takenBackOf,
  totalOf,
} from './referrals.rules.ts'

const { Closed, Delivered, Dispatched, Open, Paid, Pending, Ready } = referralStatus
const all = [Open, Pending, Ready, Dispatched, Delivered, Paid, Closed]
const before = { ...network }
afterEach(() => setNetwork(before))

const accounts = { UserId: 7, RoleId: role.Accounts }
const manager = { UserId: 2, RoleId: role.BusinessManager }
const line = (some: object = {}) => ({
  SaleProductId: 1,
  Price: 1000,
  DiscountPercent: 10,
  CommissionPercent: 20,
  SchemePercent: 20,
  CommissionReason: null,
  SetById: null,
  Commission: 180,
  Sale: { Due: 0 },
  ...some,
})
const referral = (StatusId: number, some: object = {}) => ({
  StatusId,
  SalesManagerId: 5,
  SaleProducts: [line()],
  Clawbacks: [],
  ...some,
})
const said = (StatusId: number, to: number, some: object = {}, who = accounts, remarks?: string) =>
  reasonOf(mayMove(referral(StatusId, some), to, who, remarks))

describe('moves', () => {
  test('only those of its way are possible', () => {
    const possible = all.flatMap((from) =>
      all.filter((to) => mayMove(referral(from), to, accounts).ok).map((to) => [from, to]),
    )
    expect(possible).toEqual([
      [Open, Pending],
      [Pending, Ready],
      [Ready, Dispatched],
      [Dispatched, Ready],
      [Dispatched, Delivered],
    ])
    expect(said(Open, Ready)).toBe('This status change is not allowed')
  })

  test('an empty one is not submitted or made ready; what is taken back makes it one', () => {
    const empty = { SaleProducts: null, Clawbacks: null }
    expect(said(Open, Pending, empty)).toBe('This referral has no lines')
    expect(said(Pending, Ready, empty)).toBe('This referral has no lines')
    expect(said(Open, Pending, { SaleProducts: [], Clawbacks: [{ Amount: -50 }] })).toBeUndefined()
    expect(said(Ready, Dispatched, empty)).toBeUndefined()
  })

  test('one without a sales manager is not dispatched', () => {
    expect(said(Ready, Dispatched, { SalesManagerId: null })).toBe('Sales Manager is required')
    expect(said(Dispatched, Delivered, { SalesManagerId: null })).toBeUndefined()
  })

  test('one without a commission is closed when it is made ready', () => {
    const nothing = referral(Pending, { SaleProducts: [line({ Commission: 0 })] })
    expect([reached(nothing, Ready), reached(nothing, Pending)]).toEqual([Closed, Pending])
    expect(reached(referral(Pending), Ready)).toBe(Ready)
    expect(reached(referral(Pending, { Clawbacks: [{ Amount: -180 }] }), Ready)).toBe(Closed)
  })
})

test('it comes to its lines less what is taken back', () => {
  const one = referral(Pending, {
    SaleProducts: [line(), line({ Commission: 20.5 }), null],
    Clawbacks: [{ Amount: -50 }, null],
  })
  expect([grossOf(one), takenBackOf(one), totalOf(one)]).toEqual([200.5, -50, 150.5])
  expect([grossOf({}), takenBackOf({}), totalOf({})]).toEqual([0, 0, 0])
})

describe('a line of a sale that is not paid', () => {
  test('is due', () => {
    expect([line({ Sale: { Due: 0.01 } }), line(), line({ Sale: null }), null].map(isDue)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('holds the referral until it is collected or snoozed, or a manager says why', () => {
    const due = line({ Sale: { Due: 5 } })
    expect(said(Pending, Ready, { SaleProducts: [due] })).toBe(
      '1 line has an unpaid sale: collect the payment or snooze them',
    )
    const two = { SaleProducts: [due, due, line()] }
    expect(said(Pending, Ready, two)).toBe('2 lines have unpaid sales: collect the payment or snooze them')
    expect(said(Pending, Ready, two, accounts, 'He pays on Monday')).toContain('2 lines have unpaid sales')
    expect(said(Pending, Ready, two, manager)).toContain('or give a reason')
    expect(said(Pending, Ready, two, manager, ' ')).toContain('or give a reason')
    expect(said(Pending, Ready, two, manager, 'He pays on Monday')).toBeUndefined()
    // without a commission there is nothing to hold
    expect(said(Pending, Ready, { SaleProducts: [line({ Sale: { Due: 5 }, Commission: 0 })] })).toBeUndefined()
    expect(said(Open, Pending, two)).toBeUndefined()
  })
})

describe('a commission other than that of the scheme', () => {
  const agreed = (some: object = {}) =>
    line({ CommissionPercent: 30, CommissionReason: 'As agreed', Commission: 270, ...some })

  test('has a reason, wherever it was set', () => {
    const bare = { SaleProducts: [line(), agreed({ CommissionReason: ' ' })] }
    expect(said(Pending, Ready, bare)).toBe('Give the reason for 30 % where the scheme gives 20 %')
    expect(mayMove(referral(Pending, bare), Ready, accounts)).toMatchObject({ at: 'SaleProducts.1.CommissionReason' })
    expect(said(Pending, Ready, { SaleProducts: [agreed()] })).toBeUndefined()
  })

  test('beyond the limit is made ready by another person than set it', () => {
    // 10 % of 900 more than the scheme, on each of two lines
    setNetwork({ ...before, commissionLimit: 179.99 })
    const mine = { SaleProducts: [agreed({ SetById: 7 }), agreed({ SetById: 9 })] }
    expect(said(Pending, Ready, mine)).toBe(
      '₹180.00 beyond the schemes, some of it by you. Ask another person to mark it ready',
    )
    expect(mayMove(referral(Pending, mine), Ready, accounts)).toMatchObject({
      code: 'second-person',
      needs: { kind: 'commission', amount: 180 },
    })
    expect(said(Pending, Ready, mine, manager)).toBeUndefined()
    setNetwork({ ...before, commissionLimit: 180 })
    expect(said(Pending, Ready, mine)).toBeUndefined()
    // less than the scheme takes nothing from what others have beyond it
    setNetwork({ ...before, commissionLimit: 89.99 })
    const low = agreed({ CommissionPercent: 0, Commission: 0, SetById: 7 })
    expect(said(Pending, Ready, { SaleProducts: [low, agreed({ SetById: 9 })] })).toBeUndefined()
    expect(said(Pending, Ready, { SaleProducts: [low, agreed({ SetById: 7 })] })).toContain('₹90.00 beyond')
  })

  test('is asked for its reason when it is sent', () => {
    const stored = referral(Pending, { SaleProducts: [line(), agreed({ SaleProductId: 2 })] })
    const at = (sent: readonly object[]) => checkAgreed(stored, sent)
    expect(at([{ SaleProductId: 1, CommissionPercent: 25 }])).toMatchObject({
      ok: false,
      errors: { 'SaleProducts.0.CommissionReason': ['Give the reason for 25 % where the scheme gives 20 %'] },
    })
    expect(at([{ SaleProductId: 1, CommissionPercent: 25, CommissionReason: 'As agreed' }]).ok).toBe(true)
    // back to the scheme, as it was, or by the reason that it has
    expect(at([{ SaleProductId: 2, CommissionPercent: 20, CommissionReason: null }]).ok).toBe(true)
    expect(at([{ SaleProductId: 2, CommissionPercent: 30, CommissionReason: null }]).ok).toBe(true)
    expect(at([{ SaleProductId: 2, CommissionPercent: 40 }]).ok).toBe(true)
    expect(at([{ SaleProductId: 2, CommissionPercent: 40, CommissionReason: '' }]).ok).toBe(false)
    expect(at([{ SaleProductId: 9, CommissionPercent: 40 }, { SaleProductId: 1 }]).ok).toBe(true)
    const changed = changedPercents(stored, [
      { SaleProductId: 1, CommissionPercent: 20 },
      { SaleProductId: 2, CommissionPercent: null },
      { SaleProductId: 9, CommissionPercent: 40 },
    ])
    expect(changed).toEqual([2])
  })
})

test('what may change in which status', () => {
  expect(all.filter((StatusId) => mayEditCommission({ StatusId }).ok)).toEqual([Open, Pending])
  expect(all.filter((StatusId) => mayUpdate({ StatusId }).ok)).toEqual([Open, Pending, Ready, Dispatched])
  expect(all.filter((StatusId) => maySnooze({ StatusId }).ok)).toEqual([Pending])
  expect(all.filter((StatusId) => mayReevaluate({ StatusId }).ok)).toEqual([Pending])
  expect(reasonOf(mayReevaluate({ StatusId: Open }))).toBe('Only a pending referral can be reevaluated')
})

test('what reevaluating changes, in words', () => {
  const none = { Added: 0, Removed: 0, Changed: 0, Before: 100, After: 100 }
  expect(changesText(none)).toBe('No change: ₹100.00')
  expect(changesText({ ...none, Added: 2, Removed: 1, Changed: 3, After: 150 })).toBe(
    '2 added, 1 removed, 3 with a changed commission: ₹100.00 becomes ₹150.00',
  )
  expect(changesText({ ...none, Removed: 1, After: 50 })).toBe('1 removed: ₹100.00 becomes ₹50.00')
})

test('what is sent has only what may change', () => {
  expect(sentOf({ ReferralId: 1, StatusId: Open, SaleProducts: [line(), null] })).toEqual({
    ReferralId: 1,
    ReferrerId: undefined,
    SalesManagerId: undefined,
    StatusId: Open,
    SaleProducts: [
      { SaleProductId: 1, CommissionPercent: 20, CommissionReason: null },
      { SaleProductId: undefined, CommissionPercent: undefined, CommissionReason: undefined },
    ],
  })
  expect(sentOf({}).SaleProducts).toEqual([])
})
