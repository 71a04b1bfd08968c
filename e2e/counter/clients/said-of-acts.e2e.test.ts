// Messages of reset, snooze, reevaluate, profile and merge: the server's on success or refusal, the screen's own when
// it is not reached.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient, booked } from '../../../modules/sales/sales.fixture.ts'
import { valueOf } from '../../../server/testing/rows.ts'
import { listed } from '../../../server/testing/listed.ts'
import { generic } from '../../../web/api/api.ts'
import { takePermit } from '../../hands/faults.ts'
import { button, gone, journeyForTests, question, said, settles, shows } from '../../hands/journey.ts'
import { sizeOf } from '../../hands/sale.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')

type Act = {
  readonly name: string
  readonly path: RegExp
  readonly permit: readonly [module: string, permit: string]
  /** The record of the action. */
  readonly address: () => Promise<string>
  /** Up to the last question. */
  readonly begin: (page: Page) => Promise<void>
  /** Closes what the answer opened. */
  readonly end?: (page: Page) => Promise<void>
}
const aReferral = async (ReferrerId: number): Promise<string> => {
  for (let i = 0; i < 2; i += 1) await booked(admin, { PatientId: await aPatient(admin), ReferrerId, products: [3001] })
  const id = (await listed(admin, 1028, { ReferrerId })).rows[0]?.ReferralId
  await admin.put(`/api/referrals/${id}`, { StatusId: 111 })
  return `/referrals?ReferralId=${id}`
}
const acts: readonly Act[] = [
  {
    name: 'reset',
    path: /\/api\/reset\/users/,
    permit: ['users', 'reset'],
    address: async () =>
      `/users?UserId=${await valueOf<number>(here.app, 'users', { UserName: 'phlebotomist' }, 'user_id')}`,
    begin: (page) => button(page, 'Reset Password').click(),
    end: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'snooze',
    path: /\/api\/snooze\//,
    permit: ['referrals', 'update'],
    address: () => aReferral(141),
    begin: async (page) => {
      const first = page.getByRole('grid', { name: 'Sales' }).getByRole('checkbox').first()
      await shows(first)
      await first.check()
      await button(page, 'Snooze').click()
    },
  },
  {
    name: 'reevaluate',
    path: /\/api\/reevaluate\/referrals\/\d/,
    permit: ['referrals', 'update'],
    address: () => aReferral(142),
    begin: async (page) => {
      await button(page, 'Reevaluate').click()
      const days = question(page, 'OVERWRITES')
      await shows(days.getByLabel('From Date'))
      await days.getByRole('button', { name: 'Yes' }).click()
      await gone(days.getByLabel('From Date'))
    },
  },
  {
    name: 'profile',
    path: /\/api\/register\/clients/,
    permit: ['clients', 'update'],
    address: async () => '/clients?ClientId=102',
    begin: (page) => button(page, 'Profile').click(),
    end: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'merge',
    path: /\/api\/merge\/clients/,
    permit: ['clients', 'merge'],
    address: async () => {
      await aPatient(admin, { Name: 'Merged Into Deo', MobilePhone: '9822000999' })
      return `/clients?ClientId=${await aPatient(admin, { Name: 'Merged Away Deo', MobilePhone: '9822000999' })}`
    },
    begin: async (page) => {
      await button(page, 'Merge').click()
      const picker = page.getByRole('dialog')
      await shows(picker)
      await page.keyboard.type('Merged Into')
      await shows(picker.getByRole('row', { selected: true }).filter({ hasText: 'Merged Into' }))
      await page.keyboard.press('Enter')
      await shows(question(page, 'IRREVERSIBLE'))
    },
  },
]

/** Answers Yes, or fills in the last question, and answers the server's message. */
const yes = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog').last()
  await shows(dialog)
  // what is only confirmed; a dialog with fields has its own size
  if ((await dialog.locator('input').count()) === 0) await settles(() => sizeOf(dialog), [640, 320])
  const last = dialog.getByRole('button', { name: /^(Yes|OK|Save|Create|Register)$/ }).last()
  await last.click()
}

test.each(acts)(
  'MDA-344 MDA-345 MDA-359 $name: the server’s message shows on refusal and on success; an unreachable server and a failure without one show the screen’s own',
  async ({ path, permit, address, begin, end }) => {
    const { page } = await here.visit('admin', 1, 2)
    await page.goto(await address())
    await shows(button(page, 'History'))
    const answer = async (): Promise<{ ok: boolean; message: string }> => {
      const answered = page.waitForResponse((one) => path.test(one.url()) && one.request().method() === 'PUT')
      await yes(page)
      const response = await answered
      return { ok: response.ok(), message: ((await response.json()) as { message: string }).message }
    }
    await begin(page)
    const giveBack = await takePermit(here, 1, permit[0], permit[1])
    const refused = await answer()
    expect(refused.ok).toBe(false)
    await shows(said(page, refused.message))
    await giveBack()
    await page.reload()
    await shows(button(page, 'History'))
    await page.route(path, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
    await begin(page)
    await yes(page)
    await shows(said(page, "The server can't be reached"))
    await page.unroute(path)
    await page.reload()
    await shows(button(page, 'History'))
    // a failure without a message, as a proxy answers
    await page.route(path, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 502, body: '' }) : route.continue(),
    )
    await begin(page)
    await yes(page)
    await shows(said(page, generic))
    await page.unroute(path)
    await page.reload()
    await shows(button(page, 'History'))
    await begin(page)
    const done = await answer()
    expect([done.ok, done.message]).toEqual([true, expect.any(String)])
    await shows(said(page, done.message))
    await end?.(page)
    await settles(() => page.locator('.snackbar.bad').count(), 0)
  },
)
