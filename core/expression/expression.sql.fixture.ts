// Compares evaluator and SQL: for random criteria and rows, nulls included, both must give the same answer.
import fc from 'fast-check'
import { evaluateCriteria } from './expression.criteria.ts'
import { criteriaToSql } from './expression.sql.ts'
import type { Column } from './expression.sql.ts'
import { parseExpression } from './expression.ts'
import type { ExpressionUser } from './expression.ts'

type Agreed = { readonly holds?: unknown }
/** Queries the database: text with $1, $2 ... and its values; returns the rows as objects by column name. */
export type Query = (text: string, values: readonly unknown[]) => Promise<readonly Agreed[]>

type Row = {
  StatusId: number | null
  NetAmount: number | null
  Remarks: string | null
  LRN: string | null
  IsActive: boolean | null
  SaleDate: string | null
}

const columns: Record<keyof Row, Column & { cast: string }> = {
  StatusId: { sql: 'r."StatusId"', type: 'number', cast: 'integer' },
  NetAmount: { sql: 'r."NetAmount"', type: 'number', cast: 'numeric(14,2)' },
  Remarks: { sql: 'r."Remarks"', type: 'text', cast: 'text' },
  LRN: { sql: 'r."LRN"', type: 'text', cast: 'text' },
  IsActive: { sql: 'r."IsActive"', type: 'boolean', cast: 'boolean' },
  SaleDate: { sql: 'r."SaleDate"', type: 'instant', cast: 'timestamptz' },
}

const someText = fc.constantFrom('', 'a', 'A', 'b', 'ab', 'é', '👍', '\uffee', "o'clock", '12')
const moments = ['2026-11-21T04:00:00.000Z', '2026-11-21T04:00:00.123Z', '2025-01-01T00:00:00.000Z'] as const
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null, freq: 3 })

const aRow: fc.Arbitrary<Row> = fc.record({
  StatusId: orNull(fc.integer({ min: 90, max: 99 })),
  NetAmount: orNull(fc.integer({ min: -300, max: 300 }).map((paise) => paise / 100)),
  Remarks: orNull(someText),
  LRN: orNull(someText),
  IsActive: orNull(fc.boolean()),
  SaleDate: orNull(fc.constantFrom(...moments)),
})
const aUser: fc.Arbitrary<ExpressionUser> = fc.record({
  UserId: orNull(fc.integer({ min: 1, max: 3 })),
  EmployerId: orNull(fc.integer({ min: 90, max: 99 })),
  RoleId: orNull(fc.integer({ min: 1, max: 3 })),
  EntityId: orNull(fc.integer({ min: 90, max: 99 })),
  EntityTypeId: orNull(fc.integer({ min: 9, max: 13 })),
})

const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const leaf = fc.oneof(
  fc.constantFrom('StatusId', 'NetAmount', 'Remarks', 'LRN', 'IsActive', 'SaleDate', 'StatusId', 'NetAmount'),
  fc.constantFrom('user.UserId', 'user.EmployerId', 'user.RoleId', 'user.EntityId', 'user.EntityTypeId'),
  fc.constantFrom('null', 'true', 'false', '0', '1', '3', '0.1', '2.5', '95', '99'),
  fc.oneof(someText, fc.constantFrom(...moments)).map(quote),
)

/** Text of a criteria, well typed or not: both sides must also agree on mismatched types. */
const aCriteria: fc.Arbitrary<string> = fc.letrec<{ any: string; side: string }>((tie) => ({
  side: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: leaf, weight: 3 },
    {
      arbitrary: fc
        .tuple(tie('side'), fc.constantFrom('+', '-', '*', '/'), tie('side'))
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      weight: 1,
    },
    { arbitrary: fc.tuple(fc.constantFrom('-', '+', '!'), tie('side')).map(([op, a]) => `(${op}${a})`), weight: 1 },
  ),
  any: fc.oneof(
    { maxDepth: 4 },
    {
      arbitrary: fc
        .tuple(tie('side'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('side'))
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      weight: 4,
    },
    {
      arbitrary: fc.tuple(tie('any'), fc.constantFrom('&&', '||'), tie('any')).map(([a, op, b]) => `(${a} ${op} ${b})`),
      weight: 2,
    },
    { arbitrary: tie('any').map((a) => `!${a}`), weight: 1 },
    { arbitrary: leaf, weight: 1 },
  ),
})).any

/**
 * Checks the property with `query`; throws with the smallest criteria and row on which evaluator and database differ.
 */
export async function assertCriteriaAgree(query: Query, numRuns = 500): Promise<void> {
  await fc.assert(
    fc.asyncProperty(aCriteria, aRow, aUser, async (text, row, user) => {
      const parsed = parseExpression(text, { kind: 'criteria' })
      if (!parsed.ok) throw new Error(`${parsed.reason}: ${text}`)
      const names = Object.keys(columns) as (keyof Row)[]
      const condition = criteriaToSql(
        parsed.tree,
        (name) => columns[name as keyof Row],
        user,
        (position) => `$${names.length + position}`,
      )
      const from = names.map((name, index) => `$${index + 1}::${columns[name].cast} as "${name}"`).join(', ')
      const [answer] = await query(`select coalesce(${condition.text}, false) as holds from (select ${from}) r`, [
        ...names.map((name) => row[name]),
        ...condition.values,
      ])
      const expected = evaluateCriteria(parsed.tree, row, user)
      if (answer?.holds !== expected)
        throw new Error(`evaluator ${expected}, database ${String(answer?.holds)}: ${condition.text}`)
    }),
    { numRuns },
  )
}
