// Which fields each type of client and role has, what is required of each, and how age and birth date follow each
// other.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validate } from '../../core/validate.ts'
import { clientFields } from './clients.model.ts'
import {
  addableTypes,
  clientErrors,
  fromAge,
  fromBirthDate,
  hiddenFields,
  parentOf,
  picksParent,
  shownFields,
  checkClosing,
  mayCloseBooks,
} from './clients.rules.ts'
import { startOf } from './entry.rules.ts'

const types = [9, 10, 11, 12, 13, 14, 16, 19, 20]
const now = new Date('2026-11-21T06:30:00Z')
const typesShowing = (name: string, roleId = 2, values = {}): number[] =>
  types.filter((type) => shownFields(type, roleId, values).has(name))
const typesRequiring = (name: string, roleId = 2): number[] =>
  types.filter((type) => clientErrors({ ClientTypeId: type }, roleId)[name] !== undefined)

describe('MDA-045 which fields show for which type', () => {
  test.each<[string, number[]]>([
    ['ParentId', [10, 11, 12, 13, 14, 16]],
    ['LegalEntityId', [10, 13]],
    ['Code', [9, 10, 13, 14, 16, 20]],
    ['BillPrefix', [10, 13, 20]],
    ['ContactPersonName', [9, 10, 13, 16, 19, 20]],
    ['ContactPersonPhone', [9, 10, 13, 16, 19, 20]],
    ['NationalId', [11, 12, 14]],
    ['RegistrationKey', [9, 10, 11, 13, 14, 16, 19, 20]],
    ['PaymentTypeId', [13, 16, 20]],
    ['BillCycleId', [13, 16, 20]],
    ['EmailStatements', [13, 16, 20]],
    ['TdsOn', [19, 20]],
    ['TdsRate', [19, 20]],
    ['EmailReports', [11, 12, 13, 16, 20]],
    ['GivesCare', [16]],
    ['CreditLimit', [10, 11, 13, 16]],
    ['OpeningBalance', [10, 11, 13, 16]],
    ['NameAlias', [11]],
    ['Specialization', [11]],
    ['MaxDiscountForReferral', [11]],
    ['GenderId', [12]],
    ['Age', [12]],
    ['BirthDate', [12]],
    ['IsActualBirthDay', [12]],
    ['Height', [12]],
    ['Weight', [12]],
    ['AnniversaryDate', [12]],
    ['AutoDispatch', [10]],
    ['LocalName', [9, 10, 13]],
    ['Logo', [9, 10, 13]],
    ['FootLine', [9, 10, 13]],
    ...[
      'Name',
      'Area',
      'Address',
      'City',
      'State',
      'Zipcode',
      'MobilePhone',
      'WorkPhone',
      'HomePhone',
      'Email',
      'IsActive',
    ].map((name): [string, number[]] => [name, types]),
  ])('%s', (name, wanted) => expect(typesShowing(name)).toEqual(wanted))
  test('without a type only the type and the name', () =>
    expect([...shownFields(null, 1)]).toEqual(['ClientTypeId', 'Name']))
})

test('the recipient shows for a lab with auto dispatch', () => {
  expect(typesShowing('ConsigneeId', 2, { AutoDispatch: true })).toEqual([10])
  expect(typesShowing('ConsigneeId', 2, { AutoDispatch: false })).toEqual([])
})

test('above role id 2 the money and referral fields are hidden, and no others', () => {
  for (const type of types) {
    const [mine, theirs] = [shownFields(type, 3), shownFields(type, 2)]
    const hidden = [...theirs].filter((name) => !mine.has(name))
    const referral = type === 11 ? ['SalesManagerId', 'CanRefer', 'MaxDiscountForReferral'] : []
    const money = [10, 11, 13, 16].includes(type)
      ? ['CreditLimit', 'OpeningBalance']
      : type === 9
        ? ['BooksClosedTill']
        : []
    expect([type, hidden.sort()]).toEqual([type, [...referral, ...money].sort()])
    expect([...mine].every((name) => theirs.has(name))).toBe(true)
    expect(shownFields(type, 1)).toEqual(theirs)
  }
})

test('the counter and the sales force are offered patients and doctors only', () => {
  expect([1, 2, 5, 9].map(addableTypes)).toEqual([undefined, undefined, [11, 12], [11, 12]])
})

