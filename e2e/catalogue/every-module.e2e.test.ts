// Every module of the specification has its screen: read-only until Edit, saved under its key, opened from its list.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient, accessioned } from '../../modules/sales/sales.fixture.ts'
import { dispatched, party, tubesOf } from '../../modules/shipments/shipments.fixture.ts'
import { listed } from '../../server/testing/listed.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { box } from '../hands/client.ts'
import { arrives, button, gone, journeyForTests, opens, settles, shows } from '../hands/journey.ts'
import { typeIn } from '../hands/master-grid.ts'
import { linesOf } from '../hands/sale.ts'
import { rows } from '../hands/sales-list.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')
/** By module: the statement of its list, and the name of its key. */
const masters = {
  clients: [1009, 'ClientId'],
  products: [1010, 'ProductId'],
  tests: [1011, 'TestId'],
  elements: [1012, 'ElementId'],
  specimens: [1013, 'SpecimenId'],
  departments: [1014, 'DepartmentId'],
  instruments: [1015, 'InstrumentId'],
  labinstruments: [1016, 'LabInstrumentId'],
  users: [1019, 'UserId'],
  lists: [1017, 'ListId'],
  widgets: [1021, 'WidgetId'],
  userwidgets: [1024, 'UserWidgetId'],
  pricelists: [1018, 'PriceListId'],
  referralschemes: [1020, 'ReferralSchemeId'],
  referrals: [1028, 'ReferralId'],
  targets: [1026, 'TargetId'],
  clientvisits: [1027, 'ClientVisitId'],
} as const
type Master = keyof typeof masters
const names = Object.keys(masters) as Master[]
const keys: Partial<Record<Master, number>> = {}
const made = async (module: string, body: Json, key: string): Promise<number> => {
  const answer = await admin.post(`/api/${module}/`, body)
  expect([module, answer.status, answer.body.errors]).toEqual([module, 201, undefined])
  return answer.body[key] as number
}
beforeAll(async () => {
  const PatientId = await aPatient(admin)
  await accessioned(admin, { PatientId, ReferrerId: 141, receipts: [{ PaymentModeId: 40, Amount: 10 }] })
  keys.targets = await made(
    'targets',
    {
      StartDate: '2026-04-01',
      EndDate: '2026-06-30',
      SalesManagerId: (await here.person('salesmanager', 9, 2)).userId,
    },
    'TargetId',
  )
  keys.clientvisits = await made('clientvisits', { ClientId: 101 }, 'ClientVisitId')
  keys.userwidgets = await made('userwidgets', { Target: 'T1', Label: 'Mine', StatementId: 2101 }, 'UserWidgetId')
  for (const module of names) {
    const [statement, key]: readonly [number, string] = masters[module]
    keys[module] ??= Number((await listed(admin, statement)).rows[0][key])
  }
})
/**
 * Controls that take an entry. Test values of a formula are not part of the record, nor is the box in front of a row
 * that is picked for an act.
 */
const open = (page: Page) =>
  page
    .locator('.detail-body :is(input, select, textarea, [contenteditable=true])')
    .and(page.locator(':not([readonly]):not(:disabled):not([data-field=Formula] *)'))
    .and(page.locator(':not([role=gridcell][aria-colindex="1"] input[type=checkbox])'))

/** The paths that the page asks for data; filled as it does. */
const pathsOf = (page: Page): string[] => {
  const paths: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) paths.push(new URL(request.url()).pathname)
  })
  return paths
}
const isOutside = (path: string): boolean => !path.startsWith('/api/')

