// Which fields of a client show for its type and role, and what another type changes.
import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { roles } from '../../core/user.ts'
import { sent } from '../../web/screen/no-server.fixture.ts'
import { somebody } from '../../web/screen/session.fixture.ts'
import {
  box,
  choose,
  control,
  field,
  fieldsShown,
  fill,
  leave,
  open,
  savedWith,
} from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const types = [9, 10, 11, 12, 13, 14, 16, 19, 20]
const begin = (role: 'Administrator' | 'BusinessManager' | 'Pathologist') =>
  open('/clients', { session: somebody(role) })

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
// beyond the specification: what is printed on their papers
const paper = ['LocalName', 'Logo', 'FootLine']
const money = ['CreditLimit', 'OpeningBalance']
// how many days it has to pay: beyond it
const terms = ['CreditDays']
// to whom bills are paid
const payee = ['UpiId']
// tax that is withheld from what their bills are paid: beyond it too
const taxed = ['TdsOn', 'TdsRate']
const billing = ['PaymentTypeId', 'BillCycleId', 'EmailStatements', 'EmailReports']
const additional: Readonly<Record<number, readonly string[]>> = {
  // beyond it too: the day up to which its books are closed
  9: ['Code', 'RegistrationKey', 'BooksClosedTill', ...contact, ...paper],
  10: [
    'Code',
    'BillPrefix',
    'ParentId',
    'LegalEntityId',
    'RegistrationKey',
    ...contact,
    ...money,
    ...terms,
    ...paper,
    ...payee,
    'AutoDispatch',
  ],
  11: [
    'NameAlias',
    'Specialization',
    'ParentId',
    'NationalId',
    'RegistrationKey',
    'SalesManagerId',
    'CanRefer',
    'MaxDiscountForReferral',
    'EmailReports',
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
    'EmailReports',
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
    ...terms,
    ...paper,
    ...payee,
  ],
  14: ['Code', 'ParentId', 'NationalId', 'RegistrationKey', 'SalesManagerId', 'CanRefer'],
  16: [
    'Code',
    'ParentId',
    'RegistrationKey',
    ...contact,
    'SalesManagerId',
    ...billing,
    ...money,
    ...terms,
    'GivesCare',
  ],
  19: ['RegistrationKey', ...contact, ...taxed],
  20: ['Code', 'BillPrefix', 'RegistrationKey', ...contact, ...billing, ...taxed],
}

type Shown = Readonly<Record<string, string | boolean | undefined>>
const found = (name: string) =>
  field(name)?.querySelector<HTMLInputElement>('input:not([type=file]), textarea, select') ?? undefined
/** What each field shows, but the type. */
const shownNow = (): Shown =>
  Object.fromEntries(
    fieldsShown()
      .filter((name) => name !== undefined && name !== 'ClientTypeId')
      .map((name = '') => [name, found(name)?.type === 'checkbox' ? found(name)?.checked : found(name)?.value]),
  )
/** The same once the fields of the type show. */
const valuesOf = async (type: number): Promise<Shown> => {
  const wanted = [...common, ...(additional[type] ?? [])].filter((name) => name !== 'ClientTypeId').sort()
  await expect.poll(() => [type, Object.keys(shownNow()).sort()]).toEqual([type, wanted])
  return shownNow()
}
/** Enters something in every field that is typed, ticked or chosen; answers their names. */
const enterAll = async (): Promise<readonly string[]> => {
  const names = Object.keys(shownNow()).filter((name) => {
    const one = found(name)
    const isFree = one !== undefined && !one.readOnly && !one.disabled && one.role !== 'combobox'
    // this one follows from age and birth date
    return isFree && name !== 'IsActualBirthDay'
  })
  for (const name of names) {
    const one = found(name)
    if (one?.type === 'checkbox') await userEvent.click(box(name))
    else if (one instanceof HTMLSelectElement) await choose(name, one.options[1]?.value ?? '')
    else await fill(name, /Date|Till/.test(name) ? '01-Jan-2001' : '7')
  }
  return names
}

