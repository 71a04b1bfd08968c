// The dry run of a test: what would be missing if it were ordered today, as saved or as being edited.
import { dryRun } from '../../core/answer/questions.ts'
import { integer, references } from '../../core/model.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { notFound } from '../../server/refusal.ts'
import { json, routeOf } from '../../server/route.ts'
import { arrayOf } from '../../server/table/shown.ts'
import { readyElements } from '../elements/ready.server.ts'
import { dryRunOfTest, type ReadyTest } from './ready.rules.ts'
import { tests } from './tests.model.ts'

export const readyTests = (tx: Tx, ids: readonly number[]): Promise<ReadyTest[]> =>
  tx.rows<ReadyTest>(sql`
    select
      test.test_id as "TestId",
      test.name as "Name",
      test.is_active as "IsActive",
      ${arrayOf(
        sql`link.element_id`,
        sql`
          from
            test_elements link
          where
            link.test_id = test.test_id
        `,
        sql`link.sequence`,
      )} as "ElementIds"
    from
      tests test
    where
      test.test_id = any (${[...ids]}::int[])
    order by
      test.test_id
  `)

export const testDryRun = routeOf({
  method: 'GET',
  path: 'dryrun/tests',
  answers: dryRun.answers,
  access: { module: tests.id, permit: 'read' },
  scope: 'tests are the same for every entity',
  summary: 'What is missing before a test can be measured',
  query: {
    TestId: integer('Test'),
    // as being edited; else the saved ones
    ElementIds: references('Elements', 'element'),
  },
  handler: async ({ db, query }) => {
    const key = query.TestId ?? null
    const [kept] = key === null ? [] : await readyTests(db.read, [key])
    if (key !== null && !kept) throw notFound()
    const elements = await readyElements(db.read, query.ElementIds ?? kept?.ElementIds ?? [])
    return json({ Checks: dryRunOfTest(key ?? 0, elements) })
  },
})