describe('masters', () => {
  const changes: Readonly<Partial<Record<Master, readonly [field: string, text: string]>>> = {
    clients: ['Area', 'Changed'],
    products: ['Description', 'Changed'],
    tests: ['Description', 'Changed'],
    elements: ['Description', 'Changed'],
    specimens: ['Description', 'Changed'],
    departments: ['Description', 'Changed'],
    instruments: ['Description', 'Changed'],
    users: ['Phone', '9822000111'],
    lists: ['ListName', 'Changed'],
    widgets: ['Label', 'Changed'],
    userwidgets: ['Label', 'Changed'],
    pricelists: ['EffectiveTillDate', '31-Dec-2039'],
    referralschemes: ['EffectiveTillDate', '31-Dec-2039'],
    targets: ['TargetSaleAmount', '123456'],
    clientvisits: ['Notes', 'Changed'],
  }
  /** What is stored, where it is not the text that was typed. */
  const kept: typeof changes = {
    pricelists: ['EffectiveTillDate', '2039-12-31'],
    referralschemes: ['EffectiveTillDate', '2039-12-31'],
    labinstruments: ['IsActive', 'false'],
    referrals: ['CommissionPercent', '7'],
  }
  /** Changes a field of the open record and saves; the record is not saved as a second one. */
  const update = async (page: Page, module: Master): Promise<void> => {
    const [statement] = masters[module]
    const count = async () => (await listed(admin, statement)).total
    const before = await count()
    await page.keyboard.press('Alt+e')
    await shows(button(page, 'Save'))
    const change = changes[module]
    if (change) {
      await box(page, change[0]).fill(change[1])
      await box(page, change[0]).press('Tab')
    } else if (module === 'labinstruments') await box(page, 'IsActive').click()
    else {
      await typeIn(page, 'Sales', 0, 9, '7')
      await typeIn(page, 'Sales', 0, 11, 'As agreed')
    }
    const put = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes(module))
    await page.keyboard.press('Alt+s')
    const answer = await put
    expect([module, new URL(answer.url()).pathname, answer.status()]).toEqual([
      module,
      `/api/${module}/${keys[module]}`,
      200,
    ])
    await arrives(page, module === 'userwidgets' ? '/summary/dashboard' : `/summary/${module}`)
    expect([module, await count()]).toEqual([module, before])
    const stored = `${module}/${keys[module]}`
    const record =
      module === 'referrals'
        ? (await admin.get(`/api/referrals/${keys.referrals}`)).body.SaleProducts[0]
        : (await admin.get(`/api/${stored}`)).body
    const [name, wanted] = kept[module] ?? change ?? ['', '']
    expect([module, Object.entries(record).map(([field, now]) => [field, String(now)])]).toEqual([
      module,
      expect.arrayContaining([[name, wanted]]),
    ])
  }
  /** Opens the first row of the list that shows: the record under the key that the server answered. */
  const openFirst = async (page: Page, module: Master, [first]: readonly Json[]): Promise<void> => {
    const key = masters[module][1]
    expect([module, first?.[key]]).toEqual([module, expect.any(Number)])
    await rows(page).first().dblclick()
    await arrives(page, `/${module}`)
    const { searchParams } = new URL(page.url())
    searchParams.delete('from')
    expect([module, searchParams.toString()]).toEqual([module, `${key}=${String(first?.[key])}`])
    await shows(button(page, 'Close'))
  }
  const screens = [
    'OPS-282 MDA-001 MDA-003 MDA-005 MDA-014 MDA-015 MDA-017 FND-031 FND-032 FND-033 FND-034 FND-035 FND-036 FND-037',
    'FND-038 FND-039 FND-040 FND-041 FND-042 FND-043 FND-044 FND-045 FND-046',
    'each of the seventeen opens by its key, read-only until Edit, is updated without a second one, opens from its list',
  ].join(' ')
  test(
    screens,
    async () => {
      const { page } = await here.visit('admin', 1, 1)
      const paths = pathsOf(page)
      await page.goto('/summary/dashboard')
      await shows(page.locator('.sidebar'))
      for (const module of names) {
        expect([module, keys[module]]).toEqual([module, expect.any(Number)])
        await opens(page, `/${module}?${masters[module][1]}=${keys[module]}`)
        await shows(page.locator('.mode-view'))
        await shows(button(page, 'Edit'))
        expect([module, await open(page).count()]).toEqual([module, 0])
        expect([module, await page.getByText('404').count()]).toEqual([module, 0])
        // nor does typing in a grid begin an entry
        for (const grid of await page.locator('.detail-body').getByRole('grid').all()) {
          const line = linesOf(grid).first()
          if ((await line.count()) === 0) continue
          await line.locator('[role=gridcell]').last().click()
          await page.keyboard.type('7')
          expect([module, await open(page).count()]).toEqual([module, 0])
        }
        await page.keyboard.press('Alt+e')
        await shows(page.locator('.mode-edit'))
        await settles(async () => [module, (await open(page).count()) > 0], [module, true])
        await page.keyboard.press('Alt+d')
        await shows(page.locator('.mode-view'))
        expect(paths).toContain(`/api/${module}/${keys[module]}`)
        const list = page.waitForResponse((one) => new URL(one.url()).pathname === `/api/getdata/${masters[module][0]}`)
        await update(page, module)
        if (module === 'userwidgets') await opens(page, '/summary/userwidgets')
        await openFirst(page, module, (await (await list).json()) as Json[])
        // the next record has the same buttons
        await opens(page, '/summary/dashboard')
        await gone(page.locator('.mode-view'))
      }
      expect(paths.filter(isOutside)).toEqual([])
    },
    240_000,
  )
})

