// What the screens of the catalogue refuse: a new record without its required fields, with the text at each; no request
// is sent.
import { afterEach, expect, test } from 'vitest'
import { sent } from './no-server.fixture.ts'
import { somebody } from './session.fixture.ts'
import { control, errorAt, errorsShown, fill, leave, open, save, savedWith } from './whole-screen.fixture.tsx'

afterEach(leave)
const begin = (module: string) => open(`/${module}`, { session: somebody('Administrator') })

test.each<[string, string, Readonly<Record<string, string>>]>([
  [
    'MDA-219 MDA-220 MDA-221 a product without code, name and owner',
    'products',
    { Code: 'Code is required', Name: 'Name is required', OwnerId: 'Owner is required' },
  ],
  [
    'MDA-226 MDA-227 a test without name and department',
    'tests',
    { Name: 'Name is required', DepartmentId: 'Department is required' },
  ],
  [
    'MDA-229 MDA-230 MDA-231 MDA-232 an element without name, unit, department and result type',
    'elements',
    {
      Name: 'Name is required',
      UnitOfMeasure: 'Unit of Measure is required',
      DepartmentId: 'Department is required',
      ResultTypeId: 'Result Type is required',
    },
  ],
  [
    'MDA-236 MDA-237 a specimen without name and unit',
    'specimens',
    { Name: 'Name is required', UnitOfMeasure: 'Unit of Measure is required' },
  ],
  ['MDA-238 a department without name', 'departments', { Name: 'Name is required' }],
  [
    'MDA-239 MDA-240 an instrument without name and department',
    'instruments',
    { Name: 'Name is required', DepartmentId: 'Department is required' },
  ],
  [
    'MDA-241 MDA-242 a lab instrument without lab and instrument',
    'labinstruments',
    { LabId: 'Lab is required', InstrumentId: 'Instrument is required' },
  ],
  [
    'MDA-244 MDA-245 MDA-246 MDA-247 a user without user name, full name, employer and default entity',
    'users',
    {
      UserName: 'User Name is required',
      FullName: 'Full Name is required',
      EmployerId: 'Employer is required',
      DefaultEntityId: 'Default Entity is required',
    },
  ],
  ['MDA-249 a list without name', 'lists', { ListName: 'List Name is required' }],
  [
    'MDA-259 MDA-260 a price list without effective from and seller',
    'pricelists',
    { EffectiveFromDate: 'Effective From is required', SellerId: 'Seller is required' },
  ],
  [
    'MDA-262 MDA-263 a referral scheme without effective from and seller',
    'referralschemes',
    { EffectiveFromDate: 'Effective From is required', SellerId: 'Seller is required' },
  ],
  [
    'MDA-251 MDA-252 MDA-253 MDA-254 MDA-255 a widget without role, entity type, target and query, but without a label',
    'widgets',
    {
      RoleId: 'Role is required',
      EntityTypeId: 'Entity Type is required',
      Target: 'Target is required',
      StatementId: 'Query is required',
    },
  ],
])('FND-251 %s', async (_title, module, wanted) => {
  await begin(module)
  await save()
  await expect.poll(errorsShown).toEqual(wanted)
  for (const name of Object.keys(wanted))
    expect([name, control(name).getAttribute('aria-invalid')]).toEqual([name, 'true'])
  expect(sent()).toEqual([])
})

test('MDA-248 the e-mail of a user ends in a name of two letters at least', async () => {
  await begin('users')
  for (const text of ['a@b', 'a@b.c', '@b.co', 'a.b.co', 'a@.co.', 'a@b.c1', 'a@b@c.co']) {
    await fill('Email', text)
    await savedWith('Email', 'Invalid email address')
  }
  await fill('Email', 'a@b.co')
  await savedWith('Email', undefined)
  expect(errorAt('UserName')).toBe('User Name is required')
  expect(sent()).toEqual([])
})
