// Help from a screen: the sheet of keys leads to the guide's page about the screen, and Find searches the guide.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { at, goTo, leave } from '../screen/address.fixture.tsx'
import { somebody } from '../screen/session.fixture.ts'

// a busy machine needs a while to fetch the shell and its models, so they are fetched once
beforeAll(() => goTo('/guide/counter', somebody()), 60_000)
afterEach(leave)

test('? on a screen leads to its part of the guide, with links to the other pages', async () => {
  await goTo('/guide/counter', somebody('Technologist'))
  await expect.element(page.getByRole('heading', { name: 'At the counter' })).toBeVisible()
  await userEvent.click(page.getByRole('navigation', { name: 'Guide' }).getByText('Accounts'))
  await expect.element(page.getByRole('heading', { name: 'Bill a period' })).toBeVisible()
  await userEvent.keyboard('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await userEvent.click(sheet.getByRole('link', { name: 'At the bench' }))
  await expect.element(page.getByRole('heading', { name: 'At the bench' })).toBeVisible()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(at()).toBe('/guide/bench')
})

test('Find searches the guide', async () => {
  await goTo('/guide/counter', somebody('Accounts'))
  await expect.element(page.getByRole('heading', { name: 'At the counter' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.fill(page.getByRole('combobox', { name: 'Find' }), 'cheque')
  await userEvent.click(page.getByRole('option', { name: /Guide.*Cheques/ }))
  await expect.element(page.getByRole('heading', { name: 'Cheques' })).toBeVisible()
  expect(at()).toBe('/guide/accounts')
})

test('on a phone Help is in the menu of modules and leads to what the guide says of the screen', async () => {
  await page.viewport(390, 844)
  await goTo('/products?ProductId=1', somebody('Administrator'))
  const help = page.getByRole('link', { name: 'Help', exact: true })
  await expect.element(page.getByRole('button', { name: 'Modules' })).toBeVisible()
  await expect.element(help).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Modules', exact: true }))
  await expect.element(help).toBeVisible()
  await userEvent.click(help)
  await expect.element(page.getByRole('heading', { name: 'Prices and products' })).toBeVisible()
  expect(at()).toBe('/guide/manager')
  // the menu has made room for it
  await expect.element(help).not.toBeInTheDocument()
  await page.viewport(1280, 800)
})

test('in the sheet of keys the line that leads to the guide has room before what follows', async () => {
  await goTo('/guide/counter', somebody('Technologist'))
  await expect.element(page.getByRole('heading', { name: 'At the counter' })).toBeVisible()
  await userEvent.keyboard('?')
  const head = page.getByRole('dialog', { name: 'Keys' }).getByRole('heading', { name: 'This screen' })
  await expect.element(head).toBeVisible()
  const line = document.querySelector('.keys-guide')?.getBoundingClientRect().bottom ?? 0
  expect(head.element().getBoundingClientRect().top - line).toBeGreaterThanOrEqual(12)
})
