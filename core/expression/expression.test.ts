// Expressions: what is allowed, what it means, and that everything else is refused.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { criteriaHolds, evaluateCriteria } from './expression.criteria.ts'
import { criteriaToSql } from './expression.sql.ts'
import { maxDepth, maxLength, parseExpression, references } from './expression.ts'

const user = { UserId: 7, EmployerId: 1, RoleId: 5, EntityId: 12, EntityTypeId: 13 }
const tree = (text: string, kind: 'criteria' | 'formula' = 'criteria') => {
  const parsed = parseExpression(text, { kind })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.tree
}
const holds = (text: string, row: Record<string, unknown> = {}) => evaluateCriteria(tree(text), row, user)

describe('FND-303 criteria', () => {
  test.each([
    ['StatusId < 95 && SellerId == user.EntityId', { StatusId: 92, SellerId: 12 }, true],
    ['StatusId < 95 && SellerId == user.EntityId', { StatusId: 95, SellerId: 12 }, false],
    ['!(StatusId == 90) || user.RoleId <= 2', { StatusId: 90 }, false],
    ['NetAmount - Paid > 0', { NetAmount: 0.3, Paid: 0.1 }, true],
    ['A + B == 0.3', { A: 0.1, B: 0.2 }, true],
    ['Remarks == "x"', { Remarks: 'x' }, true],
    ['Remarks == 1', { Remarks: '1' }, false],
    ['IsActive', { IsActive: true }, true],
    ['StatusId', { StatusId: 1 }, false],
    ['A / B == 2.5', { A: 5, B: 2 }, true],
    ['A / B == 1 || true', { A: 5, B: 0 }, true],
  ])('%s of %o is %s', (text, row, expected) => {
    expect(holds(text, row)).toBe(expected)
  })

  test('a comparison with an absent value is unknown, == null and != null test for absence', () => {
    const row = { BaseSaleId: null, A: 1 }
    expect(holds('BaseSaleId == 1', row)).toBe(false)
    expect(holds('BaseSaleId != 1', row)).toBe(false)
    expect(holds('!(BaseSaleId == 1)', row)).toBe(false)
    expect(holds('BaseSaleId == null', row)).toBe(true)
    expect(holds('A != null', row)).toBe(true)
    expect(holds('BaseSaleId == 1 || A == 1', row)).toBe(true)
    expect(holds('BaseSaleId == A', row)).toBe(false)
  })

  test('an unknown name makes the whole criteria false, inherited names are unknown', () => {
    for (const text of [
      'Missing == 1',
      '!(Missing == 1)',
      'true || Missing == 1',
      'constructor != null',
      '__proto__ != null',
      'toString == null',
    ])
      expect(holds(text, { A: 1 }), text).toBe(false)
  })

  test('an empty criteria holds, a malformed one does not and never throws', () => {
    expect([null, undefined, '', '  '].map((text) => criteriaHolds(text, {}, user))).toEqual([true, true, true, true])
    for (const text of ['StatusId <', 'StatusId = 95', 'StatusId', '(', 'user', 'Nobody == 1'])
      expect([text, criteriaHolds(text, { StatusId: 95 }, user)]).toEqual([text, false])
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(typeof criteriaHolds(text, {}, user)).toBe('boolean')
      }),
    )
  })
})

