import { describe, expect, test } from 'vitest'
import { integer, money, rows, text } from '../../core/model.ts'
import { fieldsForTest as fields, modelForTest as model } from './values.fixture.ts'
import { changedFields, copyOf, inOrder, toSend } from './values.ts'

describe('the part of a record that is sent', () => {
  test('computed fields, names and blank rows are not sent', () => {
    const sent = toSend(fields, {
      SaleId: 7,
      LRN: '1',
      Patient: { Name: 'A' },
      NetAmount: 5,
      Lines: [{ LineId: 1, ProductId: 2, Product: { Name: 'P' }, Price: '' }, {}],
      Actions: { update: true },
    })
    expect(sent).toEqual({ LRN: '1', Lines: [{ LineId: 1, ProductId: 2, Price: null }] })
  })
  test('the key of a row is sent even when computed: a stored row never counts as new', () => {
    const list = {
      Items: rows('Items', { ItemId: integer('Id', { computed: true }), Name: text('Name') }, { rowKey: 'ItemId' }),
    }
    expect(toSend(list, { Items: [{ ItemId: 4, Name: 'Cash' }] })).toEqual({ Items: [{ ItemId: 4, Name: 'Cash' }] })
  })
  test('a day is sent as an instant of that day, so no zone moves it', () => {
    expect(toSend(fields, { BirthDate: '1992-11-21' })).toEqual({ BirthDate: '1992-11-21T00:00:00.000Z' })
  })
})

describe('FND-167 a copy is a new record', () => {
  test('keys of the record and of its rows, computed values and version are not copied; names are', () => {
    const copied = copyOf(model, {
      SaleId: 7,
      RowVersion: 3,
      LRN: '1',
      Patient: { Name: 'A' },
      NetAmount: 5,
      Lines: [{ LineId: 1, ProductId: 2, Product: { Name: 'P' } }],
    })
    expect(copied).toEqual({ LRN: '1', Patient: { Name: 'A' }, Lines: [{ ProductId: 2, Product: { Name: 'P' } }] })
  })
})

describe('FND-021 what counts as a change', () => {
  test('no typing, an emptied empty field and a blank row are no change', () => {
    expect(changedFields(fields, { LRN: null, Lines: [] }, { LRN: '', Lines: [{}] })).toEqual([])
  })
  test('another value and another row are', () => {
    expect(changedFields(fields, { LRN: '1', Lines: [] }, { LRN: '2', Lines: [{ ProductId: 1 }] })).toEqual([
      'LRN',
      'Lines',
    ])
  })
  test('rows that only the screen knows are a change too, and are not sent under their name', () => {
    const receipts = {
      Receipts: rows(
        'Receipts',
        { TransactionId: integer('Id'), PaymentModeId: integer('Mode'), Amount: money('Amount'), Creater: text('By') },
        { view: true, rowKey: 'TransactionId', rowCounts: ['PaymentModeId', 'Amount'] },
      ),
    }
    const stored = { TransactionId: 1, PaymentModeId: 40, Amount: 100 }
    const changed = (Receipts: object[]) => changedFields(receipts, { Receipts: [stored] }, { Receipts })
    expect(changed([{ ...stored }, { PaymentModeId: 40 }])).toEqual([])
    for (const now of [[stored, { PaymentModeId: 40, Amount: 50 }], [{ ...stored, Amount: 90 }], []])
      expect(changed(now)).toEqual(['Receipts'])
    expect(toSend(receipts, { Receipts: [stored] })).toEqual({})
  })
})

test('errors are in the order of the fields, rows by number', () => {
  expect(inOrder(fields, { 'Lines.10.Price': ['c'], 'Lines.2.Price': ['b'], LRN: ['a'], Other: ['z'] })).toEqual([
    ['LRN', 'a'],
    ['Lines.2.Price', 'b'],
    ['Lines.10.Price', 'c'],
    ['Other', 'z'],
  ])
})
