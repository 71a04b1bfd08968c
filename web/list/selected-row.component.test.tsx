// The selected row of a list: which actions its values allow by the criteria of their permits, and what they ask first.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Permit } from '../../core/model.ts'
import { goTo, leave } from '../screen/address.fixture.tsx'
import type { Tried } from '../screen/no-server.fixture.ts'
import { somebody } from '../screen/session.fixture.ts'

// the shell and its models are fetched once, which takes a busy machine a while
beforeAll(() => goTo('/summary/departments', somebody()), 60_000)
afterEach(leave)

/** Two rows of a list, which differ by their status only; the answers to the calls are kept. */
const list = async (module: 'sales' | 'shipments', narrowed: readonly Permit[] = []): Promise<readonly Tried[]> => {
  const calls: Tried[] = []
  const key = module === 'sales' ? 'SaleId' : 'ShipmentId'
  const rows = [92, 95].map((StatusId) => ({ [key]: StatusId + 1000, StatusId, Patient: `at ${StatusId}` }))
  const session = somebody()
  const Permissions = session.Permissions.map((one) =>
    one.ModuleId === module && narrowed.includes(one.Permit) ? { ...one, Criteria: 'StatusId < 95' } : one,
  )
  await goTo(
    `/summary/${module}`,
    { ...session, Permissions },
    {
      some: (call) => {
        calls.push(call)
        if (call.method === 'PUT') return { message: 'Done' }
        // an act waits for these two, and its button is busy until they are read
        if (call.url.pathname === '/api/getdata/9') return []
        return call.url.pathname === `/api/getdata/${module === 'sales' ? 1001 : 1023}` ? rows : undefined
      },
    },
  )
  return calls
}
const select = async (StatusId: number) =>
  userEvent.click(
    page
      .getByRole('row')
      .filter({ hasText: `${StatusId}` })
      .first(),
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })

test.each([
  ['print', 'sales', 'Print'],
  ['unlock', 'sales', 'Unlock Accession'],
  ['cancel', 'sales', 'Cancel Sale'],
  ['reaccession', 'sales', 'Re-accession'],
  ['read', 'sales', 'Clone'],
  ['receive', 'shipments', 'Receive'],
] as const)(
  'OPS-249 by the criteria of the permit %s a row of %s at 92 offers %s, one at 95 does not',
  async (permit, module, label) => {
    for (const [narrowed, closed] of [
      [[permit], 'true'],
      [[], null],
    ] as const) {
      await list(module, narrowed)
      await select(1092)
      await expect.poll(() => button(label).element().getAttribute('aria-disabled')).toBeNull()
      await select(1095)
      await expect.poll(() => button(label).element().getAttribute('aria-disabled')).toBe(closed)
    }
  },
)

test('OPS-312 Re-accession of an accessioned row asks first, and sends no request after No; a first accession asks nothing', async () => {
  const calls = await list('sales')
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ url, body }) => [url.pathname, body])
  const asked = page.getByText('Are you sure that you want to accession this sale again ?', { exact: true })
  await select(1095)
  for (const answer of ['No', 'Yes']) {
    await userEvent.click(button('Re-accession'))
    await expect.element(asked).toBeVisible()
    expect(sent()).toEqual([])
    await userEvent.click(button(answer))
    await expect.element(asked).not.toBeInTheDocument()
  }
  await expect.poll(sent).toEqual([['/api/accession/sales', { formId: 1095 }]])
  await select(1092)
  await userEvent.click(button('Re-accession'))
  await expect.poll(() => sent().at(-1)).toEqual(['/api/accession/sales', { formId: 1092 }])
  expect(asked.elements()).toEqual([])
})
