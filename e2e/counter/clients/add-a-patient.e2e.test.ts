// A patient or a doctor added from the picker of a sale, in a real browser.
import { describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { dayOf } from '../../../core/dates.ts'
import { aPatient } from '../../../modules/sales/sales.fixture.ts'
import { gone, journeyForTests, settles, shows } from '../../hands/journey.ts'
import { bodyOf } from '../../hands/wire.ts'
import { box, chosenIn, namesIn, newSale, pickPatient } from '../../hands/sale.ts'

const { here } = journeyForTests()

const visit = () => here.visit('labdesk', 5, 2)

describe('quick add', () => {
  const part = (dialog: Locator, name: string) => dialog.locator(`[data-quick=${name}]`)
  test('FND-181 FND-184 FND-272 FND-273 FND-274 FND-275 FND-389 age and birth date follow each other; the picker then shows the saved patient', async () => {
    // another patient, who matches the first text and not the saved name
    await aPatient(await here.person('labdesk', 5, 2), { Name: 'Omkar Quick Other' })
    const { page } = await visit()
    await newSale(page)
    const dialog = await pickPatient(page, 'Omkar Quick')
    await settles(() => namesIn(dialog), ['Omkar Quick Other'])
    await dialog.getByRole('button', { name: 'New patient' }).click()
    await settles(() => part(dialog, 'Name').locator('input').inputValue(), 'Omkar Quick')
    await part(dialog, 'Name').locator('input').fill('Omkar Quickly')
    const age = part(dialog, 'Age').locator('input')
    const birth = part(dialog, 'BirthDate').locator('input:not([type=date])')
    await age.fill('40')
    await settles(
      () => birth.inputValue().then((text) => text.slice(-4)),
      String(Number(dayOf(new Date()).slice(0, 4)) - 40),
    )
    await shows(dialog.getByText(/Birth date from age, not exact/))
    await birth.fill('01-01-2000')
    await part(dialog, 'Height').locator('input').focus()
    await settles(() => age.inputValue(), String(Number(dayOf(new Date()).slice(0, 4)) - 2000))
    expect(await dialog.getByText(/Birth date from age, not exact/).count()).toBe(0)
    await part(dialog, 'GenderId').getByRole('radio').first().check({ force: true })
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/clients/')),
      dialog.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(sent.postDataJSON()).toEqual({
      Name: 'Omkar Quickly',
      GenderId: 1,
      BirthDate: expect.stringMatching(/^2000-01-01/),
      Age: expect.any(Number),
      IsActualBirthDay: true,
      ClientTypeId: 12,
      ParentId: 1,
      IsActive: true,
    })
    await settles(() => dialog.getByLabel('Search Patient').inputValue(), 'Omkar Quickly')
    await settles(() => namesIn(dialog), ['Omkar Quickly'])
    expect(await chosenIn(dialog)).toBe('Omkar Quickly')
    await page.keyboard.press('Enter')
    await gone(dialog)
    expect(await box(page, 'PatientId').inputValue()).toBe('Omkar Quickly')
  })
  test('FND-186 FND-187 FND-292 FND-293 FND-389 a doctor has two more fields, requires only the name, and is saved and taken', async () => {
    const { page } = await visit()
    await newSale(page)
    await box(page, 'ReferringDoctorId').focus()
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: 'Doctor' })
    await dialog.getByRole('button', { name: 'New doctor' }).click()
    await shows(part(dialog, 'NameAlias'))
    await shows(part(dialog, 'Specialization'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await settles(() => dialog.locator('[data-quick] .error').allInnerTexts(), ['Name is required'])
    await part(dialog, 'Name').locator('input').fill('Dr Quick Added')
    await part(dialog, 'NameAlias').locator('input').fill('Quick')
    const [answer] = await Promise.all([
      page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/api/clients/'),
      ),
      dialog.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(answer.request().postDataJSON()).toEqual({
      Name: 'Dr Quick Added',
      NameAlias: 'Quick',
      ClientTypeId: 11,
      ParentId: 1,
      IsActive: true,
    })
    const { ClientId } = await bodyOf(answer, 'POST', '/api/clients/')
    const desk = await here.person('labdesk', 5, 2)
    expect((await desk.get(`/api/clients/${ClientId}`)).body).toMatchObject({
      Name: 'Dr Quick Added',
      ClientTypeId: 11,
      IsActive: true,
    })
    await settles(() => namesIn(dialog), ['Dr Quick Added'])
    await page.keyboard.press('Enter')
    await gone(dialog)
    expect(await box(page, 'ReferringDoctorId').inputValue()).toBe('Dr Quick Added')
  })
})
