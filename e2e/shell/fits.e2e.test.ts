// What is drawn: visible marks, whole focus rings, and screens that fit 1366 x 768.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { benchOf, enterAll, releaseAll, approveAll } from '../../modules/testresults/testresults.fixture.ts'
import { packed, tubesOf } from '../../modules/shipments/shipments.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { listed } from '../../server/testing/listed.ts'
import { arrives, button, journeyForTests, settles, shows } from '../hands/journey.ts'
import { criteriaOf } from '../hands/sales-list.ts'
import { newSale, readSale, take } from '../hands/sale.ts'

const size = { viewport: { width: 1366, height: 768 } }
const { here, desk, front } = journeyForTests('desk', 'front')
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await accessioned(desk, { PatientId: await aPatient(desk, { Name: 'Vishwanath Balkrishna Kulkarni' }) })
  await booked(front, { PatientId: await aPatient(front, { Name: 'Anusha Venkateshwari Reddy' }), SellerId: 12 })
})
/** Scroll boxes that overflow sideways, and the page when it scrolls itself. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...[...document.querySelectorAll<HTMLElement>('.screen, .screen *')]
      .filter(
        (one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth,
      )
      .map((one) => `${one.className} ${one.scrollWidth} > ${one.clientWidth}`),
    ...(document.documentElement.scrollHeight > innerHeight
      ? [`the page is ${document.documentElement.scrollHeight} high`]
      : []),
  ])
/** Texts of a column that are cut off. */
const cutIn = (page: Page, head: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const at = [...document.querySelectorAll('thead th')].findIndex((one) => one.textContent?.trim() === wanted)
    return [...document.querySelectorAll<HTMLElement>(`tbody td:nth-child(${at + 1})`)]
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => one.innerText)
  }, head)

/** The results of the sale, as the pathologist sees them. */
const results = async () => {
  const visit = await here.visit('pathologist', 3, 2, size)
  await visit.page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await shows(visit.page.locator('.results .check'))
  return visit
}

test('a ticked box of the results is drawn with a tick, an empty one without', async () => {
  const { page } = await results()
  const box = page.locator('.results tbody .check').first()
  await page.mouse.move(0, 0)
  const drawn = () => box.screenshot({ animations: 'disabled' })
  const empty = await drawn()
  await box.check()
  await page.mouse.move(0, 0)
  await page.keyboard.press('Tab')
  // compares what is between the borders: a blue frame alone is not a tick
  const inside = await box.evaluate((one) => {
    const { width, height, visibility } = getComputedStyle(one, '::before')
    return [Number.parseFloat(width) > 0, Number.parseFloat(height) > 0, visibility]
  })
  expect(inside).toEqual([true, true, 'visible'])
  expect((await drawn()).equals(empty)).toBe(false)
})

test('Review, Approve and Release look disabled while they are', async () => {
  const { page } = await results()
  // the background and border of disabled buttons, in any colour scheme
  const wanted = await page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.background = 'var(--dis)'
    probe.style.border = '1px solid var(--line2)'
    document.body.append(probe)
    const { backgroundColor, borderTopColor } = getComputedStyle(probe)
    probe.remove()
    return [backgroundColor, borderTopColor]
  })
  for (const name of ['Review', 'Approve', 'Release'])
    expect([
      name,
      ...(await button(page, name).evaluate((one) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(one)
        return [one.getAttribute('aria-disabled'), backgroundColor, borderTopColor]
      })),
    ]).toEqual([name, 'true', ...wanted])
})

test('the page of the results does not scroll: it is as high as the window', async () => {
  const { page } = await results()
  expect(
    await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]),
  ).toEqual([768, 1366])
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  expect(await tooWide(page)).toEqual([])
})

test('lists fit 1366 x 768 without scrolling sideways, and no status and no seller is cut', async () => {
  for (const [who, role, path, whole] of [
    ['labdesk', 5, '/summary/sales', ['Seller', 'Sale Status']],
    ['labdesk', 5, '/summary/samples', ['Sample Status', 'Owner']],
    ['technologist', 4, '/summary/testresults', ['Pending', 'Critical']],
  ] as const) {
    const { page, context } = await here.visit(who, role, 2, size)
    await page.goto(path)
    await shows(page.locator('tbody tr').or(page.locator('.empty')))
    await settles(() => tooWide(page), [])
    for (const head of whole) {
      expect((await page.getByRole('columnheader').allInnerTexts()).map((one) => one.trim())).toContain(head)
      expect([head, await cutIn(page, head)]).toEqual([head, []])
    }
    await context.close()
  }
})

