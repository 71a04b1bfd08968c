// A referral from open to delivered on screen: what blocks it, and what its actions show afterwards.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { dayOf, formatDate } from '../../core/dates.ts'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { listed } from '../../server/testing/listed.ts'
import { setRows } from '../../server/testing/rows.ts'
import { clientType } from '../../modules/lists/items.model.ts'
import { begin, box } from '../hands/client.ts'
import { behind, takePermit } from '../hands/faults.ts'
import { arrives, button, gone, journeyForTests, question, said, settles, shows } from '../hands/journey.ts'
import { lines } from '../hands/master-grid.ts'
import { sizeOf } from '../hands/sale.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')
const moves = ['Submit', 'Mark ready', 'Dispatch', 'Deliver', 'Undispatch']

/** An open referral whose sales are all paid. */
const aReferral = async (ReferrerId: number, count = 1): Promise<number> => {
  for (let i = 0; i < count; i += 1) {
    const sale = await booked(admin, { PatientId: await aPatient(admin), ReferrerId, products: [3001] })
    await admin.put(`/api/sales/${String(sale.SaleId)}`, {
      Invoice: { Transactions: [{ PaymentModeId: 40, Amount: sale.NetAmount }] },
    })
  }
  return (await listed(admin, 1028, { ReferrerId })).rows[0]?.ReferralId
}
const opened = async (page: Page, id: number): Promise<void> => {
  await page.goto(`/referrals?ReferralId=${id}`)
  await shows(button(page, 'History'))
}
const offered = async (page: Page): Promise<string[]> => {
  const names = await page.locator('.page-head, .detail-head').getByRole('button').allInnerTexts()
  return moves.filter((move) => names.some((name) => name.trim() === move))
}

test('MDA-154 MDA-159 MDA-160 FND-240 a status has its moves by name, none while editing or without permit; Dispatch needs a sales manager', async () => {
  const id = await aReferral(143)
  await setRows(here.app, 'referrals', { ReferralId: id }, { SalesManagerId: null })
  const { page } = await here.visit('manager', 2, 2)
  await opened(page, id)
  await settles(() => offered(page), ['Submit'])
  for (const name of ['History', 'Edit', 'Close']) await shows(button(page, name))
  const { page: reader } = await here.visit('auditor', 11, 1)
  const noneElsewhere = async (): Promise<void> => {
    await opened(reader, id)
    expect(await offered(reader)).toEqual([])
    await page.keyboard.press('Alt+e')
    await shows(button(page, 'Save'))
    expect(await offered(page)).toEqual([])
    await page.keyboard.press('Alt+d')
    await shows(button(page, 'Edit'))
  }
  await noneElsewhere()
  await button(page, 'Submit').click()
  await settles(() => offered(page), ['Mark ready'])
  await noneElsewhere()
  await button(page, 'Mark ready').click()
  await settles(() => offered(page), ['Dispatch'])
  await noneElsewhere()
  await settles(
    () => page.getByRole('button', { name: 'Dispatch', exact: true, description: 'Sales Manager is required' }).count(),
    1,
  )
  await button(page, 'Dispatch').press('Enter')
  await settles(() => offered(page), ['Dispatch'])
  await setRows(here.app, 'referrals', { ReferralId: id }, { SalesManagerId: 14 })
  await page.reload()
  await shows(button(page, 'Dispatch'))
  await button(page, 'Dispatch').click()
  await settles(() => offered(page), ['Deliver', 'Undispatch'])
  await button(page, 'Undispatch').click()
  await settles(() => offered(page), ['Dispatch'])
  await button(page, 'Dispatch').click()
  await settles(() => offered(page), ['Deliver', 'Undispatch'])
  await noneElsewhere()
  await button(page, 'Deliver').click()
  await settles(() => offered(page), [])
  await opened(reader, id)
  expect(await offered(reader)).toEqual([])
  await shows(page.locator('.head-status').getByText('Delivered'))
})

