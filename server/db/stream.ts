// Long reads: rows some at a time, on a connection that is reserved meanwhile.
import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { errorOf } from '../thrown.ts'
import { named } from './names.ts'
import { beginOn } from './pool.ts'
import { timed } from './statements.ts'

/**
 * Reads from the pool that `pick` names when the read begins; `instead` names another one where no connection can be
 * opened. The connection is given back after the last row, or when the reader stops. What the database took counts as
 * one statement in the log of slow ones, without the time in which the reader worked on its rows.
 */
export const streaming = (
  pick: () => pg.Pool,
  instead: (error: unknown, used: pg.Pool) => pg.Pool | undefined = () => undefined,
) =>
  async function* <T>(query: Sql): AsyncGenerator<T[]> {
    let from = pick()
    let spent = 0
    const counted = async <A>(work: Promise<A>): Promise<A> => {
      const begun = performance.now()
      return work.finally(() => (spent += performance.now() - begun))
    }
    const client = await counted(
      from.connect().catch((error: unknown) => {
        const other = instead(error, from)
        if (!other) throw error
        from = other
        return other.connect()
      }),
    )
    let broken: Error | undefined
    try {
      await counted(client.query(beginOn(from)))
      await counted(client.query({ text: `declare reading no scroll cursor for ${query.text}`, values: query.values }))
      for (;;) {
        const answer = await counted(client.query<unknown[]>({ text: 'fetch 1000 from reading', rowMode: 'array' }))
        const { rows } = named(query.text, answer)
        if (rows.length === 0) return
        yield rows as T[]
      }
    } finally {
      await client.query('rollback').catch((error: unknown) => (broken = errorOf(error)))
      client.release(broken)
      timed(query.text, performance.now() - spent)
    }
  }
