// The plans of statements in a large network: the generated one's own statistics, with a thousand times as many rows in
// each table that grows with work. It takes back what it tells the planner.
import type pg from 'pg'
import { isObject } from '../../core/same.ts'
import type { Sql } from '../../server/db/db.ts'
import { factsOf } from '../../server/db/statements.ts'
import { withSuperuser } from '../../server/testing/database.ts'

/** How many times larger than it is. */
const times = 1000
/** Fewer rows lie in a page or two of the file, and a plan says nothing of how they are read. */
const telling = 500
/** More rows than a page may sort, or read from an index that does not find them. */
const many = 20_000
/** More than a page of rows costs that are found: it passes by much that does not match. */
const dear = 50_000

type Node = Readonly<Record<string, unknown>>
const below = (node: Node): readonly Node[] => (Array.isArray(node['Plans']) ? node['Plans'].filter(isObject) : [])
/** Nodes that read all that is below them before their first row. */
const blocking = new Set<unknown>(['Aggregate', 'Hash', 'Sort', 'WindowAgg', 'Materialize', 'SetOp'])

/** What a plan does that takes longer the more there is. `isCut`: a limit ends it early. */
const faultsOf = (node: Node, big: ReadonlySet<unknown>, isCut = false): string[] => {
  const type = node['Node Type']
  const relation = String(node['Relation Name'])
  const [first] = below(node)
  const faults: string[] = []
  if (type === 'Seq Scan' && big.has(relation)) faults.push(`reads all of ${relation}`)
  if (type === 'Sort' && Number(first?.['Plan Rows']) > many) faults.push('sorts all it finds')
  const isFound = node['Index Cond'] !== undefined
  if (/^Index/.test(String(type)) && big.has(relation) && !isFound && !isCut && Number(node['Plan Rows']) > many)
    faults.push(`walks all of ${relation}`)
  // a merge ends with the shorter of its two sides
  const cut = type === 'Limit' || type === 'Merge Join' || (isCut && !blocking.has(type))
  return [...faults, ...below(node).flatMap((one) => faultsOf(one, big, cut))]
}

type Sizes = ReadonlyMap<string, number>
const sizesIn = async (client: pg.Client): Promise<Sizes> => {
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select relname as name, reltuples as rows from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 0`,
  )
  return new Map(rows.map(({ name, rows: n }) => [name, n]))
}
/** Rows of each table, as the planner knows them. */
export const sizesOf = (ownerUrl: string): Promise<Sizes> => withSuperuser(ownerUrl, sizesIn)

/**
 * Calls `work` with what tells the faults of a statement's plan in a large network, none twice. Tables grow that have
 * grown since `before`.
 */
export const inLargeNetwork = <T>(
  ownerUrl: string,
  before: Sizes,
  work: (faults: (query: Sql) => Promise<readonly string[]>) => Promise<T>,
): Promise<T> =>
  withSuperuser(ownerUrl, async (client) => {
    const sizes = await sizesIn(client)
    const grown = [...sizes].filter(([name, rows]) => rows > (before.get(name) ?? 0))
    const big = new Set(grown.filter(([, rows]) => rows >= telling).map(([name]) => name))
    await client.query('begin')
    // the planner takes the rows of a page from here, and the pages from the file
    await client.query(
      `update pg_class set reltuples = reltuples * $1
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relname = any ($2)`,
      [times, grown.map(([name]) => name)],
    )
    const done = await work(async ({ text, values }) => {
      const answer = await client.query<Node>({ text: `explain (format json) ${text}`, values })
      const [top]: unknown[] = [answer.rows[0]?.['QUERY PLAN']].flat()
      const plan = isObject(top) ? top['Plan'] : undefined
      if (!isObject(plan)) throw new Error('No plan')
      const isDear = Number(plan['Total Cost']) > dear
      return [...new Set([...faultsOf(plan, big), ...(isDear ? ['passes by much'] : [])])]
    })
    await client.query('rollback')
    return done
  })

/** Pages that a statement reads, of tables and their indexes; by the plan that is kept for all values, if one is. */
export const pagesOf = (ownerUrl: string, { text, values }: Sql): Promise<number> =>
  withSuperuser(ownerUrl, async (client) => {
    const textOf = (value: unknown): string => (Array.isArray(value) ? `{${value.join(',')}}` : String(value))
    const sent = values.map((value) => client.escapeLiteral(textOf(value))).join(', ')
    await client.query(`set plan_cache_mode = ${factsOf(text).hasOnePlan ? 'force_generic_plan' : 'force_custom_plan'}`)
    await client.query(`prepare asked as ${text}`)
    const answer = await client.query<Node>(`explain (analyze, buffers, format json) execute asked (${sent})`)
    const [top]: unknown[] = [answer.rows[0]?.['QUERY PLAN']].flat()
    const plan = isObject(top) ? top['Plan'] : undefined
    if (!isObject(plan)) throw new Error('No plan')
    return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
  })
