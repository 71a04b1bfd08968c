// Who decides about a request, in words.
import { expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import { managers, role, supervisors } from '../../core/user.ts'
import { amountsText, decidersText, mayDecide, mayWithdraw, toDeciders } from './requests.rules.ts'

test('deciders are named as a value, and in a sentence', () => {
  expect(decidersText(managers)).toBe('business manager or administrator')
  expect(toDeciders(managers)).toBe('a business manager or an administrator')
  expect(toDeciders(supervisors)).toBe('accounts staff, a business manager or an administrator')
  expect(toDeciders([role.Accounts])).toBe('accounts staff')
})

test('another person decides, in a role that may, and once', () => {
  const waiting = { State: 'waiting', AskedById: 5, RoleIds: managers }
  const decides = (UserId: number, RoleId: number, some: object = {}) =>
    reasonOf(mayDecide({ ...waiting, ...some }, { UserId, RoleId }))
  expect(decides(2, role.BusinessManager)).toBeUndefined()
  expect(decides(5, role.BusinessManager)).toBe('Another person decides about your own request')
  expect(decides(7, role.Accounts)).toBe('It is decided by: business manager or administrator')
  expect(decides(2, role.BusinessManager, { RoleIds: null })).toBe('It is decided by: ')
  expect(decides(2, role.BusinessManager, { State: 'refused' })).toMatch(/^The request is \w+ already$/)
  expect(decides(2, role.BusinessManager, { State: null })).toBe('The request is over already')
})

test('the person who asked withdraws a request while it waits', () => {
  const withdraws = (UserId: number, State: string) =>
    mayWithdraw({ State, AskedById: 5 }, { UserId, RoleId: role.FrontDesk }).ok
  expect([withdraws(5, 'waiting'), withdraws(2, 'waiting'), withdraws(5, 'agreed')]).toEqual([true, false, false])
})

test('what a request is about, in rupees: one kind by its sum, several by name', () => {
  expect(amountsText({ discount: 40 })).toBe('₹40.00')
  expect(amountsText({ discount: 40, credit: 900 })).toBe('Discount ₹40.00, Credit ₹900.00')
  expect(amountsText({})).toBe('')
})
