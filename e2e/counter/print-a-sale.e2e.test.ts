// Printing a sale in a real browser: the dialog, the bill, the labels of its tubes.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { accessioned } from '../../modules/sales/sales.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { behind } from '../hands/faults.ts'
import { arrives, button, gone, journeyForTests, said, settles, shows } from '../hands/journey.ts'
import { readSale, sizeOf } from '../hands/sale.ts'

const { here } = journeyForTests()
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await accessioned(await here.person('labdesk', 5, 2))
})

const visit = () => here.visit('labdesk', 5, 2)

describe('print', () => {
  test('FND-195 FND-196 FND-197 FND-198 FND-199 FND-200 FND-224 FND-276 FND-277 FND-397 FND-439 OPS-068 OPS-321 640x480, a template is chosen, busy until the pages are loaded, and viewing does not print', async () => {
    const { page, context } = await visit()
    await context.addInitScript(() => {
      window.print = () => {
        window.printed = `${window.printed ?? ''}!`
      }
      const open = window.open.bind(window)
      window.open = (...given) => {
        window.opened = given.map(String).join(' ')
        return open(...given)
      }
    })
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await context.route('**/api/print/**', async (route) => {
      await held
      await route.continue()
    })
    await readSale(page, sale.SaleId)
    await page.keyboard.press('Alt+p')
    const dialog = page.getByRole('dialog', { name: 'Print' })
    await shows(dialog.getByRole('checkbox', { checked: true }))
    expect(await sizeOf(dialog)).toEqual([640, 480])
    const templates = (await (await here.person('labdesk', 5, 2)).get('/api/getdata/41?Module=sales')).body
    expect(templates.length).toBeGreaterThan(1)
    expect((await dialog.locator('.template').allInnerTexts()).map((text) => text.trim())).toEqual(
      templates.map((one) => one.Name),
    )
    expect(await dialog.getByRole('button', { name: 'Print to printer' }).count()).toBe(1)
    const [sheet, sent] = await Promise.all([
      context.waitForEvent('page'),
      page.waitForRequest('**/api/print/sales/'),
      dialog.getByRole('button', { name: 'View on screen' }).click(),
    ])
    expect(sent.postDataJSON()).toEqual({
      templateId: templates[0]?.TemplateId,
      formId: sale.SaleId,
      device: 'screen',
    })
    await shows(dialog.getByRole('progressbar'))
    for (const name of ['Print to printer', 'View on screen'])
      expect(await dialog.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    go()
    await gone(dialog.getByRole('progressbar'))
    await settles(
      () =>
        sheet
          .locator('body')
          .innerText()
          .then((text) => text.length > 100),
      true,
    )
    const printed = (shown: Page) => shown.evaluate(() => window.printed ?? '')
    expect(await printed(sheet)).toBe('')
    expect(await page.evaluate(() => window.opened)).toBe(' _blank popup,width=1024,height=768')
    expect(await sheet.locator('body').innerText()).toContain(String(sale.LRN))
    await sheet.close()
    const [paper, onPaper] = await Promise.all([
      context.waitForEvent('page'),
      page.waitForRequest('**/api/print/sales/'),
      dialog.getByRole('button', { name: 'Print to printer' }).click(),
    ])
    expect(onPaper.postDataJSON()).toMatchObject({ formId: sale.SaleId, device: 'printer' })
    await settles(() => printed(paper), '!')
    expect(await printed(page)).toBe('')
  })
  test('FND-276 FND-416 FND-422 OPS-303 a failed print shows the message and is no longer busy', async () => {
    const { page } = await visit()
    await readSale(page, sale.SaleId)
    await button(page, 'Print').click()
    const dialog = page.getByRole('dialog', { name: 'Print' })
    await shows(dialog.getByRole('checkbox', { checked: true }))
    // the template is removed while the dialog is open
    await behind(here, `update print_templates set module_id = 'sales away' where module_id = 'sales'`)
    await dialog.getByRole('button', { name: 'Print to printer' }).click()
    await shows(said(page, 'This print template does not exist'))
    await behind(here, `update print_templates set module_id = 'sales' where module_id = 'sales away'`)
    await gone(dialog.getByRole('progressbar'))
    expect(await dialog.getByRole('button', { name: 'Print to printer' }).getAttribute('aria-disabled')).toBeNull()
    await page.keyboard.press('Escape')
    await gone(dialog)
    await page.keyboard.press('Alt+c')
    await arrives(page, '/summary/sales')
  })
  test('the bill and the labels of a sale are viewed, each by its template', async () => {
    const { page, context } = await visit()
    await readSale(page, sale.SaleId)
    const [tube] = sale.Samples
    for (const [template, texts] of [
      ['Bill', ['BILL OF SUPPLY', String(sale.LRN), 'Complete Blood Count (CBC)', sale.Invoice.InvoiceNo]],
      ['Tube labels', [String(tube?.Barcode), 'JOSHI Ramesh Kumar']],
    ] as const) {
      await page.keyboard.press('Alt+p')
      const dialog = page.getByRole('dialog', { name: 'Print' })
      for (const box of await dialog.getByRole('checkbox').all()) await box.setChecked(false)
      await dialog.getByRole('checkbox', { name: template, exact: true }).check()
      const [sheet] = await Promise.all([
        context.waitForEvent('page'),
        dialog.getByRole('button', { name: 'View on screen' }).click(),
      ])
      await shows(sheet.getByText(texts[0]))
      const paper = await sheet.locator('body').innerText()
      for (const text of texts) expect(paper).toContain(text)
      await sheet.close()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await gone(dialog)
    }
  })
  test('the bill and the labels are printed together by Enter, in one window, and are ticked the next time', async () => {
    const { page, context } = await visit()
    await context.addInitScript(() => {
      window.print = () =>
        localStorage.setItem('papers', `${localStorage.getItem('papers') ?? ''}${document.body.innerText}`)
    })
    await readSale(page, sale.SaleId)
    await page.keyboard.press('Alt+p')
    const dialog = page.getByRole('dialog', { name: 'Print' })
    await shows(dialog.getByRole('checkbox', { name: 'Bill', checked: true }))
    await page.keyboard.press('ArrowDown')
    while (
      !(await dialog
        .getByRole('checkbox', { name: 'Tube labels', exact: true })
        .evaluate((one) => one === document.activeElement))
    )
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    expect(await dialog.getByRole('button', { name: 'View on screen' }).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Enter')
    await shows(said(page, 'Sent to the printer'))
    const papers = () => page.evaluate(() => localStorage.getItem('papers') ?? '')
    await settles(
      async () => [(await papers()).includes('BILL OF SUPPLY'), (await papers()).includes('JOSHI Ramesh Kumar')],
      [true, true],
    )
    expect((await papers()).indexOf('BILL OF SUPPLY')).toBeLessThan((await papers()).indexOf('JOSHI Ramesh Kumar'))
    // this one and the paper's
    expect(context.pages()).toHaveLength(2)
    await page.keyboard.press('Escape')
    await gone(dialog)
    await page.keyboard.press('Alt+p')
    await shows(dialog.getByRole('checkbox', { name: 'Tube labels', exact: true, checked: true }))
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(2)
  })
})
