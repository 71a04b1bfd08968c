// From an empty database to the first report with files alone: csv files import departments to users.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { button, gone, journeyOn, shows } from '../../hands/journey.ts'
import { firstPassword, letterhead, setUp, signOut, workedThrough } from './new-network.ts'

const { here } = journeyOn({ template: 'empty', jobs: true })

const lab = 'Godavari Central'
const files: readonly (readonly [module: string, said: string, lines: readonly string[]])[] = [
  ['departments', 'Imported 1 departments', ['Name', 'Haematology']],
  ['specimens', 'Imported 1 specimens', ['Name,Unit of Measure', 'EDTA blood,mL']],
  ['instruments', 'Imported 1 instruments', ['Name,Department', 'Cell counter,Haematology']],
  [
    'elements',
    'Imported 1 elements',
    [
      'Name,Department,Unit of Measure,Result Type,Decimal Places,Specimens,Reference Ranges / Low,Reference Ranges / High',
      'Haemoglobin,Haematology,g/dL,Numeric,1,EDTA blood,12,16',
    ],
  ],
  ['tests', 'Imported 1 tests', ['Name,Department,Elements', 'Blood count,Haematology,Haemoglobin']],
  ['labinstruments', 'Imported 1 lab instruments', ['Lab,Instrument,Elements', `${lab},Cell counter,Haemoglobin`]],
  ['products', 'Imported 1 products', ['Code,Name,Owner,MRP,Tests', `CBC,Complete blood count,${lab},400,Blood count`]],
  [
    'pricelists',
    'Imported 1 price lists',
    ['Effective From,Seller,Products / Product,Products / Price', `01-Apr-2020,${lab},CBC,350`],
  ],
  [
    'users',
    'Imported 1 users',
    [
      'User Name,Full Name,Qualification,Employer,Roles,Entities,Default Entity',
      `meera,Dr Meera Joshi,"MD Pathology, Reg. 2004/1187",Godavari Diagnostics,Front desk; Technologist; Pathologist,${lab},${lab}`,
    ],
  ],
  [
    'clients',
    'Imported 1 clients',
    [
      'Client Type,Name,Code,Bill Prefix,Legal Entity,Area,City,State,Payment Type,Bill Cycle',
      'Collection centre,Riverside Centre,RIV,RIV,Godavari Diagnostics,Camp,Nashik,Maharashtra,Cash (pay at booking),Daily',
    ],
  ],
]
const importFile = async (page: Page, module: string, said: string, lines: readonly string[]): Promise<void> => {
  await page.goto(`/summary/${module}`)
  await button(page, 'Import').click()
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByRole('link', { name: 'An empty file with all columns' }))
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: `${module}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await button(dialog, 'Upload').click()
  await shows(page.getByRole('dialog').getByText(said, { exact: true }))
  await page.keyboard.press('Escape')
  await gone(page.getByRole('dialog'))
  await shows(page.locator('tbody tr'))
}

test('from an empty database to a report, with a csv file for each master', async () => {
  const { page } = await here.stranger()
  await setUp(here, page)
  await letterhead(page)
  for (const [module, said, lines] of files) await importFile(page, module, said, lines)
  const temporary = await firstPassword(page)
  await page.keyboard.press('Escape')
  await signOut(page)
  const text = await workedThrough(page, temporary)
  for (const part of [lab, 'Panchavati', 'Anand Pawar', '11.2', 'LOW', '12–16', 'MD Pathology, Reg. 2004/1187'])
    expect(text).toContain(part)
}, 240_000)
