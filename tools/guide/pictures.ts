// npm run guide-pictures: takes the pictures of the guide from a running demo (npm start), in a real browser. Nothing
// is saved there. ADDRESS names a demo elsewhere; named pictures are taken alone.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { addDays, dayOf, formatDate } from '../../core/dates.ts'
import { role } from '../../core/user.ts'
import { launchBrowser } from '../browser.ts'

const address = process.env['ADDRESS'] ?? 'http://localhost:3000'
const folder = path.resolve(import.meta.dirname, '../../docs/images/guide')
const size = { width: 1280, height: 800 }

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
/** The first row of a list, as the user sees it, that meets the condition. */
const first = async (page: Page, list: number, is: (row: Row) => boolean): Promise<Row> => {
  const rows: unknown = await (await page.request.get(`${address}/api/getdata/${list}`)).json()
  const found = Array.isArray(rows) ? rows.filter(isRow).find(is) : undefined
  if (!found) throw new Error(`List ${list} has no such row`)
  return found
}
const button = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true })
const open = async (page: Page, at: string): Promise<void> => {
  await page.goto(`${address}${at}`)
  await page.locator('.screen .page-head').first().waitFor()
}
const edit = async (page: Page): Promise<void> => {
  await page.keyboard.press('Alt+e')
  await button(page, 'Save').waitFor()
}
/** Gives the record back, so that the next one may edit it. */
const discard = async (page: Page): Promise<void> => {
  if (!(await button(page, 'Discard').isVisible())) return
  await button(page, 'Discard').click()
  const yes = button(page.getByRole('dialog'), 'Yes')
  await yes.or(button(page, 'Edit')).or(page.getByRole('grid')).first().waitFor()
  if (await yes.isVisible()) await yes.click()
  await button(page, 'Discard').waitFor({ state: 'hidden' })
}
/** Takes the first record that an open picker finds for a text. */
const pickIn = async (dialog: Locator, text: string, found = text): Promise<void> => {
  await dialog.waitFor()
  await dialog.page().keyboard.type(text)
  await dialog.getByRole('row', { selected: true }).filter({ hasText: found }).waitFor()
  await dialog.page().keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}
const take = async (page: Page, field: string, title: string, text: string): Promise<void> => {
  await page.locator(`[data-field=${field}]`).getByRole('combobox').focus()
  await page.keyboard.press('F2')
  await pickIn(page.getByRole('dialog', { name: title }), text)
}
const typeCodes = async (page: Page, codes: readonly string[]): Promise<void> => {
  const products = page.getByRole('grid', { name: 'Products' })
  await products.locator('[role=row][aria-rowindex]').last().locator('[role=gridcell]').first().click()
  // the first key of a code opens the picker
  for (const code of codes) {
    await page.keyboard.type(code.slice(0, 1))
    await pickIn(page.getByRole('dialog', { name: 'Product' }), code.slice(1), code)
  }
}

