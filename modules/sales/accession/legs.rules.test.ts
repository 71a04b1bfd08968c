// What an accession says of a leg without a price, or without credit.
import { expect, test } from 'vitest'
import { no, yes } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'
import { creditOfLeg, mayGoUnpriced } from './legs.rules.ts'

const lipids = { Product: 'P002 Lipids', Seller: 'Central', Buyer: 'Kothrud', PriceListId: 7 }
const outside = { Product: 'P044 ANA', Seller: 'Meridian', Buyer: 'Central', PriceListId: null }

test('products of one list are named together, and a seller without a list is named', () => {
  const answer = mayGoUnpriced([lipids, outside, { ...lipids, Product: 'P009 Urea' }], role.FrontDesk, 'Please')
  expect(answer).toEqual({
    ok: false,
    at: 'reason',
    code: 'no-leg-price',
    reason:
      'P002 Lipids, P009 Urea: no price in price list 7 of Central for Kothrud; ' +
      'P044 ANA: Meridian has no price list for Central. ' +
      'Add the price and accession again, or ask a manager to go on without one',
  })
})

test('a manager goes on with a reason, and a leg with its prices needs none', () => {
  expect(mayGoUnpriced([], role.FrontDesk)).toEqual(yes)
  expect(mayGoUnpriced([lipids], role.BusinessManager, ' ')).toMatchObject({ ok: false, at: 'reason' })
  expect(mayGoUnpriced([lipids], role.BusinessManager, 'It comes on Monday')).toEqual(yes)
})

test('a refused credit names the buyer and the way out, at the field of the reason', () => {
  const refused = no('The buyer has no credit', { code: 'credit-limit' })
  if (refused.ok) throw new Error('A refusal')
  expect(creditOfLeg(refused, 'Kothrud', false)).toMatchObject({
    at: 'OverrideRemarks',
    code: 'credit-limit',
    reason: expect.stringMatching(/^Kothrud: The buyer has no credit\. Pay what is due, or ask a manager of the lab/),
  })
  expect(creditOfLeg(refused, 'Kothrud', true).reason).toBe('Kothrud: The buyer has no credit')
})
