// Keeping clients in a real browser: the fields of each type, what is required, who may change what, and who is here
// already.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf, formatDate } from '../core/dates.ts'
import type { Person } from '../server/testing/signed-in.ts'
import { begin, box, choose, field, fieldsOf, pick, refusedBy, types } from './client.ts'
import { arrives, gone, journey, said, settles, shows, type Journey } from './journey.ts'
import { editClient, nameBox, showClient } from './record.ts'

let here: Journey
let admin: Person
let desk: Person
beforeAll(async () => {
  here = await journey()
  admin = await here.person('admin', 1, 2)
  desk = await here.person('labdesk', 5, 2)
})
afterAll(() => here?.close())

const as = {
  admin: () => here.visit('admin', 1, 2),
  manager: () => here.visit('manager', 2, 2),
  pathologist: () => here.visit('pathologist', 3, 2),
  desk: () => here.visit('labdesk', 5, 2),
}

const common = [
  'ClientTypeId',
  'Name',
  'IsActive',
  'Address',
  'Area',
  'City',
  'State',
  'Zipcode',
  'MobilePhone',
  'WorkPhone',
  'HomePhone',
  'Email',
]
const contact = ['ContactPersonName', 'ContactPersonPhone']
const money = ['CreditLimit', 'OpeningBalance']
const billing = ['PaymentTypeId', 'BillCycleId', 'EmailStatements', 'EmailReports']
const beside: Readonly<Record<number, readonly string[]>> = {
  9: ['Code', 'RegistrationKey', ...contact],
  10: ['Code', 'BillPrefix', 'ParentId', 'LegalEntityId', 'RegistrationKey', ...contact, ...money, 'AutoDispatch'],
  11: [
    'NameAlias',
    'Specialization',
    'ParentId',
    'NationalId',
    'RegistrationKey',
    'SalesManagerId',
    'CanRefer',
    'MaxDiscountForReferral',
    ...money,
  ],
  12: [
    'ParentId',
    'NationalId',
    'GenderId',
    'Age',
    'BirthDate',
    'IsActualBirthDay',
    'Height',
    'Weight',
    'AnniversaryDate',
  ],
  13: [
    'Code',
    'BillPrefix',
    'ParentId',
    'LegalEntityId',
    'RegistrationKey',
    ...contact,
    'SalesManagerId',
    ...billing,
    ...money,
  ],
  14: ['Code', 'ParentId', 'NationalId', 'RegistrationKey', 'SalesManagerId', 'CanRefer'],
  16: ['Code', 'ParentId', 'RegistrationKey', ...contact, 'SalesManagerId', ...billing, ...money],
  19: ['RegistrationKey', ...contact],
  20: ['Code', 'BillPrefix', 'RegistrationKey', ...contact, ...billing],
}