type Picture = {
  readonly user: string
  readonly role: number
  readonly entity: number
  readonly show: (page: Page) => Promise<unknown>
}
const pictures: Readonly<Record<string, Picture>> = {
  prices: {
    user: 'admin',
    role: role.Administrator,
    entity: 2,
    show: async (page) => {
      await open(page, '/pricelists?PriceListId=1')
      await edit(page)
    },
  },
  sale: {
    user: 'labdesk',
    role: role.FrontDesk,
    entity: 2,
    show: async (page) => {
      await open(page, '/sales')
      await take(page, 'PatientId', 'Patient', 'Kulkarni')
      await take(page, 'ReferringDoctorId', 'Doctor', 'Deshmukh')
      await typeCodes(page, ['P001', 'P017', 'P019'])
      const receipts = page.getByRole('grid', { name: 'Receipts' })
      await receipts.locator('[role=row][aria-rowindex]').last().locator('[role=gridcell]').nth(1).click()
      await receipts.locator('select option').nth(1).waitFor({ state: 'attached' })
      await page.keyboard.type('Cash')
      await page.keyboard.press('Enter')
      await receipts.getByText('Cash').first().waitFor()
    },
  },
  batch: {
    // the batch that the demo leaves open is the manager's
    user: 'manager',
    role: role.BusinessManager,
    entity: 2,
    show: async (page) => {
      const { BatchId } = await first(
        page,
        1030,
        (row) => row['CloseDate'] === null && row['Owner'] === 'Rohan Deshpande',
      )
      await open(page, `/tranbatches?BatchId=${String(BatchId)}`)
      await page.keyboard.press('Alt+b')
      const dialog = page.getByRole('dialog', { name: 'Close Batch' })
      const boxes = await dialog.getByRole('textbox').all()
      for (const [at, box] of boxes.slice(0, -1).entries()) await box.fill(String(1250 + 350 * at))
      await page.keyboard.press('Tab')
    },
  },
  results: {
    user: 'technologist',
    role: role.Technologist,
    entity: 2,
    show: async (page) => {
      const { SaleId } = await first(page, 1004, (row) => Number(row['Pending']) > 5)
      await open(page, `/testresults?SaleId=${String(SaleId)}`)
      await edit(page)
      await page.getByLabel('Result of Haematocrit (PCV)', { exact: true }).fill('38.4')
      await page.keyboard.press('Enter')
    },
  },
  receipt: {
    user: 'technologist',
    role: role.Technologist,
    entity: 2,
    show: async (page) => {
      const { ShipmentId } = await first(
        page,
        1023,
        (row) => row['Status'] === 'Dispatched' && row['ConsigneeId'] === 2,
      )
      await open(page, `/shipmentreceipt?ShipmentId=${String(ShipmentId)}`)
      await edit(page)
      await page
        .getByLabel(/ at receipt, °C$/)
        .first()
        .fill('22')
      await page
        .getByRole('button', { name: /^Status of / })
        .last()
        .click()
      await pickIn(page.getByRole('dialog', { name: 'Status' }), 'Leaked')
    },
  },
  approve: {
    user: 'pathologist',
    role: role.Pathologist,
    entity: 2,
    show: async (page) => {
      const { SaleId } = await first(page, 1004, (row) => Number(row['ToApprove']) > 3)
      await open(page, `/testresults?SaleId=${String(SaleId)}`)
    },
  },
  withdrawn: {
    user: 'pathologist',
    role: role.Pathologist,
    entity: 2,
    show: async (page) => {
      const { SaleId } = await first(page, 1005, (row) => row['State'] === 'Withdrawn')
      await open(page, `/testreports?SaleId=${String(SaleId)}`)
    },
  },
  pack: {
    user: 'frontdesk',
    role: role.FrontDesk,
    entity: 12,
    show: async (page) => {
      await open(page, '/shipments')
      await take(page, 'CourierId', 'Courier', 'Nivara')
      await button(page, 'Add All').click()
    },
  },
  period: {
    user: 'accounts',
    role: role.Accounts,
    entity: 2,
    show: async (page) => {
      await open(page, '/summary/invoices')
      await page.keyboard.press('Alt+i')
      const dialog = page.getByRole('dialog', { name: 'Bill a period' })
      await dialog.getByLabel('Bill Cycle').selectOption({ label: 'Monthly' })
      await dialog.getByLabel('Until').fill('t')
      await page.keyboard.press('Tab')
      await dialog.getByRole('checkbox').first().waitFor()
    },
  },
  ledger: {
    user: 'accounts',
    role: role.Accounts,
    entity: 2,
    show: async (page) => {
      await page.goto(`${address}/summary/partyledger`)
      const panel = page.getByRole('search', { name: 'Filter' })
      await panel.getByLabel('From Date').fill(formatDate(addDays(dayOf(new Date()), -50)))
      await panel.getByLabel('Buyer', { exact: true }).focus()
      await page.keyboard.press('F2')
      await pickIn(page.getByRole('dialog'), 'Sunrise')
      await button(panel, 'Search').click()
      await page.locator('tbody tr').filter({ hasText: 'Closing' }).waitFor()
    },
  },
  dashboard: {
    user: 'manager',
    role: role.BusinessManager,
    entity: 2,
    show: async (page) => {
      await page.goto(`${address}/summary/dashboard`)
      await page.locator('.tile-total').last().waitFor()
    },
  },
  turnaround: {
    user: 'quality',
    role: role.QualityManager,
    entity: 2,
    show: (page) => page.goto(`${address}/turnaround`),
  },
  user: {
    user: 'admin',
    role: role.Administrator,
    entity: 1,
    show: async (page) => {
      const { UserId } = await first(page, 1019, (row) => row['UserName'] === 'technologist')
      await open(page, `/users?UserId=${String(UserId)}`)
    },
  },
  ranges: {
    user: 'admin',
    role: role.Administrator,
    entity: 1,
    show: async (page) => {
      const { ElementId } = await first(page, 1012, (row) => row['Name'] === 'Haemoglobin')
      await open(page, `/elements?ElementId=${String(ElementId)}`)
      await page.getByRole('heading', { name: 'Reference Ranges' }).scrollIntoViewIfNeeded()
      await page.mouse.move(700, 500)
      await page.mouse.wheel(0, 2000)
    },
  },
}

/** A page of a signed-in user, light and without movement. */
const pageOf = async (browser: Browser, { user, role: RoleId, entity: EntityId }: Picture): Promise<Page> => {
  const context = await browser.newContext({
    viewport: size,
    timezoneId: 'Asia/Kolkata',
    locale: 'en-IN',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const login = await context.request.post(`${address}/api/login`, {
    data: { username: user, password: 'aliquot-demo' },
  })
  if (!login.ok()) throw new Error(`${user} cannot sign in at ${address}: is the demo running there?`)
  await context.request.post(`${address}/api/entityrole`, { data: { RoleId, EntityId } })
  const known: unknown = await login.json()
  const stored = JSON.stringify(isRow(known) ? known['user'] : null)
  await context.addInitScript({ content: `localStorage.setItem('user', ${JSON.stringify(stored)})` })
  return context.newPage()
}

/** The picture in the best quality that is small enough. */
const packed = async (shot: Buffer): Promise<Buffer> => {
  for (let quality = 80; quality > 20; quality -= 10) {
    const file = await sharp(shot).webp({ quality, effort: 6 }).toBuffer()
    if (file.length <= 60_000) return file
  }
  throw new Error('This picture cannot be made small enough')
}

mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2)
const browser = await launchBrowser()
try {
  for (const [name, picture] of Object.entries(pictures)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const page = await pageOf(browser, picture)
    await picture.show(page)
    await page.waitForLoadState('networkidle')
    const file = await packed(await page.screenshot())
    writeFileSync(path.join(folder, `${name}.webp`), file)
    console.log(`${name}: ${Math.round(file.length / 1000)} kB`)
    await discard(page)
    await page.context().close()
  }
} finally {
  await browser.close()
}
