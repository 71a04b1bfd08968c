// Who lets cash out of a batch, accepts it, and cancels what was wrong.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'
import {
  checkDepositDay,
  isOffered,
  isToCancel,
  mayAccept,
  mayCancelKind,
  mayCancelOut,
  mayDeposit,
  mayPayOut,
} from './outs.rules.ts'

const open = { OwnerId: 7, Status: 'Open' }
const closed = { OwnerId: 7, Status: 'Closed' }
const accounts = { UserId: 7, RoleId: role.Accounts }
const desk = { UserId: 7, RoleId: role.FrontDesk }
const other = { UserId: 8, RoleId: role.Accounts }

test('cash leaves an open batch by the hand of its money handler', () => {
  expect(mayPayOut(open, desk, true).ok).toBe(true)
  expect(mayPayOut(open, desk, false)).toMatchObject({ ok: false, code: 'no-money' })
  expect(mayPayOut(open, other, true)).toMatchObject({ ok: false, code: 'not-owner' })
  expect(mayPayOut(closed, desk, true)).toMatchObject({ ok: false, code: 'closed' })
})

test('a supervisor brings the cash of an own batch to the bank, and cancels what left a batch', () => {
  expect(mayDeposit(open, accounts).ok).toBe(true)
  expect(mayDeposit(open, desk)).toMatchObject({ ok: false, code: 'no-supervisor' })
  expect(mayDeposit(open, other)).toMatchObject({ ok: false, code: 'not-owner' })
  expect(mayDeposit(closed, accounts)).toMatchObject({ ok: false, code: 'closed' })
  const cancels = (RoleId: number) => mayCancelOut({ RoleId }).ok
  expect([role.Administrator, role.BusinessManager, role.Accounts].map(cancels)).toEqual([true, true, true])
  expect([role.FrontDesk, role.Phlebotomist, role.Pathologist].map(cancels)).toEqual([false, false, false])
})

test('cash is deposited from the day of its batch on, and from that of the opening balance', () => {
  const on = (day: string, opened: string, opening: string) => reasonOf(checkDepositDay(day, opened, opening))
  const openDate = '2026-11-20T05:00:00Z'
  expect(on('2026-11-20', openDate, '2026-11-01')).toBeUndefined()
  expect(on('2026-11-19', openDate, '2026-11-01')).toBe(
    'The batch was opened on 20-Nov-2026: its cash cannot be deposited before',
  )
  expect(on('2026-11-20', openDate, '2026-11-20')).toBeUndefined()
  expect(on('2026-11-20', openDate, '2026-11-21')).toBe(
    'The opening balance of the account is of 21-Nov-2026, and holds what was deposited before',
  )
})

test('a float is accepted while its batch is open, and is never cancelled', () => {
  expect(mayAccept(open, true).ok).toBe(true)
  expect(mayAccept(open, false)).toMatchObject({ ok: false, code: 'no-money' })
  expect(mayAccept(closed, true)).toMatchObject({ ok: false, code: 'closed' })
  expect([mayCancelKind('Float').ok, mayCancelKind('Deposit').ok]).toEqual([false, true])
})

test('a float that is offered is for its taker and its giver', () => {
  const offer = { State: 'Offered', TakerId: 7, OffererId: 8 }
  expect([7, 8, 9].map((UserId) => isOffered(offer, { UserId }).ok)).toEqual([true, true, false])
  expect(isOffered({ ...offer, State: 'Accepted' }, { UserId: 7 })).toMatchObject({ ok: false, code: 'not-offered' })
})

test('what left a batch is cancelled once, a reversal never', () => {
  expect(isToCancel({}).ok).toBe(true)
  expect(isToCancel({ IsCancelled: false, ReversesId: null, ReversedById: null }).ok).toBe(true)
  expect(isToCancel({ IsCancelled: true })).toMatchObject({ ok: false, code: 'taken-back' })
  expect(isToCancel({ ReversedById: 5 })).toMatchObject({ ok: false, code: 'taken-back' })
  expect(isToCancel({ ReversesId: 5 })).toMatchObject({ ok: false, code: 'reversal' })
})
