// Leaving what was changed and not saved, on every screen that takes a new record.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { allModels } from '../models.ts'
import { isScreen } from '../modules.ts'
import { router } from '../router.tsx'
import { at, goTo, leave } from '../screen/address.fixture.tsx'
import { somebody } from '../screen/session.fixture.ts'

// the shell and its models are fetched once, which takes a busy machine a while
beforeAll(() => goTo('/summary/dashboard', somebody()), 60_000)
afterEach(leave)
// a batch is opened by its first receipt
const entered = allModels.filter(
  ({ id, notEntered, single, permits }) =>
    isScreen(id) &&
    notEntered === undefined &&
    single === undefined &&
    permits.includes('create') &&
    id !== 'tranbatches',
)
const open = ':not([readonly], :disabled, [type=date], [role=combobox])'
const typed = `.detail-body [data-field] :is(input:not([type=checkbox]), textarea)${open}`
const ticked = `.detail-body [data-field] input[type=checkbox]${open}`
/** Changes something of what the screen shows; answers what it then is. */
const change = async (): Promise<() => unknown> => {
  const box = document.querySelector<HTMLInputElement>(typed) ?? document.querySelector<HTMLInputElement>(ticked)
  if (!box) throw new Error('Nothing here takes input')
  if (box.type === 'checkbox') await userEvent.click(page.elementLocator(box))
  else await userEvent.fill(page.elementLocator(box), '5-11-2026')
  return () => [box.value, box.checked]
}
const isThere = () => expect.poll(() => document.querySelector(`${typed}, ${ticked}`)).not.toBeNull()
const asked = page.getByRole('dialog', { name: 'Confirmation' })
const goAway = () => void router.navigate({ to: '/summary/$moduleId', params: { moduleId: 'dashboard' } })

test('they are the screens of sixteen modules at least', () => {
  expect(entered.length).toBeGreaterThanOrEqual(16)
})

test.each(entered.map(({ id }) => id))(
  'FND-020 FND-021 FND-264 a new record of %s is left at once while it has no typed text, and after a question when something is',
  async (module) => {
    const session = somebody('Administrator')
    await goTo(`/${module}`, session)
    await isThere()
    goAway()
    await expect.poll(() => at().split('?')[0]).toBe('/summary/dashboard')
    await goTo(`/${module}`, session)
    await isThere()
    const state = await change()
    goAway()
    await expect.element(asked.getByText('Discard changes ?', { exact: true })).toBeVisible()
    const before = state()
    await userEvent.click(asked.getByRole('button', { name: 'No', exact: true }))
    await expect.element(asked).not.toBeInTheDocument()
    expect(at().split('?')[0]).toBe(`/${module}`)
    expect(state()).toEqual(before)
    goAway()
    await userEvent.click(asked.getByRole('button', { name: 'Yes', exact: true }))
    await expect.poll(() => at().split('?')[0]).toBe('/summary/dashboard')
  },
)