test('FND-190 MDA-171 MDA-175 MDA-351 snooze and reevaluate leave the screen read alone, with the lines and the total of the server; the days are whole', async () => {
  const id = await aReferral(144, 2)
  await admin.put(`/api/referrals/${id}`, { StatusId: 111 })
  const { page } = await here.visit('manager', 2, 2)
  await opened(page, id)
  const isServers = async (count: number): Promise<void> => {
    await shows(page.locator('.mode-view'))
    await settles(() => lines(page, 'Sales').count(), count)
    const { body } = await admin.get(`/api/referrals/${id}`)
    expect(body.SaleProducts).toHaveLength(count)
    const total = body.SaleProducts.reduce((sum, line) => sum + Number(line.Commission), 0)
    await shows(page.locator('[aria-label="Referral"]').getByText(`₹${total.toFixed(2)}`))
  }
  await page.getByRole('grid', { name: 'Sales' }).getByRole('checkbox').first().check()
  await button(page, 'Snooze').click()
  const asked = question(page, 'Are you sure')
  await shows(asked)
  expect(await sizeOf(asked)).toEqual([640, 320])
  await asked.getByRole('button', { name: 'Yes' }).click()
  await shows(said(page, '1 line waits'))
  await isServers(1)
  await button(page, 'Reevaluate').click()
  const text = 'This recalculates and OVERWRITES this referral using the sales in the date range.'
  const days = question(page, text)
  await shows(days)
  const today = formatDate(dayOf(new Date()))
  for (const label of ['From Date', 'To Date']) await days.getByLabel(label).fill(today)
  const put = page.waitForRequest((request) => request.url().endsWith(`/api/reevaluate/referrals/${id}`))
  await days.getByRole('button', { name: 'Yes' }).click()
  await shows(question(page, '1 added'))
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  const day = dayOf(new Date())
  const ended = new Date(`${day}T23:59:59+05:30`).toISOString().slice(0, -'.000Z'.length)
  expect((await put).postDataJSON()).toMatchObject({
    FromDate: new Date(`${day}T00:00:00+05:30`).toISOString(),
    ToDate: expect.stringContaining(ended),
  })
  await isServers(2)
})

test('MDA-303 an action without its permit does not show, and the server refuses it', async () => {
  const id = await aReferral(145)
  await admin.put(`/api/referrals/${id}`, { StatusId: 111 })
  const { page } = await here.visit('salesmanager', 9, 2)
  const own = await here.person('salesmanager', 9, 2)
  await setRows(here.app, 'referrals', { ReferralId: id }, { SalesManagerId: own.userId })
  await opened(page, id)
  for (const name of [...moves, 'Snooze', 'Reevaluate', 'Edit'])
    expect([name, await button(page, name).count()]).toEqual([name, 0])
  expect((await own.put(`/api/referrals/${id}`, { StatusId: 112 })).status).toBe(403)
  for (const act of ['snooze', 'reevaluate/referrals'])
    expect([act, (await own.put(`/api/${act}/${id}`, {})).status]).toEqual([act, 403])
  // Profile requires update on clients and create on users, Import requires editing the list, Export reading it
  const { page: desks } = await here.visit('labdesk', 5, 2)
  await desks.goto('/clients?ClientId=101')
  await shows(button(desks, 'Edit'))
  expect(await button(desks, 'Profile').count()).toBe(0)
  expect((await (await here.person('labdesk', 5, 2)).put('/api/register/clients/101', {})).status).toBe(403)
  await desks.goto('/pricelists?PriceListId=1')
  await shows(button(desks, 'Export'))
  expect([await button(desks, 'Edit').count(), await button(desks, 'Import').count()]).toEqual([0, 0])
  const { page: widgets } = await here.visit('labdesk', 5, 2)
  await widgets.goto('/userwidgets')
  await shows(button(widgets, 'Preview'))
})

test('MDA-303 Export is not there without the permit to read price lists, nor CSV without that to list them, and the server answers neither', async () => {
  const [own, desk] = [await here.person('manager', 2, 2), await here.person('labdesk', 5, 2)]
  const csv = '/api/getdata/1018?format=csv'
  const { page } = await here.visit('manager', 2, 2)
  const { page: reader } = await here.visit('labdesk', 5, 2)
  await page.goto('/summary/pricelists')
  await shows(button(page, 'CSV'))
  await reader.goto('/pricelists?PriceListId=1')
  await shows(button(reader, 'Export'))
  expect([(await own.get(csv)).status, (await desk.get('/api/pricelists/1')).status]).toEqual([200, 200])
  const back = [await takePermit(here, 2, 'pricelists', 'list'), await takePermit(here, 5, 'pricelists', 'read')]
  try {
    await page.goto('/summary/pricelists')
    await shows(page.getByText(/Your role may not see this list/))
    expect(await button(page, 'CSV').count()).toBe(0)
    await reader.goto('/pricelists?PriceListId=1')
    await arrives(reader, '/summary/pricelists')
    expect(await button(reader, 'Export').count()).toBe(0)
    expect([(await own.get(csv)).status, (await desk.get('/api/pricelists/1')).status]).toEqual([403, 403])
  } finally {
    for (const give of back) await give()
  }
})

