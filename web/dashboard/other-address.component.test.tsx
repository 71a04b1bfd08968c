// Warns the administrator of a public address that differs from the one in use, until they confirm both.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { goTo, leave } from '../screen/address.fixture.tsx'
import { somebody } from '../screen/session.fixture.ts'
import { differing } from './other-address.tsx'

beforeAll(() => goTo('/summary/dashboard', somebody()), 60_000)
afterEach(leave)

const warning = page.getByRole('note', { name: 'Public address' })
const opened = async (publicAddress: string | null, ...who: Parameters<typeof somebody>) => {
  const session = somebody(...who)
  await goTo('/summary/dashboard', { ...session, Network: { ...session.Network, publicAddress } })
  await expect.element(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

test('another host is another address; another path or scheme is not', () => {
  const here = 'http://lab.example.org'
  expect(differing('https://lab.exampel.org', here)).toEqual({ kept: 'https://lab.exampel.org', here })
  for (const same of [null, 'https://lab.example.org', 'http://lab.example.org/aliquot', 'no address'])
    expect(differing(same, here)).toBeUndefined()
})

test('the administrator sees both addresses and can confirm both', async () => {
  await opened('https://lab.exampel.org', 'Administrator', 'lab')
  for (const address of ['https://lab.exampel.org', location.origin])
    await expect.element(warning.getByText(address, { exact: true })).toBeVisible()
  await userEvent.click(warning.getByRole('button', { name: 'Confirm both' }))
  await expect.element(warning).not.toBeInTheDocument()
})

test('other users see no warning, nor does the administrator at the public address', async () => {
  await opened('https://lab.exampel.org', 'FrontDesk', 'lab', { without: ['settings update'] })
  await expect.element(warning).not.toBeInTheDocument()
  await opened(location.origin, 'Administrator', 'lab')
  await expect.element(warning).not.toBeInTheDocument()
})
