// From an empty database to the first report, through the set-up link and the screens alone: a network, its catalogue,
// a centre and its first user.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { Modules } from '../../../server/testing/records.ts'
import { box, choose, pick } from '../../hands/client.ts'
import { addRows, enter, type Entry } from '../../hands/fill.ts'
import { arrives, button, journeyOn, shows } from '../../hands/journey.ts'
import { saved, typeIn } from '../../hands/master-grid.ts'
import { firstPassword, letterhead, setUp, signOut, workedThrough } from './new-network.ts'

const { here } = journeyOn({ template: 'empty' })
type Record = {
  readonly module: keyof Modules
  readonly fields: Readonly<{ [name: string]: Entry }>
  readonly grids?: Readonly<{ [label: string]: readonly string[] }>
  readonly more?: (page: Page) => Promise<void>
}
const keep = async (page: Page, { module, fields, grids = {}, more }: Record): Promise<void> => {
  await page.goto(`/${module}`)
  await shows(button(page, 'Save'))
  for (const [name, entry] of Object.entries(fields)) await enter(page, name, entry)
  for (const [label, texts] of Object.entries(grids)) await addRows(page, label, texts)
  await more?.(page)
  await saved(page, module)
}
const catalogue: readonly Record[] = [
  { module: 'departments', fields: { Name: 'Haematology' } },
  { module: 'specimens', fields: { Name: 'EDTA blood', UnitOfMeasure: 'mL' } },
  { module: 'instruments', fields: { Name: 'Cell counter', DepartmentId: { pick: 'Haematology' } } },
  {
    module: 'elements',
    fields: {
      Name: 'Haemoglobin',
      DepartmentId: { pick: 'Haematology' },
      UnitOfMeasure: 'g/dL',
      ResultTypeId: { choose: '30' },
      DecimalPlaces: '1',
    },
    grids: { Specimens: ['EDTA'] },
    more: async (page) => {
      await typeIn(page, 'Reference Ranges', 0, 6, '12')
      await typeIn(page, 'Reference Ranges', 0, 7, '16')
    },
  },
  {
    module: 'tests',
    fields: { Name: 'Blood count', DepartmentId: { pick: 'Haematology' } },
    grids: { Elements: ['Haemo'] },
  },
  {
    module: 'labinstruments',
    fields: { LabId: { pick: 'Godavari' }, InstrumentId: { pick: 'Cell' } },
    grids: { Elements: ['Haemo'] },
  },
  {
    module: 'products',
    fields: { Code: 'CBC', Name: 'Complete blood count', OwnerId: { pick: 'Godavari' }, Mrp: '400' },
    grids: { Tests: ['Blood count'] },
  },
  {
    module: 'pricelists',
    fields: { EffectiveFromDate: '01-Apr-2020', SellerId: { pick: 'Godavari Central' } },
    grids: { Products: ['CBC'] },
    more: (page) => typeIn(page, 'Products', 0, 2, '350'),
  },
  {
    module: 'users',
    fields: {
      UserName: 'meera',
      FullName: 'Dr Meera Joshi',
      Qualification: 'MD Pathology, Reg. 2004/1187',
      EmployerId: { pick: 'Godavari Diagnostics' },
      DefaultEntityId: { pick: 'Godavari Central' },
    },
    grids: { Roles: ['Front desk', 'Technologist', 'Pathologist'], Entities: ['Godavari Central'] },
  },
]
const centre = async (page: Page): Promise<void> => {
  await page.goto('/clients')
  await shows(button(page, 'Save'))
  await choose(page, 13)
  for (const [name, text] of Object.entries({
    Name: 'Riverside Centre',
    Code: 'RIV',
    BillPrefix: 'RIV',
    Area: 'Camp',
    City: 'Nashik',
    State: 'Maharashtra',
  }))
    await box(page, name).fill(text)
  await pick(page, 'LegalEntityId')
  await box(page, 'PaymentTypeId').selectOption({ index: 1 })
  await box(page, 'BillCycleId').selectOption({ index: 1 })
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/clients')
}
test('from an empty database to a report on the new letterhead, through the screens alone', async () => {
  const { page } = await here.stranger()
  await setUp(here, page)
  await letterhead(page)
  for (const record of catalogue) await keep(page, record)
  await centre(page)
  const temporary = await firstPassword(page)
  await page.keyboard.press('Escape')
  await signOut(page)

  const text = await workedThrough(page, temporary)
  for (const part of ['Godavari Central', 'Open day and night', 'Panchavati', 'Anand Pawar', '11.2', 'LOW', '12–16'])
    expect(text).toContain(part)
  expect(text).toContain('MD Pathology, Reg. 2004/1187')
}, 240_000)