describe('the fields of each type', () => {
  test('MDA-035 MDA-038 MDA-039 MDA-041 MDA-044 MDA-045 MDA-179 MDA-295 to role id 2 the nine types show their fields', async () => {
    const { page, context } = await as.manager()
    await begin(page)
    for (const type of types) {
      await choose(page, type)
      await settles(
        async () => [type, (await fieldsOf(page)).sort()],
        [type, [...common, ...(beside[type] ?? [])].sort()],
      )
    }
    await context.close()
  })
  test('MDA-292 MDA-293 MDA-294 role id 3 does not see credit limit, opening balance and the referral fields of a doctor, role id 2 does', async () => {
    const doctor = (await admin.get('/api/getdata/200?ClientTypeId=11&limit=1')).body[0].ClientId as number
    for (const [visit, wanted] of [
      [as.manager, true],
      [as.pathologist, false],
    ] as const) {
      const { page, context } = await visit()
      for (const id of [2, doctor, 12, 21]) {
        await showClient(page, id)
        const found = await fieldsOf(page)
        for (const name of money) expect([id, name, found.includes(name)]).toEqual([id, name, wanted])
        if (id === doctor)
          for (const name of ['SalesManagerId', 'CanRefer', 'MaxDiscountForReferral'])
            expect([name, found.includes(name)]).toEqual([name, wanted])
      }
      await context.close()
    }
  })
  test('MDA-042 MDA-043 MDA-218 the recipient shows while a lab dispatches automatically, and is required then', async () => {
    const { page, context } = await as.admin()
    await begin(page, 10)
    expect(await field(page, 'ConsigneeId').count()).toBe(0)
    await box(page, 'AutoDispatch').check()
    await shows(field(page, 'ConsigneeId'))
    await refusedBy(page, 'ConsigneeId', 'Auto Dispatch requires a recipient')
    await box(page, 'AutoDispatch').uncheck()
    await gone(field(page, 'ConsigneeId'))
    await choose(page, 13)
    expect(await field(page, 'ConsigneeId').count()).toBe(0)
    await context.close()
  })
  test('MDA-176 another type empties what was entered', async () => {
    const { page, context } = await as.admin()
    await begin(page, 11)
    for (const [name, text] of [
      ['Name', 'Dr Entered'],
      ['MobilePhone', '9876543210'],
      ['Area', 'Aundh'],
      ['NameAlias', 'Entered'],
    ] as const)
      await box(page, name).fill(text)
    await box(page, 'IsActive').uncheck()
    await choose(page, 13)
    for (const name of ['Name', 'MobilePhone', 'Area']) await settles(() => box(page, name).inputValue(), '')
    expect(await box(page, 'IsActive').isChecked()).toBe(true)
    await choose(page, 11)
    expect(await box(page, 'NameAlias').inputValue()).toBe('')
    await context.close()
  })
})

describe('the parent', () => {
  test('MDA-177 MDA-178 people hang on the employer, organisations on the own client', async () => {
    const { page, context } = await as.manager()
    await begin(page)
    const names = await Promise.all(
      [1, 2].map(async (id) => (await admin.get(`/api/clients/${id}`)).body['Name'] as string),
    )
    for (const type of [11, 12, 14, 10, 13, 16]) {
      await choose(page, type)
      await settles(() => box(page, 'ParentId').inputValue(), names[[11, 12, 14].includes(type) ? 0 : 1])
    }
    await context.close()
  })
  test('MDA-290 MDA-291 it is picked for type 16 by role 1 only', async () => {
    for (const [visit, role] of [
      [as.admin, 1],
      [as.manager, 2],
    ] as const) {
      const { page, context } = await visit()
      await begin(page)
      for (const type of [10, 11, 12, 13, 14, 16]) {
        await choose(page, type)
        expect([role, type, await box(page, 'ParentId').isEditable()]).toEqual([role, type, role === 1 && type === 16])
      }
      if (role === 1) {
        await pick(page, 'ParentId', 'Hadapsar')
        expect(await box(page, 'ParentId').inputValue()).toMatch(/Hadapsar/)
      }
      await context.close()
    }
  })
})

