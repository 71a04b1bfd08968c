// Where the next key goes: after signing in, on opening, after a save, and what a disabled key shows.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient, nextLrn } from '../../../modules/sales/sales.fixture.ts'
import { arrives, button, gone, journeyForTests, question, said, settles, shows } from '../../hands/journey.ts'
import { editClient, nameBox } from '../../hands/record.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { input, newSale, products, readSale, take } from '../../hands/sale.ts'

const { here, desk } = journeyForTests('desk')
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await accessioned(desk, { PatientId: await aPatient(desk, { Name: 'Nandini Apte' }) })
})
const visit = () => here.visit('labdesk', 5, 2, { viewport: { width: 1366, height: 768 } })
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.innerText.split('\n')[0] ?? '')
/** Sale of the focused row, and of the selected one. */
const rowsInUse = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(() =>
    [document.activeElement?.closest('tr'), document.querySelector('tbody tr[aria-selected=true]')].map(
      (row) => row?.querySelector('td')?.textContent ?? undefined,
    ),
  )

test('after signing in the dashboard has the focus on the next action, and its key starts a sale', async () => {
  const { page } = await visit()
  await page.goto('/summary/dashboard')
  await settles(() => focused(page), 'New Sale')
  await page.keyboard.press('Alt+n')
  await arrives(page, '/sales')
})

test('a record that opens has the focus on its first action', async () => {
  const { page } = await visit()
  await readSale(page, sale.SaleId)
  await settles(() => focused(page), 'Edit')
})

test('Enter opens a row and presses no button in it: with a cached record, and with the key held down', async () => {
  const { page } = await visit()
  await page.goto('/summary/sales')
  const opened = page.getByRole('heading', { name: /^Sale \d/ })
  for (const presses of [1, 1, 1, 4]) {
    await settles(async () => (await rowsInUse(page))[0] !== undefined, true)
    // down again without an up: the key repeats
    for (let at = 0; at < presses; at += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await shows(opened)
    await settles(() => focused(page), 'Edit')
    expect(await button(page, 'Save').count()).toBe(0)
    await page.keyboard.press('Alt+c')
    await arrives(page, '/summary/sales')
  }
})

test('in a list the focused row is selected: on opening, while moving, and after a save', async () => {
  const { page } = await visit()
  await page.goto('/summary/sales')
  await shows(page.locator('tbody tr[aria-selected=true]'))
  const [first, chosen] = await rowsInUse(page)
  expect(first).toBe(chosen)
  await page.keyboard.press('Alt+p')
  await shows(page.getByRole('dialog', { name: 'Print' }))
  await page.keyboard.press('Escape')
  await newSale(page)
  await take(page, 'PatientId', 'Patient', 'Nandini Apte')
  await take(page, 'ReferringDoctorId', 'Doctor', 'Sawant')
  await input(page, 'LRN').fill(nextLrn())
  await products(page).getByRole('columnheader').first().focus()
  await page.keyboard.type('P001')
  await page.keyboard.press('Enter')
  await shows(products(page).getByText('P001', { exact: true }))
  await page.keyboard.press('Alt+s')
  await shows(question(page, 'walk-in'))
  await page.keyboard.press('y')
  const note = said(page, /Sale \d+ is saved/)
  await shows(note)
  const made = /Sale (\d+)/.exec(await note.innerText())?.[1]
  await settles(() => rowsInUse(page), [made, made])
})

test('a disabled key shows why', async () => {
  const { page } = await visit()
  await page.goto('/summary/sales')
  await page.getByRole('search').getByLabel('Patient', { exact: true }).fill('nobody of that name')
  await page.keyboard.press('Enter')
  await shows(page.getByRole('heading', { name: 'No sales match these filters' }))
  await page.keyboard.press('Alt+p')
  await shows(said(page, 'Select a row first'))
})

test('Undo restores discarded changes with every value and the lock', async () => {
  const patient = await aPatient(desk, { Name: 'Undone Deshpande' })
  const { page } = await visit()
  await editClient(page, patient)
  await nameBox(page).fill('Undone Kulkarni')
  await page.keyboard.press('Alt+d')
  await shows(said(page, 'Changes of the client are discarded'))
  await shows(button(page, 'Edit'))
  await page.keyboard.press('Alt+z')
  await shows(button(page, 'Save'))
  expect(await nameBox(page).inputValue()).toBe('Undone Kulkarni')
  await page.keyboard.press('Alt+s')
  await shows(said(page, /saved/))
})

test('Undo restores a discarded new sale with every value', async () => {
  const { page } = await visit()
  await newSale(page)
  await take(page, 'ReferringDoctorId', 'Doctor', 'Sawant')
  const lrn = nextLrn()
  await input(page, 'LRN').fill(lrn)
  await page.keyboard.press('Alt+d')
  await arrives(page, '/summary/sales')
  await shows(said(page, 'The new sale is discarded'))
  await page.keyboard.press('Alt+z')
  await arrives(page, '/sales')
  await settles(() => input(page, 'LRN').inputValue(), lrn)
  expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0)
})

test('a record being edited in the user’s other window can be taken over', async () => {
  const patient = await aPatient(desk, { Name: 'Twice Open' })
  const { page, context } = await visit()
  await editClient(page, patient)
  const other = await context.newPage()
  await other.goto(`/clients?ClientId=${patient}`)
  await shows(button(other, 'Edit'))
  await other.keyboard.press('Alt+e')
  await shows(question(other, 'by you in another window'))
  await other.keyboard.press('y')
  await shows(button(other, 'Save'))
  await nameBox(other).fill('Twice Opened')
  await other.keyboard.press('Alt+s')
  await shows(said(other, /saved/))
})

test('without a network a list shows a message, and loads by itself when the line returns, also during typing', async () => {
  const { page, context } = await visit()
  await page.goto('/summary/dashboard')
  await shows(page.getByRole('heading', { name: 'Dashboard', exact: true }))
  // the screen itself is loaded before the network fails
  await page.goto('/summary/sales')
  await shows(page.locator('tbody tr'))
  const isThere = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/samples.model-'))
  await settles(() => page.evaluate(isThere), true)
  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Samples', exact: true }).click()
  await shows(page.getByRole('alert').filter({ hasText: "The server can't be reached." }))
  await shows(button(page, 'Try again'))
  const typed = page.getByRole('textbox', { name: 'LRN' })
  await typed.fill('2609')
  await context.setOffline(false)
  await shows(page.locator('tbody tr'))
  expect(await typed.inputValue()).toBe('2609')
  await gone(page.getByRole('alert').filter({ hasText: "The server can't be reached." }))
})

test('Find asks before a changed record is left: after No the keys continue to work, after Yes it is left', async () => {
  const patient = await aPatient(desk, { Name: 'Left By Find' })
  const { page } = await visit()
  await editClient(page, patient)
  await nameBox(page).fill('Left By Finding')
  for (const answer of ['Escape', 'n', 'y']) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Samples')
    await page.keyboard.press('Enter')
    await shows(question(page, 'Discard changes ?'))
    await page.keyboard.press(answer)
    await gone(question(page, 'Discard changes ?'))
    if (answer === 'y') break
    await nameBox(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await settles(() => nameBox(page).inputValue(), answer === 'n' ? 'Left By Finding!!' : 'Left By Finding!')
  }
  await arrives(page, '/summary/samples')
})
