import { expect, test } from 'vitest'
import { inSentence, titleOf } from './titles.ts'

test('a field name is split into words, a run of capitals is one', () => {
  expect(['InvoiceNo', 'TDSAmount', 'createdAt'].map(titleOf)).toEqual(['Invoice No', 'TDS Amount', 'Created At'])
})

test('an abbreviation of the trade is in capitals', () => {
  expect(['TdsDeductionId', 'GstAmount', 'Lrn', 'Tatler'].map(titleOf)).toEqual([
    'TDS Deduction Id',
    'GST Amount',
    'LRN',
    'Tatler',
  ])
})

test('a name inside a sentence is in small letters, but for what is written in capitals', () => {
  expect(['GST Paid', 'TDS', 'Test Results', 'Turn-around', 'Margin per Test'].map(inSentence)).toEqual([
    'GST paid',
    'TDS',
    'test results',
    'turn-around',
    'margin per test',
  ])
})
