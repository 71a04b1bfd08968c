// Every screen that takes a new record: how it opens, and leaving it with something typed and not saved.
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

/** The head, what the screen is for, its two buttons, and whether a field takes input at once. */
const opened = () => [
  document.querySelector('h1')?.textContent,
  document.querySelectorAll('.mode-add').length,
  ...['Save', 'Discard'].map((name) => page.getByRole('button', { name, exact: true }).elements().length),
]

test('they are the screens of the catalogue and of daily work', () => {
  const ids = entered.map(({ id }) => id)
  expect(ids).toEqual(
    expect.arrayContaining([
      ...['clients', 'products', 'tests', 'elements', 'specimens', 'departments', 'instruments', 'labinstruments'],
      ...['users', 'lists', 'widgets', 'userwidgets', 'pricelists', 'referralschemes', 'targets', 'clientvisits'],
      ...['sales', 'invoices', 'shipments', 'transactions'],
    ]),
  )
})

test('FND-022 a new specimen is empty, and all its fields take input', async () => {
  await goTo('/specimens', somebody('Administrator'))
  await isThere()
  const controls = [...document.querySelectorAll<HTMLInputElement>('.detail-body :is(input, select, textarea)')].filter(
    ({ type }) => type !== 'checkbox',
  )
  expect(controls.length).toBeGreaterThan(1)
  for (const control of controls) {
    expect([control.name, control.value, control.disabled, control.readOnly === true]).toEqual([
      control.name,
      '',
      false,
      false,
    ])
    if (control.type !== 'text') continue
    await userEvent.fill(page.elementLocator(control), '7')
    expect(control.value).toBe('7')
  }
})

test.each(entered.map(({ id, singular }) => [id, singular]))(
  'FND-018 FND-020 FND-021 FND-022 FND-024 FND-264 MDA-014 MDA-020 OPS-014 OPS-015 a new record of %s opens at its name, ready to be typed, and is left at once while it has no typed text, and after a question when something is',
  async (module, singular) => {
    const session = somebody('Administrator')
    await goTo(`/${module}`, session)
    await isThere()
    await expect.poll(opened).toEqual([`New ${singular}`, 1, 1, 1])
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