test('MDA-303 Preview is there with the permit to create or change an own widget, and shows the rows that its list may show', async () => {
  const desk = await here.person('labdesk', 5, 2)
  await booked(desk)
  const widget = await desk.post('/api/userwidgets/', { Target: 'T1', Label: 'Mine', StatementId: 2108 })
  const address = `/userwidgets?UserWidgetId=${String(widget.body.UserWidgetId)}`
  const { page } = await here.visit('labdesk', 5, 2)
  const previewed = async () => {
    await page.goto(address)
    await shows(button(page, 'Edit'))
    await page.keyboard.press('Alt+e')
    await button(page, 'Preview').click()
    return page.getByRole('region', { name: 'Preview' })
  }
  await shows((await previewed()).getByRole('grid'))
  const lists = await takePermit(here, 5, 'sales', 'list')
  try {
    await shows((await previewed()).getByText('You do not have permission to do this'))
    expect((await desk.get('/api/getdata/2108')).status).toBe(403)
  } finally {
    await lists()
  }
  const back = await takePermit(here, 5, 'userwidgets', 'update')
  try {
    await page.goto(address)
    await shows(page.getByRole('button', { name: 'Close' }))
    expect([await button(page, 'Edit').count(), await button(page, 'Preview').count()]).toEqual([0, 0])
  } finally {
    await back()
  }
})

test('MDA-289 roles 1 and 2 set credit, sales manager and referral of a client and the time of a visit; role 3 with the same permits cannot', async () => {
  await behind(
    here,
    `insert into permissions (role_id, module_id, permit)
     select 3, m, p
     from unnest(array['clients', 'clientvisits']) m, unnest(array['list', 'read', 'create', 'update']) p
     on conflict do nothing`,
  )
  const shown = async (name: string, role: number) => {
    const { page, context } = await here.visit(name, role, 2)
    const isOpen = async (name: string): Promise<boolean> =>
      (await box(page, name).count()) > 0 && (await box(page, name).isEditable())
    await begin(page, clientType.Institution)
    await box(page, 'PaymentTypeId').selectOption({ index: 1 })
    const credit = await isOpen('CreditLimit')
    await begin(page, clientType.Doctor)
    const manager = await isOpen('SalesManagerId')
    const refers = await isOpen('CanRefer')
    await page.goto('/clientvisits')
    await shows(button(page, 'Save'))
    const date = await isOpen('VisitDate')
    await context.close()
    return [credit, manager, refers, date]
  }
  expect(await shown('admin', 1)).toEqual([true, true, true, true])
  expect(await shown('manager', 2)).toEqual([true, true, true, true])
  expect(await shown('pathologist', 3)).toEqual([false, false, false, false])
})

test('MDA-120 a visit is dated now and of the user who notes it; above role 2 the server sets both', async () => {
  const own = await here.person('salesmanager', 9, 2)
  await admin.put('/api/clients/21', { SalesManagerId: own.userId })
  const { page } = await here.visit('salesmanager', 9, 2)
  await page.goto('/clientvisits')
  await shows(button(page, 'Save'))
  expect(await box(page, 'VisitDate').inputValue()).toContain(formatDate(dayOf(new Date())))
  expect(await box(page, 'UserId').inputValue()).toBe('Farah Khan')
  const made = await own.post('/api/clientvisits/', { ClientId: 21, VisitDate: '2020-01-01T06:00:00.000Z' })
  expect(made.status).toBe(201)
  const { body: visit } = await own.get(`/api/clientvisits/${String(made.body.ClientVisitId)}`)
  expect(visit.UserId).toBe(own.userId)
  expect(Date.now() - Date.parse(visit.VisitDate)).toBeLessThan(600_000)
  // a single visit is a meeting of its own; the next person of the same meeting joins it
  expect(visit.MeetingId).toBe(visit.ClientVisitId)
  await page.goto(`/clientvisits?ClientVisitId=${String(visit.ClientVisitId)}`)
  await shows(button(page, 'Another person'))
  await button(page, 'Another person').click()
  await gone(button(page, 'Another person'))
  expect(new URL(page.url()).searchParams.get('MeetingId')).toBe(String(visit.MeetingId))
})
