// Rows of a list through HTTP, as the browser requests them.
import type { Json, Person } from './signed-in.ts'

export type Listed = { rows: Json[]; total: number }

/** The first page of a list with this filter, and the number of rows. Throws when the server refuses. */
export const listed = async (
  person: Person,
  statementId: number,
  filter: Json = {},
  query: Record<string, string> = {},
): Promise<Listed> => {
  const answer = await person.get<Json[]>(
    `/api/getdata/${statementId}?${new URLSearchParams({ filterCriteria: JSON.stringify(filter), count: 'exact', ...query }).toString()}`,
  )
  if (answer.status !== 200) throw new Error(answer.text)
  return { rows: answer.body, total: Number(answer.headers['x-total-count']) }
}
/** The same; the filter must leave some rows but not all. */
export const narrowed = async (person: Person, statementId: number, filter: Json): Promise<Json[]> => {
  const [all, some] = [await listed(person, statementId), await listed(person, statementId, filter)]
  if (some.total === 0 || some.total >= all.total)
    throw new Error(`${JSON.stringify(filter)} leaves ${some.total} of ${all.total} rows`)
  return some.rows
}
