// An act that is pressed while a record is read again after its changes were discarded.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { referralStatus } from '../../modules/lists/items.model.ts'
import { somebody } from '../screen/session.fixture.ts'
import { leave, open } from '../screen/whole-screen.fixture.tsx'

afterEach(leave)

const referral = {
  ReferralId: 1,
  StatusId: referralStatus.Open,
  Status: { ItemLabel: 'Open (accruing)' },
  SaleProducts: [{ SaleProductId: 1, SaleId: 1, Code: 'CBC', Name: 'CBC', Price: 300, Commission: 30, Due: 0 }],
  RowVersion: 1,
  Actions: { update: true },
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('it is sent once the record is there again, and is not refused as a second act', async () => {
  await open('/referrals?ReferralId=1', { session: somebody(), read: [['/api/referrals/1', {}, referral]] })
  const sent: string[] = []
  let [isHeld, read] = [false, () => {}]
  globalThis.fetch = async (to, { method = 'GET' } = {}) => {
    const { pathname } = new URL(String(to instanceof Request ? to.url : to), location.href)
    sent.push(`${method} ${pathname}`)
    // the record is read again when the test says so
    if (isHeld && method === 'GET' && pathname === '/api/referrals/1')
      await new Promise<void>((resolve) => (read = resolve))
    return Response.json(pathname === '/api/referrals/1' ? referral : { RowVersion: 1 })
  }
  await userEvent.click(button('Edit'))
  await expect.element(button('Save')).toBeVisible()
  isHeld = true
  sent.length = 0
  await userEvent.keyboard('{Alt>}d{/Alt}')
  await expect.poll(() => sent).toContain('GET /api/referrals/1')
  await userEvent.click(button('Submit'))
  expect(sent).not.toContain('PUT /api/referrals/1')
  isHeld = false
  read()
  await expect.poll(() => sent).toContain('PUT /api/referrals/1')
  expect(page.getByText('Another action is still running').elements()).toEqual([])
})
