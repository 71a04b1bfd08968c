// Numbers that the rule refuses in place of a name, and code that it accepts.
import { Linter } from 'eslint'
import { expect, test } from 'vitest'
import { namedItems } from './named-items.ts'

const linter = new Linter()
const refused = (code: string): boolean =>
  linter
    .verify(code, [
      { plugins: { aliquot: { rules: { 'named-items': namedItems } } }, rules: { 'aliquot/named-items': 'error' } },
    ])
    .some((one) => {
      expect(one.fatal).toBeUndefined()
      return one.ruleId === 'aliquot/named-items'
    })

test.each([
  'sale.StatusId === 90',
  '90 !== sale.StatusId',
  "row['StatusId'] < 97",
  'Number(row.StatusId) >= 95',
  '(row.StatusId ?? 92) > 92',
  'client.ClientTypeId === 12',
  'user.EntityTypeId === 10',
  'roleId <= 2',
  'user.RoleId !== 1',
  'who.GenderId == 2',
  'receipt.PaymentModeId === 40',
  'element.resultTypeId === 33',
  'buyer?.PaymentTypeId === 22',
  '[90, 91].includes(sale.StatusId)',
  'new Set([9, 10]).has(user.EntityTypeId)',
  'const open = [150, 155]; items.some((item) => open.includes(item.StatusId))',
  'const people = new Set([11, 12]); people.has(client.ClientTypeId)',
  "const words = { 150: 'Pending' }; items.map((item) => words[item.StatusId])",
  'switch (user.EntityTypeId) { case 9: break }',
  'const status = row.StatusId ?? 101',
  'save({ StatusId: 157 })',
  'sql`select 1 from sales s where s.status_id <> 90`',
  'sql`select 1 from clients c where c.client_type_id in (9, 10) and ${scope}`',
  'sql`select 1 from clients c where ${scope} and c.client_type_id not in (9, 10)`',
  "const atRest = 't.status_id in (116, 121)'",
])('a bare id is refused: %s', (code) => expect(refused(code)).toBe(true))

test.each([
  'sale.StatusId === saleStatus.Cancelled',
  '[saleStatus.Cancelled, saleStatus.Quotation].includes(sale.StatusId)',
  'const open = [workItemStatus.Pending]; items.some((item) => open.includes(item.StatusId))',
  "const words = { [workItemStatus.Pending]: 'Pending' }; items.map((item) => words[item.StatusId])",
  'switch (user.EntityTypeId) { case entityType.Lab: break }',
  'receipt.PaymentModeId === 0',
  'answer.status === 404',
  'row.SaleId === 90',
  '[1, 2].includes(row.Sequence)',
  'save({ StatusId: workItemStatus.NotPerformed, Age: 46 })',
  'sql`select 1 from sales s where s.status_id <> ${literal(saleStatus.Cancelled)}`',
  'sql`select 1 from sales s where s.sale_id = 90`',
  'sql`update sales set status_id = m.next`',
])('a name, and a number that is not such an id, are accepted: %s', (code) => expect(refused(code)).toBe(false))
