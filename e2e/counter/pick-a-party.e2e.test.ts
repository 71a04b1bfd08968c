// The picker in a real browser: for a sale's parties, and for records that are read all at once.
import { beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../../modules/sales/sales.fixture.ts'
import { gone, journeyForTests, settles, shows } from '../hands/journey.ts'
import { box, chosenIn, namesIn, newSale, pickPatient, sizeOf } from '../hands/sale.ts'

const { here } = journeyForTests()
beforeAll(async () => {
  const desk = await here.person('labdesk', 5, 2)
  for (const Name of ['Asha Other', 'Zarina Alpha', 'Zarina Beta', 'Zarina Gamma']) await aPatient(desk, { Name })
})

const visit = () => here.visit('labdesk', 5, 2)

describe('picker', () => {
  test('FND-172 FND-173 FND-174 FND-177 FND-178 FND-179 FND-436 640x480; typing filters once after the pause, the first row is selected, arrows move, Enter takes it', async () => {
    const { page } = await visit()
    await page.clock.install()
    await newSale(page)
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/getdata/200' && url.searchParams.get('Name'))
        asked.push(url.searchParams.get('Name') ?? '')
    })
    const dialog = await pickPatient(page, '')
    await shows(dialog.getByRole('row', { selected: true }))
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await page.keyboard.type('Zarina')
    await page.clock.runFor(249)
    expect(await dialog.getByLabel('Search Patient').inputValue()).toBe('Zarina')
    expect(asked).toEqual([])
    await page.clock.runFor(1)
    await settles(() => asked, ['Zarina'])
    await page.clock.resume()
    await settles(() => namesIn(dialog), ['Zarina Alpha', 'Zarina Beta', 'Zarina Gamma'])
    expect(asked).toEqual(['Zarina'])
    expect(await sizeOf(dialog)).toEqual([640, 480])
    expect(await chosenIn(dialog)).toBe('Zarina Alpha')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await settles(() => chosenIn(dialog), 'Zarina Beta')
    await page.keyboard.press('Enter')
    await gone(dialog)
    expect(await box(page, 'PatientId').inputValue()).toBe('Zarina Beta')
    expect(await box(page, 'BuyerId').inputValue()).toBe('Zarina Beta')
  })
  test('FND-180 a double-click takes the row; Escape changes nothing', async () => {
    const { page } = await visit()
    await newSale(page)
    const dialog = await pickPatient(page, 'Zarina')
    await settles(() => namesIn(dialog).then((all) => all.length), 3)
    await page.keyboard.press('Escape')
    await gone(dialog)
    expect(await box(page, 'PatientId').inputValue()).toBe('')
    const again = await pickPatient(page, 'Zarina')
    await settles(() => namesIn(again).then((all) => all.length), 3)
    await again.locator('.picker-row').nth(2).dblclick()
    await gone(again)
    expect(await box(page, 'PatientId').inputValue()).toBe('Zarina Gamma')
  })
  test('FND-179 Enter pressed before the rows waits for the right ones', async () => {
    const { page } = await visit()
    await newSale(page)
    const dialog = await pickPatient(page, 'Zarina Gam')
    await page.keyboard.press('Enter')
    await gone(dialog)
    expect(await box(page, 'PatientId').inputValue()).toBe('Zarina Gamma')
  })
  test('a kind of buyer without the name is followed by the next, unless the user chose it', async () => {
    const { page } = await visit()
    await newSale(page)
    const desk = await here.person('labdesk', 5, 2)
    const [institution] = (await desk.get('/api/getdata/200?ClientTypeId=16')).body
    const name = institution?.Name ?? ''
    await box(page, 'BuyerId').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Buyer' })
    const kind = (label: string) => dialog.getByRole('radio', { name: label })
    await shows(dialog.getByRole('row', { selected: true }))
    expect(await kind('Collection centres').isChecked()).toBe(true)
    await page.keyboard.type(name)
    await settles(() => namesIn(dialog), [name])
    expect(await kind('Institutions').isChecked()).toBe(true)
    await dialog.getByText('Collection centres', { exact: true }).click()
    await shows(dialog.getByText('No match'))
    expect(await kind('Collection centres').isChecked()).toBe(true)
  })
  test('FND-181 FND-182 only patient and doctor of a sale have the +', async () => {
    const { page } = await visit()
    await newSale(page)
    for (const [name, title, there] of [
      ['PatientId', 'Patient', 1],
      ['ReferringDoctorId', 'Doctor', 1],
      ['SellerId', 'Seller', 0],
      ['BuyerId', 'Buyer', 0],
    ] as const) {
      await box(page, name).focus()
      await page.keyboard.press('F2')
      const dialog = page.getByRole('dialog', { name: title })
      await shows(dialog)
      expect(await dialog.getByRole('button', { name: /^New/ }).count(), title).toBe(there)
      await page.keyboard.press('Escape')
      await gone(dialog)
    }
  })
})
