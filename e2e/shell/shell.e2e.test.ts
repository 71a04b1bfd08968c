// Around every screen: header, sidebar, messages, the dashboard and the error pages.
import { beforeAll, describe, expect, test } from 'vitest'
import { aPatient, aSale, booked, product } from '../../modules/sales/sales.fixture.ts'
import { notifyUsers } from '../../server/db/notify.ts'
import { headsInOrder } from '../../web/modules.ts'
import { behind, breakTable } from '../hands/faults.ts'
import { arrives, gone, journeyForTests, said, settles, shows } from '../hands/journey.ts'
import { isMarked, mark, readAt } from '../hands/wire.ts'

const { here, desk } = journeyForTests('desk')
beforeAll(async () => {
  await booked(desk)
  await booked(desk, { products: [product.lipids] })
})

const userMenu = '.menu.user .menu-button'
const tell = async (username: string, subjects: readonly string[]): Promise<void> => {
  const { userId } = await here.person(username, username === 'frontdesk' ? 5 : 6, 12)
  await here.app.db.transaction(async (tx) => {
    for (const subject of subjects)
      await notifyUsers(tx, [userId], { creater: 'System', subject, content: `About ${subject}` })
  })
}

describe('header and sidebar', () => {
  test('FND-073 FND-074 FND-075 FND-076 FND-078 FND-079 FND-080 the user menu under the user’s name: Account, Messages without a count, Profile, Change Role/Entity, Logout', async () => {
    const { page } = await here.visit('accounts', 7, 12)
    await page.goto('/summary/dashboard')
    const opener = page.locator(userMenu)
    await shows(opener)
    expect(await opener.innerText()).toContain('Nilesh Shah')
    expect(await opener.locator('.avatar').count()).toBe(1)
    await opener.click()
    const menu = page.getByRole('menu', { name: 'Account' })
    await shows(menu.getByText('Account', { exact: true }))
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
      'Messages',
      'Profile',
      'Change Role/Entity',
      'Logout',
    ])
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Profile')
    await page.keyboard.press('Escape')
    await gone(menu)
  })
  test('FND-006 FND-081 FND-304 the sidebar has exactly the modules with the permit list', async () => {
    for (const [name, role, entity] of [
      ['phlebotomist', 6, 12],
      ['admin', 1, 2],
    ] as const) {
      const { page, context } = await here.visit(name, role, entity)
      const known = await readAt(context, '/api/currentUser')
      const listed = new Set(known.Permissions.filter((one) => one.Permit === 'list').map((one) => one.ModuleId))
      if (name === 'admin')
        expect([...listed]).toEqual(
          expect.arrayContaining([
            ...['patients', 'doctors', 'referrers', 'clients', 'products', 'tests', 'specimens', 'elements', 'sales'],
            ...['invoices', 'shipments', 'transactions', 'referralschemes', 'testreports'],
          ]),
        )
      const wanted = headsInOrder()
        .filter((model) => !model.hidden && listed.has(model.id))
        .map((model) => model.name)
      await page.goto('/summary/dashboard')
      const items = page.getByRole('navigation', { name: 'Modules' }).getByRole('link')
      await shows(items)
      expect((await items.allInnerTexts()).map((text) => text.trim()).sort()).toEqual(['Dashboard', ...wanted].sort())
      const figures = page.getByRole('navigation', { name: 'Figures' }).getByRole('link')
      expect(await figures.allInnerTexts()).toEqual(listed.has('testreports') ? ['Turn-around'] : [])
      await context.close()
    }
  })
  test('the sidebar scrolls to the current module', async () => {
    const { page } = await here.visit('manager', 2, 2, { viewport: { width: 1366, height: 600 } })
    await page.goto('/turnaround')
    const turnaround = page.getByRole('link', { name: 'Turn-around' })
    await shows(turnaround)
    const bottomOf = (name: string) => page.locator(name).evaluate((one) => one.getBoundingClientRect().bottom)
    await settles(
      async () => (await bottomOf('.sidebar-item[aria-current]')) <= (await bottomOf('.sidebar-items')),
      true,
    )
    expect(await page.locator('.sidebar-items').evaluate((one) => one.scrollTop)).toBeGreaterThan(0)
  })
  test('FND-001 FND-014 FND-015 screens change without loading the document', async () => {
    const { page } = await here.visit('admin', 1, 2)
    await page.goto('/summary/dashboard')
    await mark(page)
    const sidebar = page.getByRole('navigation', { name: 'Modules' })
    for (const [name, path] of [
      ['Sales', '/summary/sales'],
      ['Products', '/summary/products'],
      ['Dashboard', '/summary/dashboard'],
    ] as const) {
      await sidebar.getByRole('link', { name, exact: true }).click()
      await arrives(page, path)
      await shows(page.getByRole('heading', { name, exact: true }))
    }
    expect(await isMarked(page)).toBe(true)
  })
})

