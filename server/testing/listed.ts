// Rows of a list through HTTP, as the browser requests them.
import type { RowAt, Rows } from './answers.ts'
import type { Json, Person } from './signed-in.ts'

export type Listed<Row = Json> = { rows: Rows<Row>; total: number }

/** The first page of a list with this filter, and the number of rows. Throws when the server refuses. */
export const listed = async <Id extends number>(
  person: Person,
  statementId: Id,
  filter: Json = {},
  query: Record<string, string> = {},
): Promise<Listed<RowAt<Id>>> => {
  const answer = await person.get<Rows<RowAt<Id>>>(
    `/api/getdata/${statementId}?${new URLSearchParams({ filterCriteria: JSON.stringify(filter), count: 'exact', ...query }).toString()}`,
  )
  if (answer.status !== 200) throw new Error(answer.text)
  return { rows: answer.body, total: Number(answer.headers.get('x-total-count')) }
}
/** Rows of a list or statement: `?Days=1`. Throws when the server refuses. */
export const rowsAt = async <Id extends number>(person: Person, id: Id, query = ''): Promise<Rows<RowAt<Id>>> => {
  const answer = await person.get<Rows<RowAt<Id>>>(`/api/getdata/${id}${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}
/** The one row of it, with these parameters. */
export const sumsAt = async <Id extends number>(person: Person, id: Id, asked: Json = {}): Promise<RowAt<Id>> => {
  const values = Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)])
  return (await rowsAt(person, id, `?${new URLSearchParams(values).toString()}`))[0]
}
/** The figure of a tile; not a number where the server shows none. */
export const tileAt = async (person: Person, id: number): Promise<number> =>
  Number((await person.get<Rows<RowAt<2001>>>(`/api/getdata/${id}`)).body[0]?.Total)
/** The same; the filter must leave some rows but not all. */
export const narrowed = async <Id extends number>(
  person: Person,
  statementId: Id,
  filter: Json,
): Promise<Rows<RowAt<Id>>> => {
  const [all, some] = [await listed(person, statementId), await listed(person, statementId, filter)]
  if (some.total === 0 || some.total >= all.total)
    throw new Error(`${JSON.stringify(filter)} leaves ${some.total} of ${all.total} rows`)
  return some.rows
}
