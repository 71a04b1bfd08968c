// Filters: defaults, what is sent, what differs, what is saved.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boolean, choice, date, datetime, integer, oneOf, reference, references, text } from '../../../core/model.ts'
import { models } from '../../models.ts'
import { criteriaOf, defaultFilter, differing, inWords, restored } from './filters.ts'
import { filterName } from './saved-filter.ts'

const now = Date.parse('2026-11-21T06:00:00.000Z')
const filters = {
  FromDate: datetime('From Date'),
  ToDate: datetime('To Date'),
  DispatchFromDate: date('Dispatch From'),
  Patient: text('Patient'),
  SaleStatus: choice('Sale Status', 123),
  SellerId: reference('Seller', 'seller'),
  BuyerIds: references('Buyers', 'buyer'),
  SaleId: integer('Sale Id'),
  IsActive: boolean('Active'),
  Local: oneOf('Local', [['true', 'Yes']]),
}
const list = { filters, defaultDays: 5 }
const today = { filters, defaultDays: 0 }

test('a list of five days starts five days ago and ends today', () => {
  expect(defaultFilter(list, now)).toEqual({ FromDate: '2026-11-16', ToDate: '2026-11-21' })
})
test('a list of no days starts and ends today; second date pairs start empty', () => {
  expect(defaultFilter(today, now)).toEqual({ FromDate: '2026-11-21', ToDate: '2026-11-21' })
  expect(defaultFilter({ filters, defaultFilter: { BatchStatus: 'Open' } }, now)).toEqual({ BatchStatus: 'Open' })
})
test('FND-153 FND-154 a day is sent from its start to its end in the time zone of the network', () => {
  expect(criteriaOf(list, { FromDate: '2026-11-16', ToDate: '2026-11-21' })).toEqual({
    FromDate: '2026-11-15T18:30:00.000Z',
    ToDate: '2026-11-21T18:29:59.999Z',
  })
})
test('FND-126 FND-152 only filled filters are sent, trimmed and typed', () => {
  expect(
    criteriaOf(list, {
      Patient: ' kumar ',
      SaleId: '12',
      SellerId: 11,
      BuyerIds: [21, 22],
      IsActive: false,
      SaleStatus: undefined,
      Unknown: 1,
    }),
  ).toEqual({ Patient: 'kumar', SaleId: 12, SellerId: 11, BuyerIds: [21, 22], IsActive: false })
  expect(criteriaOf(list, { Patient: '  ', BuyerIds: [], FromDate: '' })).toEqual({})
})
test('what differs from the default is counted', () => {
  expect(differing(today, { FromDate: '2026-11-21', ToDate: '2026-11-21', Patient: 'a' }, now)).toEqual(['Patient'])
  expect(differing(today, {}, now)).toEqual(['FromDate', 'ToDate'])
})
test('FND-130 a saved filter is restored; a default date moves to today, a chosen or empty one does not change', () => {
  const back = (values: Record<string, unknown>) => restored(today, { Values: values, SavedOn: '2026-11-20' }, now)
  expect(back({ FromDate: '2026-11-20', ToDate: '2026-11-20', Patient: 'a' })).toEqual({
    FromDate: '2026-11-21',
    ToDate: '2026-11-21',
    Patient: 'a',
  })
  expect(back({ FromDate: '2026-11-01', ToDate: '2026-11-20' })).toEqual({
    FromDate: '2026-11-01',
    ToDate: '2026-11-21',
  })
  expect(back({})).toEqual({})
})
test('FND-130 FND-131 it is saved per role, client type and module', () => {
  const of = (RoleId: number, ClientTypeId: number, moduleId: string) =>
    filterName(
      { Role: { RoleId, RoleName: '' }, Entity: { ClientId: 1, ClientTypeId, ParentId: null, Name: '' } },
      moduleId,
    )
  expect(new Set([of(1, 9, 'sales'), of(2, 9, 'sales'), of(1, 10, 'sales'), of(1, 9, 'tests')]).size).toBe(4)
})
test('a filter in words', () => {
  expect(inWords(filters.Patient, 'kumar', 'kumar')).toBe('Patient contains “kumar”')
  expect(inWords(filters.SaleStatus, 92, 'Booked')).toBe('Sale Status is Booked')
  expect(inWords(filters.FromDate, '2026-11-21', '')).toBe('From Date 21-Nov-2026')
})
test('for any saved value only declared filters are restored and no error is thrown', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('Patient', 'FromDate', 'Old', 'SellerId'), fc.jsonValue()), (values) => {
      const back = restored(today, { Values: values, SavedOn: '2026-11-20' }, now)
      return Object.keys(back).every((name) => name in filters)
    }),
  )
})

/** Names as the specification and the decision FND-230 give them; other filters of a list have names of their own. */
const written = [
  ...['FromDate', 'ToDate', 'DispatchFromDate', 'DispatchToDate', 'OpenFromDate', 'OpenToDate', 'CloseFromDate'],
  ...['CloseToDate', 'ShipmentStatus', 'ReferralStatus', 'SaleStatus', 'BatchStatus', 'RoleId', 'EntityTypeId'],
  ...['Target', 'DepartmentId', 'LRN', 'AccessionNo', 'SaleId'],
]
const forms = [
  ...['Patient', 'Doctor', 'InvoiceNo', 'Code', 'Name', 'Area', 'MobilePhone', 'SellerId', 'GiverId', 'ReceiverId'],
  ...['ConsignorId', 'ConsigneeId', 'PerformingLabId', 'OwnerId', 'ParentId', 'ProductId', 'SalesManagerId'],
  ...['ClientTypeId', 'SpecimenId', 'ElementId', 'TestId', 'BuyerIds', 'ClientIdList', 'IsActive', 'IsLocalProduct'],
]
test('FND-229 FND-230 filters have the written names, one for each thing and form', () => {
  const names = new Set(Object.values(models).flatMap((model) => Object.keys(model?.filters ?? {})))
  expect([...written, ...forms].filter((name) => !names.has(name))).toEqual([])
})
