// Every list sorted by each of its columns, both ways, by page and by key: no shown column makes a list fail.
import { expect, test } from 'vitest'
import { serverModules } from '../modules.ts'
import { networkForTests } from '../testing/network.ts'

const { admin } = networkForTests('admin')

const lists = serverModules.flatMap(({ statements }) =>
  statements.flatMap(({ id, name, list }) => (list ? [[id, name, Object.keys(list.columns)] as const] : [])),
)

/** What a list does not answer without. */
const asked: Readonly<Record<number, string>> = {
  1032: '&StartDate=2026-04-01&EndDate=2026-12-31&ClientIdList=21',
  1074: '&filterCriteria={"FromDate":"2026-04-01"}',
}

test('there are lists to sort', () => {
  expect(lists.length).toBeGreaterThanOrEqual(17)
})

test.each(lists)('list %i, %s, is sorted by each of its columns', async (id, _name, columns) => {
  await admin.choose(1, 1)
  for (const column of columns)
    for (const direction of ['', '-']) {
      const { status } = await admin.get(`/api/getdata/${id}?sort=${direction}${column}${asked[id] ?? ''}`)
      expect([`${direction}${column}`, status]).toEqual([`${direction}${column}`, 200])
    }
})
