// A record of each master that is entered by hand is filled in, saved, listed, changed and read again in a real
// browser.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { box, field } from '../hands/client.ts'
import { addRows, enter, type Entry } from '../hands/fill.ts'
import { arrives, button, journeyForTests, opens, settles, shows } from '../hands/journey.ts'
import { bodyOf } from '../hands/wire.ts'
import { cell } from '../hands/master-grid.ts'
import { shownIn } from '../hands/master.ts'
import { listed } from '../../server/testing/listed.ts'
import { countRows } from '../../server/testing/rows.ts'
import { models } from '../../web/models.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')

type Filled = {
  readonly module: string
  /** Requirements that this proves. */
  readonly rows?: string
  readonly fields: Readonly<Record<string, Entry>>
  /** Grids by their label: texts typed into the blank row's picking cell, one row each. */
  readonly grids?: Readonly<Record<string, readonly string[]>>
  /** The text field that is changed afterwards. */
  readonly changes: string
}
const all: readonly Filled[] = [
  {
    module: 'departments',
    rows: 'MDA-071',
    fields: { Name: 'Toxicology', Description: 'Drugs and poisons', ParentDepartmentId: { pick: 'Haematology' } },
    changes: 'Description',
  },
  {
    module: 'specimens',
    rows: 'MDA-070',
    fields: { Name: 'Saliva', UnitOfMeasure: 'mL', Description: 'Unstimulated' },
    changes: 'Description',
  },
  {
    module: 'instruments',
    rows: 'MDA-072',
    fields: {
      Name: 'Analyser nine',
      Description: 'On the bench',
      DepartmentId: { pick: 'Haematology' },
      PrintWorksheet: true,
    },
    changes: 'Description',
  },
  {
    module: 'elements',
    rows: 'MDA-065',
    fields: {
      Name: 'Ratio of two',
      Description: 'Calculated',
      UnitOfMeasure: 'ratio',
      DepartmentId: { pick: 'Haematology' },
      DecimalPlaces: '2',
      ResultTypeId: { choose: '32' },
      Formula: '{1001} / {1002}',
      ReviewRequired: { segment: 'Yes' },
    },
    grids: { Specimens: ['EDTA'] },
    changes: 'Description',
  },
  {
    module: 'tests',
    rows: 'MDA-062 MDA-063 MDA-150',
    fields: {
      Name: 'Ratios',
      Description: 'Two of them',
      DepartmentId: { pick: 'Haematology' },
      RecipieCost: '12.50',
      SeqNo: '7',
    },
    grids: { Elements: ['Haemoglobin', 'Platelet'] },
    changes: 'Description',
  },
  {
    module: 'labinstruments',
    rows: 'MDA-073 MDA-074',
    fields: { LabId: { pick: 'Central' }, InstrumentId: { pick: 'Sysmex' } },
    grids: { Elements: ['Haemoglobin'] },
    changes: '',
  },
  {
    module: 'products',
    fields: { Code: 'RAT9', Name: 'Ratio profile', Description: 'Ratios', OwnerId: { pick: 'Central' }, Mrp: '900' },
    grids: { Tests: ['Haemoglobin', 'Platelet'], 'Sub-products': ['CBC'] },
    changes: 'Description',
  },
  {
    module: 'pricelists',
    fields: { EffectiveFromDate: '01-Apr-2031', SellerId: { pick: 'Central' } },
    grids: { Products: ['CBC'] },
    changes: '',
  },
  {
    module: 'referralschemes',
    rows: 'MDA-106',
    fields: {
      EffectiveFromDate: '01-Apr-2031',
      EffectiveTillDate: '31-Mar-2032',
      SellerId: { pick: 'Central' },
      ReferrerId: { pick: 'Wellpath' },
    },
    grids: { Products: ['CBC'] },
    changes: '',
  },
  {
    module: 'widgets',
    rows: 'MDA-083',
    fields: {
      RoleId: { pick: 'Logistics' },
      EntityTypeId: { choose: '10' },
      Target: { choose: 'T4' },
      Label: 'Booked of late',
      StatementId: { choose: '2110' },
      QueryParameters: '{"StatusId":92}',
    },
    changes: 'Label',
  },
  {
    module: 'users',
    rows: 'MDA-076 MDA-077 MDA-078 MDA-148',
    fields: {
      UserName: 'newcomer',
      FullName: 'A Newcomer',
      Email: 'newcomer@example.com',
      EmployerId: { pick: 'Nivara' },
      DefaultEntityId: { pick: 'Central' },
    },
    grids: { Roles: ['Front desk', 'Technologist'], Entities: ['Central', 'Kothrud'] },
    changes: 'FullName',
  },
  { module: 'lists', rows: 'MDA-080', fields: { ListName: 'Colours', Restricted: true }, changes: 'ListName' },
  {
    module: 'clients',
    fields: {
      ClientTypeId: { choose: '19' },
      Name: 'Swift Couriers',
      Area: 'Baner',
      RegistrationKey: '27AAAAA0000A1Z9',
    },
    changes: 'Area',
  },
  {
    module: 'targets',
    fields: {
      StartDate: '01-Apr-2031',
      EndDate: '30-Jun-2031',
      SalesManagerId: { pick: 'Farah' },
      TargetSaleAmount: '500000',
    },
    grids: { Products: ['CBC'] },
    changes: '',
  },
  { module: 'clientvisits', fields: { ClientId: { pick: 'Sunrise' }, Notes: 'Wants prices' }, changes: 'Notes' },
  { module: 'userwidgets', fields: { Label: 'Mine', StatementId: { choose: '2101' } }, changes: 'Label' },
]
// a formula shows the names of its elements, an amount its places
const readAs: Readonly<Record<string, string>> = {
  '{1001} / {1002}': 'Haemoglobin / RBC count',
  '500000': '5,00,000.00',
}
const shown = async (page: Page, name: string): Promise<string> =>
  (await field(page, name).locator('.value').innerText()).trim()

