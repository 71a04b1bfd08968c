// Names that the rule refuses, and code that it accepts.
import { Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { expect, test } from 'vitest'
import { wireNames } from './wire-names.ts'

const linter = new Linter()
const refused = (code: string): string[] =>
  linter
    .verify(
      code,
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser },
          plugins: { aliquot: { rules: { 'wire-names': wireNames } } },
          rules: { 'aliquot/wire-names': ['error', ['application_name']] },
        },
      ],
      'tried.ts',
    )
    .map(({ message }) => message.split(' ')[0] ?? '')

test.each([
  'const sale_id = 7',
  'const { sale_id } = row',
  'row.sale_id',
  "row['sale_id']",
  'const row = { sale_id: 7 }',
  "const row = { 'sale_id': 7 }",
  'type Row = { sale_id: number }',
  "type Row = { 'sale_id': number }",
  "type Key = Row['sale_id']",
  "type Part = Pick<Row, 'sale_id' | 'Name'>",
  'const read = (sale_id: number) => 7',
])('%s is refused', (code) => {
  expect(refused(code)).toContain('sale_id')
})

test.each([
  'const { SaleId } = row',
  'const saleId = row.SaleId',
  "const column = 'sale_id'",
  'const found = sql`select sale_id from sales where sale_id = ${SaleId}`',
  "new pg.Client({ application_name: 'aliquot' })",
  "process.env['TEST_DATABASE']",
  'const _ = MOST_ROWS',
])('%s is accepted', (code) => {
  expect(refused(code)).toEqual([])
})