test('books are closed up to a past day, and not reopened by one person', () => {
  const now = new Date('2026-11-23T06:00:00Z')
  const reason = (till: string | null, before: string | null) => {
    const decision = checkClosing(till, before, now)
    return decision.ok ? undefined : [decision.reason, decision.at]
  }
  expect(reason('2026-11-22', null)).toBeUndefined()
  expect(reason('2026-11-23', null)).toEqual(['Only past days can be closed', 'BooksClosedTill'])
  const reopened = [
    'The books are already closed up to 31-Oct-2026 and are reopened by two persons: use Reopen Books',
    'BooksClosedTill',
  ]
  expect(reason('2026-10-31', '2026-10-31')).toBeUndefined()
  expect(reason('2026-11-01', '2026-10-31')).toBeUndefined()
  expect(reason('2026-10-30', '2026-10-31')).toEqual(reopened)
  expect(reason(null, '2026-10-31')).toEqual(reopened)
  expect(reason(null, null)).toBeUndefined()
})

test('staff of their legal entity and administrators close books', () => {
  const may = (RoleId: number, EntityId: number, entity: number | null = 1) =>
    mayCloseBooks(entity, { RoleId, EntityId }).ok
  expect([may(1, 2), may(2, 1), may(2, 2), may(2, 2, null), may(1, 2, null)]).toEqual([true, true, false, false, true])
})

describe('what is required', () => {
  test.each<[string, number[]]>([
    ['ParentId', [11, 12, 13, 14, 16]],
    ['LegalEntityId', [10, 13]],
    ['Area', [10, 13, 14, 16]],
    ['City', [10, 13, 14, 16]],
    ['State', [10, 13, 14, 16]],
    ['GenderId', [12]],
    ['Age', [12]],
    ['PaymentTypeId', [13, 16]],
    ['BillCycleId', [13, 16]],
    ['SalesManagerId', [11]],
    ['MobilePhone', []],
    ['Email', []],
  ])('%s', (name, wanted) => expect(typesRequiring(name)).toEqual(wanted))
  test('code and bill prefix wherever they show', () => {
    expect(typesRequiring('Code')).toEqual(typesShowing('Code'))
    expect(typesRequiring('BillPrefix')).toEqual(typesShowing('BillPrefix'))
  })
  test('MDA-217 a doctor is saved without a sales manager by those who do not see the field', () => {
    expect(clientErrors({ ClientTypeId: 11, ParentId: 1 }, 2)).toEqual({
      SalesManagerId: ['Sales Manager is required'],
    })
    expect(clientErrors({ ClientTypeId: 11, ParentId: 1 }, 3)).toEqual({})
  })
  test('only fields that show are required', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.integer({ min: 1, max: 15 }),
        fc.boolean(),
        (type, role, AutoDispatch) => {
          const shown = shownFields(type, role, { AutoDispatch })
          for (const name of Object.keys(clientErrors({ ClientTypeId: type, AutoDispatch }, role)))
            expect(shown).toContain(name)
        },
      ),
    )
  })
  test('the phone of a patient when the network asks for it', () => {
    const patient = { ClientTypeId: 12, ParentId: 1, GenderId: 1, Age: 30 }
    expect(clientErrors(patient, 5)).toEqual({})
    expect(clientErrors(patient, 5, true)).toEqual({ MobilePhone: ['Mobile phone must be a 10 digit number'] })
    expect(clientErrors({ ClientTypeId: 11, ParentId: 1 }, 5, true)).toEqual({})
  })
  test('MDA-210 a parent for people, centres, referrers and institutions, and for no other type', () => {
    const errors = (type: number) => clientErrors({ ClientTypeId: type, ParentId: null }, 1)
    for (const type of [11, 12, 13, 14, 16])
      expect(errors(type), `type ${type}`).toMatchObject({ ParentId: ['Parent is required'] })
    for (const type of [9, 10, 19, 20]) expect(errors(type), `type ${type}`).not.toHaveProperty('ParentId')
  })
  test('a recipient with auto dispatch', () =>
    expect(clientErrors({ ClientTypeId: 10, AutoDispatch: true }, 2)).toMatchObject({
      ConsigneeId: ['Auto Dispatch requires a recipient'],
    }))
  test('a birth date replaces the age, but not above 120', () => {
    const patient = { ClientTypeId: 12, ParentId: 1, GenderId: 1 }
    expect(clientErrors({ ...patient, BirthDate: '1906-11-21' }, 5, false, now)).toEqual({})
    expect(clientErrors({ ...patient, BirthDate: '1905-11-21' }, 5, false, now)).toEqual({
      Age: ['Age must be between 0 and 120'],
    })
  })
})

