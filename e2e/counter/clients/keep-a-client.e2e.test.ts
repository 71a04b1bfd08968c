// Maintaining clients in a real browser: their parent, their saved fields, and which may be left out.
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, formatDate } from '../../../core/dates.ts'
import { birthday } from '../../../server/testing/birthday.ts'
import { begin, box, choose, field, pick } from '../../hands/client.ts'
import { arrives, journeyForTests, said, settles, shows } from '../../hands/journey.ts'
import { bodyOf } from '../../hands/wire.ts'
import { editClient, nameBox, showClient } from '../../hands/record.ts'

const { here, labAdmin: admin, desk } = journeyForTests('labAdmin', 'desk')

const as = {
  admin: () => here.visit('admin', 1, 2),
  manager: () => here.visit('manager', 2, 2),
  desk: () => here.visit('labdesk', 5, 2),
}

describe('the parent', () => {
  test('MDA-177 MDA-178 the parent of people is the employer, of organisations the own client', async () => {
    const { page } = await as.manager()
    await begin(page)
    const names = await Promise.all([1, 2].map(async (id) => (await admin.get(`/api/clients/${id}`)).body.Name))
    for (const type of [11, 12, 14, 10, 13, 16]) {
      await choose(page, type)
      await settles(() => box(page, 'ParentId').inputValue(), names[[11, 12, 14].includes(type) ? 0 : 1])
    }
  })
})

describe('saving', () => {
  test('MDA-036 MDA-037 MDA-040 MDA-149 MDA-342 a centre saves every entered field, and starts active', async () => {
    const { page } = await as.admin()
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
    const { message, ClientId } = await bodyOf(answer, 'POST', '/api/clients/')
    await shows(said(page, message))
    expect(sent.postDataJSON()).toMatchObject({ RegistrationKey: entered.RegistrationKey, IsActive: true })
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
    // the only field that a centre does not show
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
    const [made] = (await admin.get('/api/getdata/200?ClientTypeId=14&Name=Referrer Journey')).body
    await showClient(page, made?.ClientId ?? 0)
    expect(await field(page, 'NationalId').locator('.value').innerText()).toBe('1234 5678')
  })
  test('FND-390 MDA-180 MDA-181 MDA-182 MDA-183 age and birth date follow each other; only an entered birth date is actual', async () => {
    const { page } = await as.desk()
    await begin(page, 12)
    const today = dayOf(new Date())
    const back = (years: number, days: number) => addDays(birthday(today, years), days)
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
    await shows(said(page, 'Changes saved'))
    const [made] = (await desk.get('/api/getdata/200?ClientTypeId=12&Name=Nikhil Journey')).body
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
  })
})