describe('daily work', () => {
  test('OPS-020 FND-030 a record has its key in the address, also after a reload and as a bookmark; a copy shows as such', async () => {
    const technologist = await here.person('technologist', 4, 2)
    await technologist.post('/api/generate/worksheets')
    const sheet = (await technologist.get('/api/getdata/1003')).body[0]?.WorkSheetId
    const front = await here.person('frontdesk', 5, 12)
    const there = await accessioned(front, { PatientId: await aPatient(front), SellerId: party.hadapsar })
    const shipment = await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(there) })
    const sale = (await technologist.get('/api/getdata/1004')).body[0]?.SaleId
    const first = async (statement: number, key: string) => (await listed(admin, statement)).rows[0]?.[key] as number
    const addresses = [
      ['shipments', 'ShipmentId', shipment.ShipmentId],
      ['worksheets', 'WorkSheetId', sheet],
      ['testresults', 'WorkSheetId', sheet],
      ['testresults', 'SaleId', sale],
      ['transactions', 'TransactionId', await first(1022, 'TransactionId')],
      ['tranbatches', 'BatchId', await first(1030, 'BatchId')],
      ['invoices', 'InvoiceId', await first(1029, 'InvoiceId')],
    ] as const
    const { InvoiceNo } = (await listed(admin, 1029)).rows[0]
    // the heading is the record's own number or name, and its id only where it has neither
    const headings: Readonly<Record<string, string>> = {
      tranbatches: `Transaction Batch ${addresses[5][2]}`,
      invoices: `Invoice ${String(InvoiceNo)}`,
    }
    const { page } = await here.visit('admin', 1, 2)
    for (const [module, key, id] of addresses) {
      expect([module, key, id]).toEqual([module, key, expect.any(Number)])
      const address = `/${module}?${key}=${id}`
      const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname.startsWith(`/api/${module}`))
      await page.goto(address)
      expect([address, (await asked).status()]).toEqual([address, 200])
      // a bookmark reads the document again, as a reload does
      if (module === 'shipments') await page.reload()
      await shows(button(page, 'Close'))
      const heading = headings[module]
      if (heading !== undefined) await shows(page.getByRole('heading', { name: heading }))
      expect(new URL(page.url()).searchParams.get(key)).toBe(String(id))
    }
    await page.goto(`/transactions?TransactionId=${addresses[4][2]}&clone=true`)
    await shows(page.locator('.mode-add'))
    await shows(page.getByText(`copy of ${addresses[4][2]}`))
  })
})