/** Cells of a record's grids whose text is cut off, under one head. */
const cutCells = (page: Page, head: string): Promise<string[]> =>
  page
    .getByRole('grid')
    .filter({ has: page.getByRole('columnheader', { name: head, exact: true }) })
    .last()
    .evaluate((table, wanted) => {
      const at = [...table.querySelectorAll('[role=columnheader]')].findIndex(
        (one) => one.textContent.trim() === wanted,
      )
      return [...table.querySelectorAll<HTMLElement>(`[role=gridcell]:nth-child(${at + 1})`)]
        .filter((one) =>
          [one, ...one.querySelectorAll<HTMLElement>('*')].some((x) => x.scrollWidth > x.clientWidth + 1),
        )
        .map((one) => one.innerText)
    }, head)
test('the grids of a referral, a batch and the receipts of a sale fit 1366 x 768, and no time of day is cut', async () => {
  const admin = await here.person('admin', 1, 2)
  const PatientId = await aPatient(admin, { Name: 'Vishwanath Balkrishna Kulkarni' })
  const receipts = [{ PaymentModeId: 42, Amount: 350, PaymentRef: '834950612233' }]
  const referred = await booked(admin, { PatientId, ReferrerId: 141, products: [3001], receipts })
  const referral = (await listed(admin, 1028, { ReferrerId: 141 })).rows[0]?.ReferralId
  const { page } = await here.visit('admin', 1, 2, size)
  await page.goto(`/referrals?ReferralId=${referral}`)
  await shows(page.getByRole('gridcell', { name: 'Vishwanath Balkrishna Kulkarni' }).first())
  await shows(page.getByRole('columnheader', { name: 'Sale Due', exact: true }))
  expect(await tooWide(page)).toEqual([])
  expect(await cutCells(page, 'Sale Date')).toEqual([])
  const batch = (await listed(admin, 1030, { BatchStatus: 'Open' })).rows[0]?.BatchId
  await page.goto(`/tranbatches?BatchId=${batch}`)
  await shows(page.getByRole('gridcell', { name: '834950612233' }))
  expect(await tooWide(page)).toEqual([])
  expect(await cutCells(page, 'Date')).toEqual([])
  await admin.put(`/api/closebatch/${batch}`, { Counted: [{ PaymentModeId: 42, Amount: 350 }] })
  await readSale(page, referred.SaleId)
  await shows(page.getByRole('columnheader', { name: 'Batch closed' }))
  expect(await tooWide(page)).toEqual([])
  expect(await cutCells(page, 'Date')).toEqual([])
})

test('the head of a sale fits on one line, its rare actions are under More', async () => {
  const { page } = await here.visit('manager', 2, 2, size)
  await readSale(page, sale.SaleId)
  const tops = await page
    .locator('.page-actions > *:not(i), .page-actions .tipped')
    .evaluateAll((all) => [
      ...new Set(
        all.map((one) => Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2)),
      ),
    ])
  expect(tops).toHaveLength(1)
  await button(page, 'More').click()
  const items = await page.getByRole('menuitem').locator('> span').allInnerTexts()
  expect(items.map((one) => one.split('\n')[0])).toEqual(['Re-accession', 'Unlock Accession', 'Clone'])
  expect(await tooWide(page)).toEqual([])
})

test('the steps of a sale show only what has happened', async () => {
  const { page } = await here.visit('labdesk', 5, 2, size)
  await readSale(page, sale.SaleId)
  const steps = page.getByRole('region', { name: 'Steps' })
  expect(await steps.locator('li b').allInnerTexts()).toEqual([
    'Booked',
    'Collected',
    'Received',
    'Entered',
    'Approved',
    'Released',
  ])
  expect(await steps.locator('[aria-current=step] b').innerText()).toBe('Received')
})

test('a doctor lands on the newest reports, opens the file with one tap and the list of all of them with another', async () => {
  const bench = await benchOf(here.app)
  const mine = await accessioned(bench.desk, {
    PatientId: await aPatient(bench.desk, { Name: 'Reported Ghate' }),
    ReferringDoctorId: 101,
  })
  await enterAll(bench.technologist, mine.SaleId)
  await approveAll(bench.pathologist, mine.SaleId)
  await releaseAll(bench.pathologist, mine.SaleId, 'Released to the doctor')
  const { page } = await here.visit('doctor', 12, 101, { viewport: { width: 390, height: 844 } })
  await page.goto('/summary/dashboard')
  const report = page.getByRole('button', { name: /Reported Ghate/ })
  await shows(report)
  expect(await page.getByText('A role’s widgets').count()).toBe(0)
  const [asked] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('/api/print/testreports/')),
    report.click(),
  ])
  expect(asked.postDataJSON()).toMatchObject({ formId: mine.SaleId, device: 'screen' })
  const [all] = await Promise.all([
    page.waitForRequest((one) => /filterCriteria/.test(one.url()) && /page|limit=100/.test(one.url())),
    page.getByRole('link', { name: 'All test reports' }).click(),
  ])
  expect(criteriaOf(all.url())).toEqual({})
})

