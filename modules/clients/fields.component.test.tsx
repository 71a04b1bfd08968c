// Which fields of a client show for its type and role, and what another type changes.
import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
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
    ...paper,
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
    ...paper,
  ],
  14: ['Code', 'ParentId', 'NationalId', 'RegistrationKey', 'SalesManagerId', 'CanRefer'],
  16: ['Code', 'ParentId', 'RegistrationKey', ...contact, 'SalesManagerId', ...billing, ...money],
  19: ['RegistrationKey', ...contact],
  20: ['Code', 'BillPrefix', 'RegistrationKey', ...contact, ...billing],
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
  test('MDA-292 MDA-293 MDA-294 role id 3 does not see credit limit, opening balance and the referral fields of a doctor, role id 2 does', async () => {
    for (const [role, wanted] of [
      ['BusinessManager', true],
      ['Pathologist', false],
    ] as const) {
      for (const type of [10, 11, 13, 16]) {
        const record = { ClientId: 7, RowVersion: 1, ClientTypeId: type, Name: 'One of them', Actions: {} }
        await open('/clients?ClientId=7', { session: somebody(role), read: [['/api/clients/7', {}, record]] })
        await expect.poll(() => field('ClientTypeId')).not.toBeNull()
        for (const name of money) expect([role, type, name, field(name) !== null]).toEqual([role, type, name, wanted])
        if (type === 11)
          for (const name of ['SalesManagerId', 'CanRefer', 'MaxDiscountForReferral'])
            expect([role, name, field(name) !== null]).toEqual([role, name, wanted])
      }
    }
  })
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
  test('MDA-176 another type empties what was entered', async () => {
    await begin('Administrator')
    await choose('ClientTypeId', 11)
    for (const [name, text] of [
      ['Name', 'Dr Entered'],
      ['MobilePhone', '9876543210'],
      ['Area', 'Aundh'],
      ['NameAlias', 'Entered'],
    ] as const)
      await fill(name, text)
    await userEvent.click(box('IsActive'))
    expect(control('IsActive').checked).toBe(false)
    await choose('ClientTypeId', 13)
    for (const name of ['Name', 'MobilePhone', 'Area']) await expect.poll(() => control(name).value).toBe('')
    expect(control('IsActive').checked).toBe(true)
    await choose('ClientTypeId', 11)
    await expect.poll(() => field('NameAlias')).not.toBeNull()
    expect(control('NameAlias').value).toBe('')
  })
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
