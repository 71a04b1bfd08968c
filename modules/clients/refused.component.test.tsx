// What the screen of a client refuses, with the text at the field and without a request.
import { afterEach, expect, test } from 'vitest'
import { addDays, dayOf, formatDate } from '../../core/dates.ts'
import { sent } from '../../web/screen/no-server.fixture.ts'
import { somebody } from '../../web/screen/session.fixture.ts'
import {
  choose,
  control,
  errorAt,
  errorsShown,
  field,
  fill,
  leave,
  open,
  save,
  savedWith,
} from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const types = [9, 10, 11, 12, 13, 14, 16, 19, 20]
const begin = (session = somebody('BusinessManager')) => open('/clients', { session })

test('MDA-196 MDA-197 a client without type and without name', async () => {
  await begin(somebody('Administrator'))
  await savedWith('ClientTypeId', 'Client Type is required')
  await choose('ClientTypeId', 19)
  await savedWith('Name', 'Name is required')
  expect(sent()).toEqual([])
})

test('MDA-202 MDA-203 MDA-204 MDA-211 MDA-212 MDA-213 MDA-214 MDA-215 MDA-216 what is missing for each type shows at its field', async () => {
  await begin()
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
    await choose('ClientTypeId', type)
    await fill('Name', `Only a name ${type}`)
    await save()
    await expect
      .poll(() => [type, errorsShown()])
      .toEqual([
        type,
        Object.fromEntries(
          Object.entries(wanted).flatMap(([name, [text, of]]) => (of.includes(type) ? [[name, text]] : [])),
        ),
      ])
    for (const name of Object.keys(errorsShown()))
      expect([type, name, control(name).getAttribute('aria-invalid')]).toEqual([type, name, 'true'])
  }
  // the prefix and the code are required where they show, and nowhere else
  for (const type of types) {
    await choose('ClientTypeId', type)
    for (const name of ['Code', 'BillPrefix'])
      await expect
        .poll(() => [type, name, field(name) !== null])
        .toEqual([type, name, wanted[name]?.[1].includes(type)])
  }
  expect(sent()).toEqual([])
})

test('MDA-210 a user without an employer gives people no parent, a picked one can be emptied, and the screen requires one', async () => {
  await begin(somebody('BusinessManager', 'lab', { EmployerId: null }))
  for (const type of [11, 12, 14]) {
    await choose('ClientTypeId', type)
    await fill('Name', 'No parent')
    await savedWith('ParentId', 'Parent is required')
  }
  await begin(somebody('Administrator'))
  await choose('ClientTypeId', 16)
  await fill('Name', 'No parent')
  await fill('ParentId', '')
  await savedWith('ParentId', 'Parent is required')
  expect(sent()).toEqual([])
})

const today = dayOf(new Date())
test.each([
  [
    'MDA-198',
    'MobilePhone',
    'Mobile phone must be a 10 digit number',
    ['987654321', '98765432101', '98765abcde'],
    ['9876543210'],
  ],
  ['MDA-200', 'Email', 'Invalid Email Address', ['abc@'], ['a@b.co']],
  ['FND-442 MDA-205', 'Age', 'Age must be between 0 and 120', ['-1', '121'], ['0', '120']],
  ['FND-443 MDA-206', 'Height', 'Height must be between 30 and 250', ['29', '251'], ['30', '250']],
  ['FND-444 MDA-207', 'Weight', 'Weight must be between 1 and 500', ['0', '501'], ['1', '500']],
  [
    'MDA-208',
    'BirthDate',
    'Birth Date cannot be later than today',
    [formatDate(addDays(today, 1))],
    [formatDate(today)],
  ],
  [
    'MDA-209',
    'AnniversaryDate',
    'Anniversary Date cannot be later than today',
    [formatDate(addDays(today, 1))],
    [formatDate(today)],
  ],
])('%s %s of a patient out of its bounds, and at them', async (_ids, name, text, bad, good) => {
  await begin(somebody('FrontDesk'))
  await choose('ClientTypeId', 12)
  for (const value of bad) {
    await fill(name, value)
    await savedWith(name, text)
  }
  for (const value of good) {
    await fill(name, value)
    // the missing name blocks the save; this field is fine
    await savedWith(name, undefined)
    expect(errorAt('Name')).toBe('Name is required')
  }
  expect(sent()).toEqual([])
})

test.each([10, 13, 20])('MDA-201 the bill prefix of a client of type %i is three capitals', async (type) => {
  await begin(somebody('Administrator'))
  await choose('ClientTypeId', type)
  for (const value of ['AB', 'ABCD', 'abc', 'A1C']) {
    await fill('BillPrefix', value)
    await savedWith('BillPrefix', 'Prefix must have exactly 3 uppercase letters')
  }
  await fill('BillPrefix', 'ABC')
  await savedWith('BillPrefix', undefined)
  expect(sent()).toEqual([])
})
