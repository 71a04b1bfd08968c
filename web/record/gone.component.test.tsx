// A record that cannot be read: each detail says so and leads to the list that is its own.
import { afterEach, expect, test } from 'vitest'
import { isScreen, headsInOrder } from '../modules.ts'
import { somebody } from '../screen/session.fixture.ts'
import { leave, open } from '../screen/whole-screen.fixture.tsx'

afterEach(leave)
/** Where another list than the one of its name is returned to. */
const elsewhere: Readonly<Record<string, string>> = { shipmentreceipt: 'shipments', userwidgets: 'dashboard' }
const details = headsInOrder().filter((model) => isScreen(model.id) && model.single === undefined)
const list = () => document.querySelector<HTMLElement>('[data-list]')?.dataset['list']
const said = () => [...document.querySelectorAll('.snackbar.error > span')].map((note) => note.textContent)

test.each(details.map((model) => [model.id, model.key.map((name) => `${name}=99999999`).join('&')]))(
  'FND-423 FND-424 a load of %s that fails leads to its list, and says why',
  async (module, key) => {
    await open(`/${module}?${key}`, { session: somebody('Administrator') })
    await expect.poll(list).toBe(elsewhere[module] ?? module)
    expect(said()).toContain("The server can't be reached.")
  },
)