describe('the fields of each type', () => {
  test('MDA-035 MDA-038 MDA-039 MDA-041 MDA-044 MDA-045 MDA-179 MDA-295 to role id 2 the nine types show their fields', async () => {
    await begin('BusinessManager')
    for (const type of types) {
      await choose('ClientTypeId', type)
      await expect
        .poll(() => [type, fieldsShown().sort()])
        .toEqual([type, [...common, ...(additional[type] ?? [])].sort()])
    }
  })
  test('at the counter a new client is a patient or a doctor: no other type is offered', async () => {
    const offered = () => [...control('ClientTypeId').querySelectorAll('option')].map((one) => Number(one.value))
    await open('/clients', { session: somebody() })
    await expect.poll(offered).toEqual([0, 11, 12])
    await begin('BusinessManager')
    await expect.poll(offered).toEqual([0, ...types])
  })
  test.each(Object.values(roles))(
    'MDA-292 MDA-293 MDA-294 credit limit, opening balance and the referral fields of a doctor show to $label only at role id 2 or lower',
    async ({ id, label }) => {
      const session = { ...somebody(), Role: { RoleId: id, RoleName: label } }
      for (const type of [10, 11, 13, 16]) {
        const record = { ClientId: 7, RowVersion: 1, ClientTypeId: type, Name: 'One of them', Actions: {} }
        await open('/clients?ClientId=7', { session, read: [['/api/clients/7', {}, record]] })
        await expect.poll(() => field('ClientTypeId')).not.toBeNull()
        const names = type === 11 ? [...money, 'SalesManagerId', 'CanRefer', 'MaxDiscountForReferral'] : money
        expect([type, names.filter((name) => field(name) !== null)]).toEqual([type, id <= 2 ? names : []])
      }
    },
  )
  test('MDA-042 MDA-043 MDA-218 the recipient shows while a lab dispatches automatically, and is required then', async () => {
    await begin('Administrator')
    await choose('ClientTypeId', 10)
    await expect.element(box('AutoDispatch')).toBeVisible()
    expect(field('ConsigneeId')).toBeNull()
    await userEvent.click(box('AutoDispatch'))
    await expect.poll(() => field('ConsigneeId')).not.toBeNull()
    await savedWith('ConsigneeId', 'Auto Dispatch requires a recipient')
    expect(sent()).toEqual([])
    await userEvent.click(box('AutoDispatch'))
    await expect.poll(() => field('ConsigneeId')).toBeNull()
    await choose('ClientTypeId', 13)
    await expect.poll(() => field('BillCycleId')).not.toBeNull()
    expect(field('ConsigneeId')).toBeNull()
  })
  // their fields are those of the other four too
  test.each([9, 10, 11, 12, 13])(
    'MDA-176 after type %i another one, and this one again, are as on a new client',
    async (from) => {
      const both = [types[types.indexOf(from) + 1] ?? types[0] ?? 0, from]
      const fresh = new Map<number, Shown>()
      await begin('Administrator')
      for (const type of both) {
        await choose('ClientTypeId', type)
        fresh.set(type, await valuesOf(type))
      }
      const entered = await enterAll()
      const before = shownNow()
      expect(entered.filter((name) => before[name] === fresh.get(from)?.[name])).toEqual([])
      for (const type of both) {
        await choose('ClientTypeId', type)
        await expect.poll(async () => [type, await valuesOf(type)]).toEqual([type, fresh.get(type)])
      }
    },
  )
})

test('MDA-290 MDA-291 the parent is picked for type 16 by role 1 only', async () => {
  for (const role of ['Administrator', 'BusinessManager'] as const) {
    await begin(role)
    for (const type of [10, 11, 12, 13, 14, 16]) {
      await choose('ClientTypeId', type)
      await expect.poll(() => field('ParentId')).not.toBeNull()
      const { readOnly, disabled } = control('ParentId')
      expect([role, type, !readOnly && !disabled]).toEqual([role, type, role === 'Administrator' && type === 16])
    }
  }
})
