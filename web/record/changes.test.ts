// How a change of a record is written: rows by their name, before and after, names in place of keys.
import { expect, test } from 'vitest'
import { choice, integer, json, money, object, reference, rows, text } from '../../core/model.ts'
import { linesOf, namesIn } from './changes.ts'
import type { Changes, Line } from './changes.ts'

const lineFields = {
  LineId: integer('Id'),
  ProductId: reference('Product', 'product', { names: 'Product' }),
  Product: object('Product', { Name: text('Name') }),
  Price: money('Price'),
  StatusId: choice('Status', 124, { computed: true }),
  TestStatus: object('Status', { ItemLabel: text('Label') }),
  PriceSource: json('Price Source'),
}
const model = {
  fields: {
    DoctorId: reference('Doctor', 'doctor', { names: 'Doctor' }),
    Doctor: object('Doctor', { Name: text('Name') }),
    Lines: rows('Lines', lineFields, { rowKey: 'LineId' }),
    Remarks: text('Remarks'),
    Invoice: json('Invoice'),
  },
}
const cbc = {
  LineId: 1,
  ProductId: 30,
  Product: { Name: 'CBC' },
  Price: 350,
  StatusId: 101,
  TestStatus: { ItemLabel: 'Ordered' },
}
const record = { DoctorId: 7, Doctor: { Name: 'Dr Sane' }, Lines: [cbc] }
const read = (changes: Changes): string[] => {
  const names = namesIn(model.fields, record)
  const textsOf = ({ kind, ...line }: Line): string[] =>
    'part' in line
      ? [`${kind} ${line.part.label}: ${String(line.part.was)} > ${String(line.part.is)}`]
      : line.rows.map(
          (row) =>
            `${line.label} ${row.what} ${row.title}: ${row.parts.map((part) => `${part.label} ${String(part.was)} > ${String(part.is)}`).join(', ')}`,
        )
  return linesOf(model, changes, names).flatMap(textsOf)
}

test('a changed row shows its name and its fields before and after, the status once', () => {
  const after = {
    ...cbc,
    Price: 300,
    StatusId: 104,
    TestStatus: { ItemLabel: 'Accessioned' },
    PriceSource: { Tier: 'buyer' },
  }
  expect(read({ Lines: [[cbc], [after]] })).toEqual(['Lines Changed CBC: Price 350 > 300, Status 101 > 104'])
})
test('added and removed rows show as such, with their values', () => {
  const lipid = { LineId: 2, ProductId: 31, Product: { Name: 'Lipid' }, Price: 700 }
  expect(read({ Lines: [[cbc], [lipid]] })).toEqual([
    'Lines Added Lipid: Price null > 700',
    'Lines Removed CBC: Price null > 350, Status null > 101',
  ])
})
test('a row of a new record without names takes them from the record on screen', () => {
  expect(read({ Lines: [null, [{ ProductId: 30 }]] })).toEqual(['Lines Added CBC: '])
  expect(namesIn(model.fields, record).get('DoctorId:7')).toBe('Dr Sane')
})
test('a changed key shows its name once, internal values do not show', () => {
  expect(read({ DoctorId: [7, 8], Doctor: [{ Name: 'Dr Sane' }, { Name: 'Dr More' }], RowVersion: [1, 2] })).toEqual([
    'field Doctor: 7 > 8',
  ])
})
test('a reordering is no change; fields follow the order of the model, undeclared ones last', () => {
  expect(read({ Lines: [[cbc], [{ ...cbc }]] })).toEqual([])
  expect(read({ Extra: ['a', 'b'], Remarks: [null, 'x'] })).toEqual(['field Remarks: null > x', 'field Extra: a > b'])
})
test('a bag of values shows under its name; rows inside it under theirs', () => {
  expect(
    read({
      Potassium: [
        { Result: null, Price: 1 },
        { Result: '6.8', Price: 1 },
      ],
    }),
  ).toEqual([' Changed Potassium: Result null > 6.8'])
  expect(read({ Invoice: [null, { Transactions: [{ Amount: 450 }] }] })).toEqual([
    'Transactions Added : Amount null > 450',
  ])
})
test('a second row of one mode is added, not a change of the first', () => {
  const first = { Amount: 700, PaymentModeId: 40, TransactionId: 8 }
  const second = { Amount: 50, PaymentModeId: 40 }
  for (const row of [second, { ...second, TransactionId: 9 }])
    for (const invoice of [{}, { InvoiceNo: 'NCL/26-27/000001' }])
      expect(
        read({
          Invoice: [
            { ...invoice, Transactions: [first] },
            { ...invoice, Transactions: [first, row] },
          ],
        }),
      ).toEqual(['Transactions Added : Amount null > 50'])
})
