// Documents of a sale and of a client in a real browser: added, viewed and removed by keys, and refused with a reason.
import { expect, test } from 'vitest'
import { aPatient, booked } from '../../../modules/sales/sales.fixture.ts'
import { aPdf } from '../../../server/testing/files.fixture.ts'
import { button, gone, journeyForTests, question, said, settles, shows } from '../../hands/journey.ts'
import { headerOf } from '../../hands/wire.ts'

const { here } = journeyForTests()

test('a referral letter is added to a sale, viewed and removed, all by keys; a wrong file shows why', async () => {
  const sale = await booked(await here.person('labdesk', 5, 2))
  const { page, context } = await here.visit('labdesk', 5, 2)
  await page.goto(`/sales?SaleId=${String(sale.SaleId)}`)
  await shows(button(page, 'Documents'))
  await page.keyboard.press('Alt+o')
  const dialog = page.getByRole('dialog', { name: 'Documents' })
  await shows(dialog.getByText('No documents yet.'))
  const chooser = dialog.getByLabel('File', { exact: true })
  const add = button(dialog, 'Add')
  await chooser.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no letter') })
  await add.focus()
  await page.keyboard.press('Enter')
  await settles(() => dialog.locator('.error').allInnerTexts(), ['Choose a PDF, PNG or JPEG file'])
  await chooser.setInputFiles({ name: 'big.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5_000_001) })
  await settles(() => dialog.locator('.error').allInnerTexts(), ['A file can have 5 MB at most'])
  await chooser.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: aPdf() })
  await add.focus()
  await page.keyboard.press('Enter')
  await shows(said(page, 'letter.pdf was saved'))
  const row = dialog.getByRole('listitem')
  expect(await row.innerText()).toMatch(/letter\.pdf\s+Referral letter, 1 KB/)
  const name = button(row, 'letter.pdf')
  await name.focus()
  const [shown, fetched] = await Promise.all([
    context.waitForEvent('page'),
    page.waitForResponse((response) => /\/files\/\d+$/.test(response.url())),
    page.keyboard.press('Enter'),
  ])
  expect(headerOf(fetched, 'content-type')).toBe('application/pdf')
  await shown.close()
  await button(row, 'Remove').focus()
  await page.keyboard.press('Enter')
  await shows(question(page, 'Remove letter.pdf ?'))
  await page.keyboard.press('y')
  await gone(row)
  await page.keyboard.press('Escape')
  await gone(dialog)
})

test('the button shows how many there are; a reader sees them and cannot add one', async () => {
  const desk = await here.person('labdesk', 5, 2)
  const id = await aPatient(desk)
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(`/clients?ClientId=${id}`)
  await shows(button(page, 'Documents'))
  await page.keyboard.press('Alt+o')
  const dialog = page.getByRole('dialog', { name: 'Documents' })
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'card.pdf', mimeType: 'application/pdf', buffer: aPdf() })
  await button(dialog, 'Add').click()
  await shows(dialog.getByRole('listitem'))
  await page.keyboard.press('Escape')
  await settles(() => page.locator('.page-actions .count').allInnerTexts(), ['1'])
  const reader = await here.visit('pathologist', 3, 2)
  await reader.page.goto(`/clients?ClientId=${id}`)
  await shows(button(reader.page, 'Documents'))
  await reader.page.keyboard.press('Alt+o')
  await shows(reader.page.getByRole('dialog').getByRole('listitem'))
  expect(await button(reader.page.getByRole('dialog'), 'Add').count()).toBe(0)
  expect(await button(reader.page.getByRole('dialog'), 'Remove').count()).toBe(0)
})
