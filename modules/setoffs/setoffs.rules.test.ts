// The smaller of two debts is set off, and who owes more pays the rest.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import { mayCancelSetOff, maySetOff, netOf } from './setoffs.rules.ts'

const names = { first: 'Centre', second: 'Lab' }

test('the smaller sum is set off to the paisa, and the other owes the rest', () => {
  expect(netOf({ First: 100.1, Second: 40.03 })).toEqual({ amount: 40.03, rest: 60.07, debtor: 'second' })
  expect(netOf({ First: 40.03, Second: 100.1 })).toEqual({ amount: 40.03, rest: 60.07, debtor: 'first' })
  expect(netOf({ First: 50, Second: 50 })).toEqual({ amount: 50, rest: 0, debtor: 'second' })
  expect(netOf({ First: 50, Second: -5 })).toMatchObject({ amount: 0, debtor: 'second' })
})
test('in either order the same is set off and the same place pays', () => {
  const paise = fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 100)
  fc.assert(
    fc.property(paise, paise, (first, second) => {
      fc.pre(first !== second)
      const [one, other] = [netOf({ First: first, Second: second }), netOf({ First: second, Second: first })]
      expect([other.amount, other.rest]).toEqual([one.amount, one.rest])
      expect(other.debtor).not.toBe(one.debtor)
    }),
  )
})
test('where one owes nothing there is nothing to set off, and the sentence names who', () => {
  expect(maySetOff({ First: 5, Second: 3 }, names).ok).toBe(true)
  expect(maySetOff({ First: 0.5, Second: 0.4 }, names).ok).toBe(true)
  expect(reasonOf(maySetOff({ First: 0, Second: 3 }, names))).toBe(
    'Lab owes Centre nothing that is invoiced: there is no sum to set off. Record a payment',
  )
  expect(reasonOf(maySetOff({ First: 5, Second: 0 }, names))).toContain('Centre owes Lab nothing')
  expect(maySetOff({ First: 5, Second: -1 }, names)).toMatchObject({ at: 'SecondId', code: 'one-sided' })
})
test('a settlement is cancelled once', () => {
  expect(mayCancelSetOff({ State: 'Settled' }).ok).toBe(true)
  expect(mayCancelSetOff({ State: 'Cancelled' })).toMatchObject({ code: 'cancelled' })
})
