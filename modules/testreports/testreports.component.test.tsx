// The versions of a report on screen: the digits of the hash that the paper prints, and the whole hash on request.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)

const version = {
  ReportId: 1,
  ReportNo: 'NCL/R/1',
  Version: 1,
  State: 'FINAL',
  CreatedOn: '2026-11-14T03:25:00.000Z',
  SupersededOn: null,
  Hash: '42df5b4fec80aa11bb22cc33dd44ee55ff6677889900aabbccddeeff00112233',
  Letters: [],
}

test('a version shows the twelve digits that its paper shows; the other 52 are shown on request', async () => {
  const report = { SaleId: 7, AccessionNo: 'NCL2611000007', Versions: [version], Tests: [] }
  await open('/testreports?SaleId=7', { session: somebody(), read: [['/api/testreports/7', {}, report]] })
  const short = page.getByText('Hash 42df 5b4f ec80', { exact: true })
  const whole = page.getByText(/^42df .* 0011 2233$/)
  await expect.element(short).toBeVisible()
  await expect.element(whole).not.toBeVisible()
  await userEvent.click(short)
  await expect.element(whole).toBeVisible()
})