describe('messages', () => {
  test('FND-076 FND-077 FND-082 FND-083 FND-279 FND-430 notifications are counted, listed and dismissed one by one', async () => {
    await tell('frontdesk', ['Sample lost', 'Report ready'])
    const { page } = await here.visit('frontdesk', 5, 12)
    await page.goto('/summary/dashboard')
    await page.locator(userMenu).click()
    const item = page.getByRole('menuitem', { name: /Messages/ })
    await settles(() => item.innerText().then((text) => text.replace(/\s+/g, ' ')), 'Messages 2')
    await item.click()
    const aside = page.getByRole('complementary', { name: 'Messages' })
    await settles(() => aside.locator('.notification').count(), 2)
    for (const subject of ['Sample lost', 'Report ready'])
      await shows(aside.locator('.notification').filter({ hasText: subject }).getByText(`About ${subject}`))
    const [dismissal] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/api/dismiss/notification')),
      aside
        .locator('.notification')
        .filter({ hasText: 'Sample lost' })
        .getByRole('button', { name: 'Dismiss' })
        .click(),
    ])
    expect(Object.keys(dismissal.postDataJSON())).toEqual(['NotificationId'])
    await settles(
      () =>
        aside
          .locator('.notification')
          .allInnerTexts()
          .then((texts) => texts.map((text) => text.split('\n')[0])),
      ['Report ready'],
    )
    await shows(page.locator('.snackbar[role=status]'))
  })
  test('FND-430 a refused dismissal shows the message of the server and the notification remains', async () => {
    await tell('phlebotomist', ['Tube broken'])
    const { page } = await here.visit('phlebotomist', 6, 12)
    await page.goto('/summary/dashboard')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await shows(page.getByRole('button', { name: 'Dismiss' }))
    // it moves to another user before it is dismissed here
    await behind(
      here,
      `update notifications set user_id = (select user_id from users where user_name = 'auditor') where subject = 'Tube broken'`,
    )
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await shows(said(page, 'This notification was already dismissed or deleted'))
    expect(await page.locator('.notification').count()).toBe(1)
  })
  test('FND-084 the aside has static tabs that send no request', async () => {
    const { page } = await here.visit('accounts', 7, 12)
    await page.goto('/summary/dashboard')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await shows(page.getByRole('tab', { name: 'Notifications' }))
    await page.waitForLoadState('networkidle').catch(() => undefined)
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && sent.push(request.url()))
    for (const name of ['Help', 'About']) {
      await page.getByRole('tab', { name }).click()
      await shows(page.getByRole('tabpanel'))
      expect((await page.getByRole('tabpanel').innerText()).length).toBeGreaterThan(20)
    }
    expect(sent).toEqual([])
  })
})

describe('dashboard', () => {
  test('FND-092 FND-093 FND-094 FND-095 FND-096 FND-372 FND-446 four tiles and four tables, each with the rows of its widget; totals have the decimals of what they count, and Indian grouping', async () => {
    const { page, context } = await here.visit('manager', 2, 3)
    const boss = await here.person('manager', 2, 3)
    const now = new Date().toISOString()
    const sold = { ProductId: product.cbc, Price: 1_234_567.5, Remarks: 'A whole camp' }
    const made = await boss.post(
      '/api/sales/',
      aSale({ PatientId: await aPatient(boss), SellerId: 3, products: [sold], SaleDate: now, CollectionDate: now }),
    )
    expect(made.text).toContain('SaleId')
    const widgets = (await (await context.request.get('/api/getdata/600')).json()) as {
      Target: string
      Label: string
      StatementId: number
    }[]
    const labelAt = (target: string) => widgets.find((one) => one.Target === target)?.Label ?? ''
    const asked: URL[] = []
    page.on('request', (request) => request.url().includes('/api/getdata/2') && asked.push(new URL(request.url())))
    await page.goto('/summary/dashboard')
    await settles(() => page.locator('.tile h2').allInnerTexts(), ['B1', 'B2', 'B3', 'B4'].map(labelAt))
    await settles(() => page.locator('.widget h2').allInnerTexts(), ['T1', 'T2', 'T3', 'T4'].map(labelAt))
    await settles(() => page.locator('.tile-total').first().innerText(), '₹\u00a012,34,567.50')
    await settles(() => page.locator('.tile-total').nth(1).innerText(), '₹\u00a00.00')
    const sellers = widgets.find((one) => one.Target === 'T1')
    const rows = (await (
      await context.request.get(`/api/getdata/${sellers?.StatementId}?TimezoneOffset=-330`)
    ).json()) as {
      Seller: string
    }[]
    expect(rows.length).toBeGreaterThan(0)
    await settles(
      () => page.locator('.widget').first().locator('tbody tr td:first-child').allInnerTexts(),
      // as many as fit in both lines of tables
      rows.slice(0, 6).map((row) => row.Seller),
    )
    expect(asked.every((url) => url.searchParams.get('TimezoneOffset') === '-330')).toBe(true)
  })
  test('FND-097 FND-425 a widget that cannot be loaded shows the serialised error in its place, the others remain', async () => {
    const { page } = await here.visit('manager', 2, 2)
    const mend = await breakTable(here, 'reports')
    await page.goto('/summary/dashboard')
    const broken = page.locator('.tile').nth(3).locator('.widget-error')
    await shows(broken)
    await mend()
    expect(JSON.parse(await broken.innerText())).toEqual({
      message: 'Something went wrong. Please try again.',
      requestId: expect.any(String),
    })
    await shows(page.locator('.tile').first().locator('.tile-total'))
    expect(await page.locator('.widget-error').count()).toBe(1)
  })
})