test.each(all.map((one) => ({ rows: '', ...one })))(
  'MDA-004 $rows $module are created, listed, changed, and read again with all entered values',
  async ({ module, fields, grids, changes }) => {
    const { page } = await here.visit('admin', 1, 2)
    const { key: [key = ''] = [], statementId, returnsTo = module } = models[module] ?? {}
    await page.goto(`/${module}`)
    await shows(button(page, 'Save'))
    const active = box(page, 'IsActive')
    if ((await active.count()) > 0) expect(await active.isChecked()).toBe(true)
    const chosen: Record<string, string> = {}
    for (const [name, entry] of Object.entries(fields)) {
      await enter(page, name, entry)
      if (typeof entry === 'object' && 'choose' in entry)
        chosen[name] = await box(page, name).locator('option:checked').innerText()
    }
    for (const [label, texts] of Object.entries(grids ?? {})) await addRows(page, label, texts)
    const posted = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith(`/api/${module}/`),
    )
    await page.keyboard.press('Alt+s')
    const answer = await posted
    expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)])
    const id = ((await answer.json()) as Record<string, number>)[key] as number
    await arrives(page, `/summary/${returnsTo}`)
    const newest = await listed(admin, statementId ?? 0, {}, { sort: `-${key}` })
    expect(newest.rows[0]?.[key]).toBe(id)

    const read = async (): Promise<void> => {
      // from the server, not from what was typed
      const answered = page.waitForResponse(
        (one) => one.request().method() === 'GET' && new URL(one.url()).pathname === `/api/${module}/${id}`,
      )
      await opens(page, `/${module}?${key}=${id}`)
      expect((await answered).status()).toBe(200)
      await shows(button(page, 'Edit'))
    }
    await read()
    for (const [name, entry] of Object.entries(fields))
      if (typeof entry === 'string')
        expect(await shown(page, name)).toBe(
          /Cost|Mrp/.test(name) ? Number(entry).toFixed(2) : (readAs[entry] ?? entry),
        )
    for (const [name, text] of Object.entries(chosen)) {
      expect([name, text]).toEqual([name, expect.stringMatching(/./)])
      expect([name, await shown(page, name)]).toEqual([name, text])
    }
    if ((await field(page, 'IsActive').count()) > 0) expect(await shown(page, 'IsActive')).toBe('Yes')
    for (const [name, entry] of Object.entries(fields))
      if (typeof entry === 'boolean') expect(await shown(page, name)).toBe('Yes')
    for (const [name, entry] of Object.entries(fields))
      if (typeof entry === 'object' && 'segment' in entry) expect(await shown(page, name)).toBe(entry.segment)
    for (const [name, entry] of Object.entries(fields))
      if (typeof entry === 'object' && 'pick' in entry) expect(await shown(page, name)).toContain(entry.pick)
    for (const [label, texts] of Object.entries(grids ?? {}))
      for (const text of texts)
        await shows(page.getByRole('grid', { name: label, exact: true }).getByText(text).first())

    if (changes !== '') {
      await page.keyboard.press('Alt+e')
      await shows(button(page, 'Save'))
      await box(page, changes).fill('Something else')
      const put = page.waitForResponse(
        (one) => one.request().method() === 'PUT' && one.url().includes(`/api/${module}/${id}`),
      )
      await page.keyboard.press('Alt+s')
      expect((await put).status()).toBe(200)
      await arrives(page, `/summary/${returnsTo}`)
      await read()
      await settles(() => shown(page, changes), 'Something else')
    }
    const n = await countRows(here.app, 'audit', { ModuleId: module, FormId: id })
    expect(n).toBe(changes === '' ? 1 : 2)
  },
)

test('MDA-004 a referral is not entered: it comes of the sales of a month', async () => {
  const answer = await admin.post('/api/referrals/', { ReferrerId: 141 })
  expect([answer.status, (await listed(admin, 1028)).total]).toEqual([404, 0])
})

test('MDA-077 the roles of a user are chosen from those that GET /roles answers', async () => {
  const { page } = await here.visit('admin', 1, 2)
  // a picker reads all its rows when the screen with its field opens, or at the latest with its list
  const answered = page.waitForResponse((one) => new URL(one.url()).pathname === '/api/roles')
  await page.goto('/users')
  await shows(button(page, 'Save'))
  await cell(page, 'Roles', 0, 0).click()
  await page.keyboard.press('F2')
  const answer = await answered
  const all = await bodyOf(answer, 'GET', '/api/roles')
  expect(await shownIn(page)).toEqual(all.map((one) => one.RoleName).sort())
})