describe('saving', () => {
  test('MDA-036 MDA-037 MDA-040 MDA-149 MDA-342 a centre keeps every field that was entered, and it starts active', async () => {
    const { page, context } = await as.admin()
    await begin(page, 13)
    expect(await box(page, 'IsActive').isChecked()).toBe(true)
    expect(await field(page, 'RegistrationKey').locator('label').innerText()).toMatch(/^Tax ID/)
    const entered: Readonly<Record<string, string>> = {
      Name: 'Centre of the Journey',
      Code: 'JOUR',
      BillPrefix: 'JRN',
      RegistrationKey: '27AAAAA0000A1Z9',
      Address: '7 Hill Road',
      Area: 'Aundh',
      City: 'Pune',
      State: 'Maharashtra',
      Zipcode: '411007',
      MobilePhone: '9876543210',
      WorkPhone: '02025500000',
      HomePhone: '02025500001',
      Email: 'centre@example.com',
      ContactPersonName: 'Asha Rane',
      ContactPersonPhone: '9876500000',
    }
    for (const [name, text] of Object.entries(entered)) await box(page, name).fill(text)
    await pick(page, 'LegalEntityId')
    await box(page, 'PaymentTypeId').selectOption('22')
    await box(page, 'BillCycleId').selectOption('54')
    await box(page, 'CreditLimit').fill('150000')
    await box(page, 'OpeningBalance').fill('250')
    await box(page, 'EmailStatements').check()
    await box(page, 'EmailReports').check()
    const [sent, answer] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/clients/')),
      page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/api/clients/'),
      ),
      page.keyboard.press('Alt+s'),
    ])
    const { message, ClientId } = (await answer.json()) as { message: string; ClientId: number }
    await shows(said(page, message))
    expect(sent.postDataJSON()).toMatchObject({ RegistrationKey: entered['RegistrationKey'], IsActive: true })
    await showClient(page, ClientId)
    for (const [name, text] of Object.entries(entered))
      expect([name, await field(page, name).locator('.value').innerText()]).toEqual([name, text])
    expect(await field(page, 'ClientTypeId').locator('.value').innerText()).toBe('Collection centre')
    expect(await field(page, 'IsActive').locator('.value').innerText()).toBe('Yes')
    expect((await admin.get(`/api/clients/${ClientId}`)).body).toMatchObject({
      ...entered,
      ParentId: 2,
      LegalEntityId: 1,
      PaymentTypeId: 22,
      BillCycleId: 54,
      CreditLimit: 150_000,
      OpeningBalance: 250,
      EmailStatements: true,
      EmailReports: true,
    })
    // the one field of all that a centre does not show
    await begin(page, 14)
    for (const [name, text] of Object.entries({
      Name: 'Referrer Journey',
      Code: 'RJ1',
      Area: 'Camp',
      City: 'Pune',
      State: 'Maharashtra',
      NationalId: '1234 5678',
    }))
      await box(page, name).fill(text)
    await page.keyboard.press('Alt+s')
    await arrives(page, '/summary/clients')
    const [made] = (await admin.get('/api/getdata/200?ClientTypeId=14&Name=Referrer Journey')).body as {
      ClientId: number
    }[]
    await showClient(page, made?.ClientId ?? 0)
    expect(await field(page, 'NationalId').locator('.value').innerText()).toBe('1234 5678')
    await context.close()
  })
  test('MDA-180 MDA-181 MDA-182 MDA-183 age and birth date follow each other; only an entered birth date is actual', async () => {
    const { page, context } = await as.desk()
    await begin(page, 12)
    const today = dayOf(new Date())
    const back = (years: number, days: number) => addDays(`${Number(today.slice(0, 4)) - years}${today.slice(4)}`, days)
    await nameBox(page).fill('Nikhil Journey')
    await box(page, 'GenderId').selectOption({ index: 1 })
    await box(page, 'Age').fill('30')
    await settles(() => box(page, 'BirthDate').inputValue(), formatDate(back(30, 0)))
    expect(await box(page, 'IsActualBirthDay').isChecked()).toBe(false)
    await box(page, 'BirthDate').fill(formatDate(back(30, 1)))
    await page.keyboard.press('Tab')
    await settles(() => box(page, 'Age').inputValue(), '29')
    await box(page, 'BirthDate').fill(formatDate(back(30, -1)))
    await page.keyboard.press('Tab')
    await settles(() => box(page, 'Age').inputValue(), '30')
    expect(await box(page, 'IsActualBirthDay').isChecked()).toBe(true)
    await page.keyboard.press('Alt+s')
    await arrives(page, '/summary/clients')
    const [made] = (await desk.get('/api/getdata/200?ClientTypeId=12&Name=Nikhil Journey')).body as {
      ClientId: number
    }[]
    const id = made?.ClientId ?? 0
    expect((await desk.get(`/api/clients/${id}`)).body).toMatchObject({
      BirthDate: back(30, -1),
      Age: 30,
      IsActualBirthDay: true,
    })
    await editClient(page, id)
    await box(page, 'Age').fill('41')
    await page.keyboard.press('Alt+s')
    await arrives(page, '/summary/clients')
    expect((await desk.get(`/api/clients/${id}`)).body).toMatchObject({
      BirthDate: back(41, 0),
      Age: 41,
      IsActualBirthDay: false,
    })
    await context.close()
  })
})
