// The browser's evaluator and the database give the same answers to criteria.
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { assertCriteriaAgree } from '../../core/expression/expression.sql.fixture.ts'

const withClient = async (work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const database = await testDatabase({ template: 'empty' })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
    await database.drop()
  }
}

test(
  'FND-388 OPS-250 random criteria over random rows, nulls included, hold in the database exactly when they hold in the evaluator',
  { timeout: 120_000 },
  async () => {
    await withClient(async (client) => {
      let asked = 0
      await assertCriteriaAgree(async (text, values) => {
        asked += 1
        return (await client.query<Record<string, unknown>>(text, [...values])).rows
      }, 1000)
      expect(asked).toBeGreaterThanOrEqual(1000)
    })
  },
)

test('the check detects a database that answers differently', async () => {
  await withClient(async (client) => {
    await expect(
      assertCriteriaAgree(
        async (text, values) =>
          (await client.query<Record<string, unknown>>(text.replace('coalesce(', 'not coalesce('), [...values])).rows,
        50,
      ),
    ).rejects.toThrow('Counterexample')
  })
})