describe('OPS-250 only the grammar is accepted', () => {
  test.each([
    'user.constructor',
    'user["EntityId"]',
    'user',
    'Seller.Name == 1',
    'this',
    'alert(1)',
    'A = 1',
    'A === 1',
    'a ? b : c',
    '[1]',
    'A; B',
    'A, B',
    'A & 1',
    '~A',
    'A ** 2',
    'A % 2',
    'A << 1',
    'x => 1',
    '`a`',
    '{1001} > 1',
    '(function(){})()',
    'A ==',
    '/a/',
    'new A',
    'user.EntityId.x',
    'user.EntityId()',
    '1e400',
    'A == "\0"',
    '1e-20 < A',
    'POW(1, 2) > 1',
  ])('criteria %s is refused', (text) => {
    expect(parseExpression(text, { kind: 'criteria' }).ok).toBe(false)
  })

  test.each([
    '{1001}.x',
    'user.EntityId',
    'HEIGHT',
    'SIN(1)',
    'POW(1)',
    'IF(1, 2, 3)',
    '"a"',
    'AGE > 18',
    '{1001} + "a"',
    'SEX + 1',
    '{abc}',
    '{}',
    '{1001',
    'constructor',
    'SEX == 1',
    'IF(AGE > 1, 1, "x")',
    'ABS({1}, {2})',
    '!AGE',
  ])('formula %s is refused', (text) => {
    expect(parseExpression(text, { kind: 'formula' }).ok).toBe(false)
  })

  test('length and depth are limited, and deep text does not break the parser', () => {
    expect(parseExpression('1'.padEnd(maxLength + 1), { kind: 'criteria' })).toEqual({
      ok: false,
      reason: 'The expression is longer than 2000 characters',
    })
    const nested = (depth: number) => `${'!'.repeat(depth - 1)}true`
    expect(parseExpression(nested(maxDepth), { kind: 'criteria' }).ok).toBe(true)
    expect(parseExpression(nested(maxDepth + 1), { kind: 'criteria' }).ok).toBe(false)
    for (const text of [
      '('.repeat(1999),
      '!'.repeat(2000),
      '-'.repeat(1999) + '1',
      '['.repeat(2000),
      'A+'.repeat(999) + 'A',
    ])
      expect(parseExpression(text, { kind: 'criteria' }).ok, text.slice(0, 4)).toBe(false)
  })

  test('every text gets an answer and never throws', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'A',
        'user',
        '.',
        '(',
        ')',
        '{',
        '}',
        '1',
        '&&',
        '"',
        '\\',
        '[',
        '==',
        '!',
        'IF',
        ',',
        '\n',
        '=>',
        '?',
        ':',
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(pieces, fc.constantFrom('criteria' as const, 'formula' as const), (parts, kind) => {
        expect(typeof parseExpression(parts.join(''), { kind }).ok).toBe('boolean')
      }),
    )
  })
})

test('references are listed once, in order', () => {
  expect(references(tree('B > 1 && A == user.EntityId && B < user.RoleId'))).toEqual({
    fields: ['B', 'A'],
    user: ['EntityId', 'RoleId'],
    elements: [],
    variables: [],
  })
  expect(references(tree('IF(AGE < 18, NULL, {1048} / {1046} * { 1048 })', 'formula'))).toMatchObject({
    elements: [1048, 1046],
    variables: ['AGE'],
  })
})

describe('criteria in SQL', () => {
  const columnOf = (name: string) =>
    name === 'StatusId'
      ? { sql: 's.status_id', type: 'number' as const }
      : name === 'Remarks'
        ? { sql: 's.remarks', type: 'text' as const }
        : undefined
  const sql = (text: string) => criteriaToSql(tree(text), columnOf, user)

  test('values are bound, columns are the caller’s', () => {
    expect(sql(`StatusId < 95 && Remarks == "x' or 1=1 --"`)).toEqual({
      text: '(((s.status_id)::numeric < $1::numeric) and ((s.remarks) = $2::text collate "C"))',
      values: [95, "x' or 1=1 --"],
    })
    expect(sql('StatusId == null && user.EntityId == 12')).toEqual({
      text: '(((s.status_id)::numeric is null) and ($1::numeric = $2::numeric))',
      values: [12, 12],
    })
    expect(criteriaToSql(tree('StatusId == 1'), columnOf, user, (position) => `$${position + 4}`).text).toContain(
      '$5::numeric',
    )
  })

  test('mismatched types give null and leave no parameter behind, an unknown name or a number alone is false', () => {
    expect(sql('StatusId == "x"')).toEqual({ text: 'null::boolean', values: [] })
    expect(sql('Missing == 1')).toEqual({ text: 'false', values: [] })
    expect(sql('StatusId + 1')).toEqual({ text: 'false', values: [] })
  })
})