describe('what the fields themselves refuse', () => {
  const wrong = (name: string, value: unknown) =>
    validate(clientFields, { ClientTypeId: 12, Name: 'A', [name]: value }, now)[name]?.[0]
  test.each<[string, unknown[], unknown[], string]>([
    [
      'MobilePhone',
      ['987654321', '98765432101', '98765abcde'],
      ['9876543210'],
      'Mobile phone must be a 10 digit number',
    ],
    ['Email', ['abc@', 'abc', 'a b@c.co'], ['a@b.co'], 'Invalid Email Address'],
    ['BillPrefix', ['AB', 'ABCD', 'abc', 'A1C'], ['ABC'], 'Prefix must have exactly 3 uppercase letters'],
    ['Age', [-1, 121], [0, 120], 'Age must be between 0 and 120'],
    ['Height', [29, 251], [30, 250], 'Height must be between 30 and 250'],
    ['Weight', [0, 501], [1, 500], 'Weight must be between 1 and 500'],
    ['BirthDate', ['2026-11-22'], ['2026-11-21', '1950-01-01'], 'Birth Date cannot be later than today'],
    ['AnniversaryDate', ['2026-11-22'], ['2026-11-21'], 'Anniversary Date cannot be later than today'],
  ])('%s', (name, bad, good, message) => {
    for (const value of bad) expect([value, wrong(name, value)]).toEqual([value, message])
    for (const value of good) expect([value, wrong(name, value)]).toEqual([value, undefined])
  })
  test('today is today in the zone of the network, at any hour', () => {
    for (const hour of ['2026-11-20T18:31:00Z', '2026-11-21T00:10:00Z', '2026-11-21T18:29:00Z']) {
      const errors = (BirthDate: string) => validate(clientFields, { BirthDate }, new Date(hour))
      expect(errors('2026-11-21'), hour).not.toHaveProperty('BirthDate')
      expect(errors('2026-11-22'), hour).toMatchObject({ BirthDate: ['Birth Date cannot be later than today'] })
    }
  })
})

describe('age and birth date', () => {
  test('an age is so many years back, not exact; an empty age clears it', () => {
    expect(fromAge(30, now)).toEqual({ BirthDate: '1996-11-21', IsActualBirthDay: false })
    expect(fromAge(null, now)).toEqual({ BirthDate: null, IsActualBirthDay: false })
  })
  test('a birth date gives whole years, exact', () => {
    expect(fromBirthDate('1996-11-20', now)).toEqual({ Age: 30, IsActualBirthDay: true })
    expect(fromBirthDate('1996-11-22', now)).toEqual({ Age: 29, IsActualBirthDay: true })
    expect(fromBirthDate(null, now)).toEqual({ Age: null, IsActualBirthDay: true })
  })
  test('the birth date of an age has that age', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 120 }),
        fc.date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
        (age, at) => {
          expect(fromBirthDate(fromAge(age, at).BirthDate, at).Age).toBe(age)
        },
      ),
    )
  })
})

describe('the parent', () => {
  const user = { EmployerId: 1, EntityId: 12 }
  test('MDA-179 follows from the type', () => {
    for (const type of [11, 12, 14, 19, 20]) expect([type, parentOf(type, user)]).toEqual([type, 1])
    for (const type of [10, 13, 16]) expect([type, parentOf(type, user)]).toEqual([type, 12])
    expect(parentOf(9, user)).toBeNull()
    expect(typesShowing('ParentId')).toEqual([10, 11, 12, 13, 14, 16])
  })
  test('is picked for an institution by role 1 only', () => {
    for (const type of types)
      for (const RoleId of [1, 2, 3]) expect(picksParent(type, { RoleId })).toBe(type === 16 && RoleId === 1)
  })
  test('a new client is active, of the type of its list', () => {
    const entity = { ClientId: 12, Name: 'Hadapsar' }
    expect(startOf('patients', { RoleId: 5, ...user }, entity)).toMatchObject({
      ClientTypeId: 12,
      IsActive: true,
      ParentId: 1,
    })
    expect(startOf('doctors', { RoleId: 5, ...user }, entity)).toMatchObject({ ClientTypeId: 11, IsActive: true })
    expect(startOf('referrers', { RoleId: 1, ...user }, entity)).toMatchObject({
      ClientTypeId: 14,
      IsActive: true,
      CanRefer: true,
    })
    expect(startOf('', { RoleId: 1, ...user }, entity)).toMatchObject({
      ClientTypeId: null,
      IsActive: true,
      ParentId: null,
    })
    expect(startOf('', { RoleId: 5, ...user }, entity)).toMatchObject({ ClientTypeId: 12 })
  })
})

test('fields that do not show for a type are emptied, and no others', () => {
  for (const type of types) {
    const values = { AutoDispatch: true }
    const hidden = new Set<string>(hiddenFields(type, values))
    for (const name of shownFields(type, 1, values)) expect([type, hidden.has(name)]).toEqual([type, false])
    expect(hidden.has('ParentId') || hidden.has('LegalEntityId')).toBe(false)
  }
  expect(hiddenFields(12, {})).toEqual(expect.arrayContaining(['CreditLimit', 'Code', 'BillPrefix', 'SalesManagerId']))
})
