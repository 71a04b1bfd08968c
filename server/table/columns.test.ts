// Columns named once: the lists of a statement made from them.
import { expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import { columnsOf, rowsAs, takenFrom } from './columns.ts'

const columns = { WorkItemId: 'int', Result: 'text' } as const

test('one list makes the columns of an insert, their sources, an assignment and the rows as a table', () => {
  expect(columnsOf(columns).text).toBe('work_item_id, result')
  expect(columnsOf(columns, 'sent').text).toBe('sent.work_item_id, sent.result')
  expect(takenFrom(columns, 'sent').text).toBe('work_item_id = sent.work_item_id, result = sent.result')
  const rows = rowsAs('sent', columns, [
    { WorkItemId: 1, Result: "5'" },
    { WorkItemId: 2, Result: null },
  ])
  expect(
    sql`
      select
        1
      from
        ${rows}
    `.text
      .replace(/\s+/g, ' ')
      .trim(),
  ).toBe('select 1 from jsonb_to_recordset($1::jsonb) as sent (work_item_id int, result text)')
  expect(rows.values).toEqual(['[{"work_item_id":1,"result":"5\'"},{"work_item_id":2,"result":null}]'])
})
