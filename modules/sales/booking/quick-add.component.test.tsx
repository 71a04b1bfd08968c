// The form that adds a patient from a sale's picker: its fields, and what is missing or out of bounds.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, dayOf, formatDate } from '../../../core/dates.ts'
import { answerSome, sent } from '../../../web/screen/no-server.fixture.ts'
import { box, leave, open } from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const dialog = page.getByRole('dialog', { name: 'Patient' })
const names = () => [...document.querySelectorAll('[data-quick]')].map((one) => one.getAttribute('data-quick'))
const errors = () => [...document.querySelectorAll('[data-quick] .error')].map((one) => one.textContent)
const part = (name: string) => {
  const found = document.querySelector(`[data-quick=${name}] input:not([type=date])`)
  if (!found) throw new Error(`No ${name} here`)
  return page.elementLocator(found)
}
const saveIt = () => userEvent.click(dialog.getByRole('button', { name: 'Save', exact: true }))
const type = async (name: string, value: string) => {
  await userEvent.fill(part(name), value)
  await userEvent.click(part('Email'))
  await saveIt()
}
const begin = async () => {
  await open('/sales')
  await userEvent.fill(box('LRN'), '4711')
  await userEvent.click(box('PatientId'))
  await userEvent.keyboard('{F2}')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Alt>}n{/Alt}')
  await expect.poll(() => names().length).toBe(8)
}

test('FND-183 FND-185 alt+n opens it with its eight fields', async () => {
  await begin()
  expect(names()).toEqual(['Name', 'GenderId', 'Age', 'BirthDate', 'Height', 'Weight', 'MobilePhone', 'Email'])
  // the screen beneath does not restart
  await expect.element(box('LRN')).toHaveValue('4711')
})
test('FND-291 FND-292 FND-293 FND-298 missing fields show an error, and no request is sent', async () => {
  await begin()
  await saveIt()
  await expect.poll(errors).toEqual(['Name is required', 'Gender is required', 'Age is required'])
  for (const text of ['abc', 'yusuf@lab']) {
    await type('Email', text)
    await expect
      .poll(errors)
      .toEqual(['Name is required', 'Gender is required', 'Age is required', 'Invalid Email Address'])
  }
  await type('Email', 'yusuf@lab.example')
  await expect.poll(errors).toEqual(['Name is required', 'Gender is required', 'Age is required'])
  expect(sent()).toEqual([])
})
const today = dayOf(new Date())
test.each([
  ['FND-294 FND-442', 'Age', 'Age must be between 0 and 120', ['-1', '121'], ['0', '120']],
  ['FND-295 FND-443', 'Height', 'Height must be between 30 and 250', ['29', '251'], ['30', '250']],
  ['FND-296 FND-444', 'Weight', 'Weight must be between 1 and 500', ['0', '501'], ['1', '500']],
  [
    'FND-297',
    'BirthDate',
    'Birth Date cannot be later than today',
    [formatDate(addDays(today, 1))],
    [formatDate(today)],
  ],
] as const)('%s %s out of its bounds, and at them', async (_ids, name, text, refused, taken) => {
  await begin()
  if (name === 'Age') {
    // letters are no age
    await type('Age', 'abc')
    await expect.poll(errors).toContain('Age must be a number')
  }
  for (const value of refused) {
    await type(name, value)
    await expect.poll(errors).toContain(text)
  }
  for (const value of taken) {
    await type(name, value)
    // the missing name blocks the save; this field is fine
    await expect.poll(errors).not.toContain(text)
    expect(errors()).toContain('Name is required')
  }
  expect(sent()).toEqual([])
})

test('the time of birth is asked of a child under seven days alone, and sent', async () => {
  await begin()
  const calls = answerSome(({ url }) => (url.pathname === '/api/warnings/patient' ? [] : undefined))
  await type('BirthDate', formatDate(addDays(today, -7)))
  expect(names()).not.toContain('BirthTime')
  await type('BirthDate', formatDate(addDays(today, -6)))
  expect(names()).toEqual([
    'Name',
    'GenderId',
    'Age',
    'BirthDate',
    'BirthTime',
    'Height',
    'Weight',
    'MobilePhone',
    'Email',
  ])
  await userEvent.fill(part('Name'), 'Baby of Asha')
  await userEvent.click(dialog.getByRole('radio').first(), { force: true })
  await type('BirthTime', '7.30')
  await expect.poll(errors).toEqual(['Birth Time must be like 07:30'])
  await type('BirthTime', '07:30')
  const saved = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  await expect.poll(saved).toEqual([expect.objectContaining({ BirthTime: '07:30', IsActualBirthDay: true })])
})

test('FND-275 an age makes a birth date that is not actual; the exact day that is typed over it is', async () => {
  for (const [day, IsActualBirthDay] of [
    [undefined, false],
    ['01-01-2000', true],
  ] as const) {
    await begin()
    const calls = answerSome(({ url }) => (url.pathname === '/api/warnings/patient' ? [] : undefined))
    await userEvent.fill(part('Name'), 'Omkar Quickly')
    await userEvent.click(dialog.getByRole('radio').first(), { force: true })
    await userEvent.fill(part('Age'), '40')
    if (day !== undefined) await userEvent.fill(part('BirthDate'), day)
    await userEvent.click(part('Email'))
    await saveIt()
    const saved = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
    await expect.poll(saved).toEqual([expect.objectContaining({ Name: 'Omkar Quickly', IsActualBirthDay })])
  }
})
