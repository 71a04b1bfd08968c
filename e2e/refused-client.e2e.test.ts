// What the client screen refuses in a real browser, with the text at the field; nothing is sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { addDays, dayOf, formatDate } from '../core/dates.ts'
import { begin, box, choose, error, refusedBy, types } from './client.ts'
import { behind } from './faults.ts'
import { arrives, button, journey, settles, shows, type Journey } from './journey.ts'

let here: Journey
beforeAll(async () => {
  here = await journey()
})
afterAll(() => here?.close())

/** Requests that would save a client. */
const saves = (page: Page): string[] => {
  const sent: string[] = []
  page.on(
    'request',
    (request) =>
      ['POST', 'PUT'].includes(request.method()) && /\/api\/clients\//.test(request.url()) && sent.push(request.url()),
  )
  return sent
}

test('MDA-196 MDA-197 a client without type and without name', async () => {
  const { page, context } = await here.visit('admin', 1, 2)
  const sent = saves(page)
  await begin(page)
  await refusedBy(page, 'ClientTypeId', 'Client Type is required')
  await choose(page, 19)
  await refusedBy(page, 'Name', 'Name is required')
  expect(sent).toEqual([])
  await context.close()
})

test('MDA-202 MDA-203 MDA-204 MDA-211 MDA-212 MDA-213 MDA-214 MDA-215 MDA-216 what is missing for each type is said at its field', async () => {
  const { page, context } = await here.visit('manager', 2, 2)
  const sent = saves(page)
  await begin(page)
  const wanted: Readonly<Record<string, readonly [string, readonly number[]]>> = {
    Code: ['Client code is required', [9, 10, 13, 14, 16, 20]],
    BillPrefix: ['Prefix must have exactly 3 uppercase letters', [10, 13, 20]],
    LegalEntityId: ['Legal Entity is required', [10, 13]],
    Area: ['Area is required', [10, 13, 14, 16]],
    City: ['City is required', [10, 13, 14, 16]],
    State: ['State is required', [10, 13, 14, 16]],
    GenderId: ['Gender is required', [12]],
    Age: ['Age is required', [12]],
    PaymentTypeId: ['Payment Type is required', [13, 16]],
    BillCycleId: ['Bill Cycle is required', [13, 16]],
    SalesManagerId: ['Sales Manager is required', [11]],
  }
  for (const type of types.filter((one) => one !== 19)) {
    await choose(page, type)
    await box(page, 'Name').fill(`Nothing else ${type}`)
    await page.keyboard.press('Alt+s')
    await shows(page.locator('.errors[role=alert]'))
    const said = await page
      .locator('[data-field]:has(.error)')
      .evaluateAll((all) =>
        all.map((one) => [one.getAttribute('data-field') ?? '', one.querySelector('.error')?.textContent ?? '']),
      )
    expect([type, Object.fromEntries(said)]).toEqual([
      type,
      Object.fromEntries(
        Object.entries(wanted).flatMap(([name, [text, of]]) => (of.includes(type) ? [[name, text]] : [])),
      ),
    ])
  }
  // where the prefix and the code show, they are asked for, and nowhere else
  for (const type of types) {
    await choose(page, type)
    for (const name of ['Code', 'BillPrefix'])
      expect([type, name, (await box(page, name).count()) === 1]).toEqual([
        type,
        name,
        wanted[name]?.[1].includes(type),
      ])
  }
  expect(sent).toEqual([])
  await context.close()
})

test('who has no employer gives people no parent, and one is asked for', async () => {
  await behind(here, `update users set employer_id = null where user_name = 'manager'`)
  const { page, context } = await here.visit('manager', 2, 2)
  const sent = saves(page)
  await begin(page)
  for (const type of [11, 12, 14]) {
    await choose(page, type)
    await box(page, 'Name').fill('No parent')
    await refusedBy(page, 'ParentId', 'Parent is required')
  }
  expect(sent).toEqual([])
  await behind(here, `update users set employer_id = 1 where user_name = 'manager'`)
  await context.close()
})

test('FND-442 FND-443 FND-444 MDA-198 MDA-200 MDA-205 MDA-206 MDA-207 MDA-208 MDA-209 values out of bounds, and those at them', async () => {
  const { page, context } = await here.visit('labdesk', 5, 2)
  const sent = saves(page)
  await begin(page, 12)
  const today = dayOf(new Date())
  for (const [name, text, bad, good] of [
    [
      'MobilePhone',
      'Mobile phone must be a 10 digit number',
      ['987654321', '98765432101', '98765abcde'],
      ['9876543210'],
    ],
    ['Email', 'Invalid Email Address', ['abc@'], ['a@b.co']],
    ['Age', 'Age must be between 0 and 120', ['-1', '121'], ['0', '120']],
    ['Height', 'Height must be between 30 and 250', ['29', '251'], ['30', '250']],
    ['Weight', 'Weight must be between 1 and 500', ['0', '501'], ['1', '500']],
    ['BirthDate', 'Birth Date can not be later than today', [formatDate(addDays(today, 1))], [formatDate(today)]],
    [
      'AnniversaryDate',
      'Anniversary Date can not be later than today',
      [formatDate(addDays(today, 1))],
      [formatDate(today)],
    ],
  ] as const) {
    for (const value of bad) {
      await box(page, name).fill(value)
      await refusedBy(page, name, text)
    }
    for (const value of good) {
      await box(page, name).fill(value)
      await page.keyboard.press('Alt+s')
      // the missing name holds the save back; this field is fine
      await settles(() => error(page, name).allInnerTexts(), [])
      expect(await error(page, 'Name').innerText()).toBe('Name is required')
    }
  }
  expect(sent).toEqual([])
  await context.close()
})

test('MDA-201 the bill prefix is three capitals', async () => {
  const { page, context } = await here.visit('admin', 1, 2)
  await begin(page, 13)
  for (const value of ['AB', 'ABCD', 'abc', 'A1C']) {
    await box(page, 'BillPrefix').fill(value)
    await refusedBy(page, 'BillPrefix', 'Prefix must have exactly 3 uppercase letters')
  }
  await box(page, 'BillPrefix').fill('ABC')
  await page.keyboard.press('Alt+s')
  await settles(() => error(page, 'BillPrefix').allInnerTexts(), [])
  await context.close()
})

test('MDA-199 phone and e-mail may both be left empty', async () => {
  const { page, context } = await here.visit('labdesk', 5, 2)
  await begin(page, 12)
  await box(page, 'Name').fill('Without Phone')
  await box(page, 'GenderId').selectOption({ index: 1 })
  await box(page, 'Age').fill('61')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/clients')
  await shows(button(page, 'Create New'))
  await context.close()
})

test('MDA-217 a role above 2 saves a doctor without the sales manager it does not see', async () => {
  const { page, context } = await here.visit('labdesk', 5, 2)
  await begin(page, 11)
  expect(await box(page, 'SalesManagerId').count()).toBe(0)
  await box(page, 'Name').fill('Dr Of The Desk')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/clients')
  await context.close()
})