test('the head of fully released results is one line, next to the pager', async () => {
  const bench = await benchOf(here.app)
  const done = await accessioned(desk, { PatientId: await aPatient(desk) })
  await bench.technologist.post('/api/generate/worksheets')
  await enterAll(bench.technologist, done.SaleId)
  await approveAll(bench.pathologist, done.SaleId)
  await releaseAll(bench.pathologist, done.SaleId, 'Released to the doctor')
  const rows = (await bench.pathologist.get('/api/getdata/1004')).body
  const sheet: unknown = rows.find((row) => row.SaleId === done.SaleId)?.WorkSheetId
  const { page } = await here.visit('pathologist', 3, 2, size)
  await page.goto(`/testresults?WorkSheetId=${String(sheet)}&SaleId=${String(done.SaleId)}`)
  await shows(button(page, 'Amend'))
  await shows(page.locator('.pager'))
  expect(await page.locator('.page-head').evaluate((one) => one.getBoundingClientRect().height)).toBeLessThan(56)
  await page.keyboard.press('Alt+o')
  await shows(page.getByRole('dialog', { name: 'Documents' }))
})
const phone = { viewport: { width: 390, height: 844 } }
test('on a phone results have their head across the screen, with the back button', async () => {
  const { page } = await here.visit('technologist', 4, 2, phone)
  await page.goto('/summary/testresults')
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  const head = page.locator('.page-head')
  await shows(head.getByRole('heading', { name: 'Test Results' }))
  expect(await head.evaluate((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])).toEqual([
    0, 390,
  ])
  const seen = await head.locator('h1').evaluate((one) => one.getBoundingClientRect().width)
  expect(seen).toBeGreaterThan(60)
  await button(page, 'Back').click()
  await arrives(page, '/summary/testresults')
})
test('on a phone a shipment shows its courier the number, temperature and progress of each tube, and cuts no text', async () => {
  const tubes = tubesOf(await accessioned(front, { PatientId: await aPatient(front), SellerId: 12, IsStat: true }))
  const box = await packed(front, { from: 12, to: 2, samples: tubes })
  const { page } = await here.visit('courier', 8, 151, phone)
  await page.goto(`/shipments?ShipmentId=${String(box.ShipmentId)}`)
  const row = page.getByRole('grid', { name: 'Selected' }).locator('tbody tr').first()
  await shows(row)
  expect(await row.locator('.stat-mark').evaluate((one) => getComputedStyle(one).paddingLeft)).toBe('5px')
  const cells = row.locator('td:visible')
  expect((await cells.allInnerTexts()).map((text) => text.trim())).toHaveLength(3)
  expect(await cells.last().innerText()).toContain('Packed in shipment')
  expect(await cells.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0)
  expect(await tooWide(page)).toEqual([])
})

test('on a phone a picker shows age and phone of namesakes', async () => {
  const { page } = await here.visit('labdesk', 5, 2, { viewport: { width: 390, height: 844 } })
  await newSale(page)
  await page.locator('[data-field=PatientId]').getByRole('combobox').focus()
  await page.keyboard.press('F2')
  const row = page.getByRole('dialog', { name: 'Patient' }).locator('.picker-row').first()
  await shows(row)
  expect(await row.innerText()).toMatch(/\d{5} \d{5}/)
  expect((await row.innerText()).split('\n').length).toBeGreaterThan(2)
})

test('on a phone Net and Outstanding remain visible while lines are added to a sale', async () => {
  const { page } = await here.visit('labdesk', 5, 2, { viewport: { width: 390, height: 844 } })
  await newSale(page)
  const line = page.locator('.totals-line')
  await settles(
    () => line.innerText().then((text) => text.replaceAll(/\s+/g, ' ').trim()),
    'Net ₹0.00 Outstanding ₹0.00',
  )
  await take(page, 'PatientId', 'Patient', 'Vishwanath')
  await page.locator('.products .card-add').click()
  await page.keyboard.type('P001')
  const dialog = page.getByRole('dialog', { name: 'Product' })
  await shows(dialog.getByRole('row', { selected: true }).filter({ hasText: 'P001' }))
  await page.keyboard.press('Enter')
  await settles(
    () => line.innerText().then((text) => text.replaceAll(/\s+/g, ' ').trim()),
    'Net ₹350.00 Outstanding ₹350.00',
  )
  // above the buttons, inside the window, at any scroll position
  for (const end of [0, 10_000]) {
    await page.locator('.screen').evaluate((one, top) => one.scrollTo(0, top), end)
    const [ours, buttons] = [await line.boundingBox(), await page.locator('.page-actions').boundingBox()]
    expect([
      (ours?.y ?? 0) > 400,
      Math.round((ours?.y ?? 0) + (ours?.height ?? 0)) <= Math.ceil(buttons?.y ?? 0),
    ]).toEqual([true, true])
  }
})
