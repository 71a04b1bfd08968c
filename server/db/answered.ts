// What PostgreSQL answers, for the test that compares it with the shapes that the code claims (tools/shapes/report.ts).
import type pg from 'pg'

type Hears = (answer: Pick<pg.QueryResult<pg.QueryResultRow>, 'rows' | 'fields'>) => void
/** `asks` is called before a statement is sent; undefined in a network that runs. */
export const answered: { asks?: (text: string) => Hears | undefined } = {}
