// A record that cannot be read, and one that nobody enters: each detail says so and leads to the list that is its own.
import { afterEach, expect, test } from 'vitest'
import { allModels } from '../models.ts'
import { isScreen, headsInOrder } from '../modules.ts'
import { somebody } from '../screen/session.fixture.ts'
import { leave, open } from '../screen/whole-screen.fixture.tsx'

afterEach(leave)
/** Where another list than the one of its name is returned to. */
const elsewhere: Readonly<Record<string, string>> = { shipmentreceipt: 'shipments', userwidgets: 'dashboard' }
const details = headsInOrder().filter((model) => isScreen(model.id) && model.single === undefined)
const list = () => document.querySelector('[data-list]')?.getAttribute('data-list')
const said = () => [...document.querySelectorAll('.snackbar.error > span')].map((note) => note.textContent)
const session = somebody('Administrator')

test.each(details.map((model) => [model.id, model.key.map((name) => `${name}=99999999`).join('&')]))(
  'FND-423 FND-424 MDA-008 MDA-010 MDA-021 MDA-022 OPS-022 OPS-023 a load of %s that fails leads to its list, and says why: not reached, or in the words of the server',
  async (module, key) => {
    await open(`/${module}?${key}`, { session })
    await expect.poll(list).toBe(elsewhere[module] ?? module)
    expect(said()).toContain("The server can't be reached.")
    const message = `There is no such record of ${module}`
    const none = ({ url }: { url: URL }): unknown =>
      /\b99999999\b/.test(url.href) ? Response.json({ message }, { status: 404 }) : undefined
    await open(`/${module}?${key}`, { session, some: none })
    await expect.poll(list).toBe(elsewhere[module] ?? module)
    expect(said()).toContain(message)
  },
)

const notEntered = allModels.filter((model) => isScreen(model.id) && model.notEntered !== undefined)
test('records of referrals, samples, worksheets and receipts are not entered', () => {
  expect(notEntered.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['referrals', 'samples', 'worksheets', 'shipmentreceipt']),
  )
})
test.each(notEntered.map(({ id, notEntered: reason }) => [id, reason]))(
  'MDA-014 the address of %s without a key leads to its list, and says where its records come from',
  async (module, reason) => {
    await open(`/${module}`, { session })
    await expect.poll(list).toBe(elsewhere[module] ?? module)
    expect(said()).toContain(reason)
  },
)
