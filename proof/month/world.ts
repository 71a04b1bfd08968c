// The simulated month: fifty people, eight of whom work at once, their plain books, passing days, and a database whose
// connections are cut now and then in the middle of a request.
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { dayOf } from '../../core/dates.ts'
import { seeded, somePatient, type Dice } from '../../demo/people.ts'
import { at } from '../../server/clock.ts'
import type { TestApp } from '../../server/testing/app.ts'
import type { Answered, AnsweredTo, Json } from '../../server/testing/signed-in.ts'
import { BillBooks } from './bill-books.ts'
import { Books } from './books.ts'
import { peopleOfMonth, type People, type Worker } from './people.ts'

type Method = 'GET' | 'POST' | 'PUT'
const days = 30
/** The share of requests that meet a cut. */
const cutShare = 0.03
const wait = (milliseconds: number) => setTimeout(milliseconds)

/** Handles a cut during a new sign-in like any other. */
const answered = async <T>(asked: Promise<Answered<T>>): Promise<Answered<T>> => {
  try {
    return await asked
  } catch (error) {
    const text = String(error)
    if (!text.includes('not reachable')) throw error
    return { status: 503, body: {} as T, text, headers: new Headers(), bytes: Buffer.alloc(0) }
  }
}

/** The owner of the database, who is asked one thing after the other. */
class Owner {
  readonly #client: pg.Client
  #last: Promise<unknown> = Promise.resolve()
  constructor(client: pg.Client) {
    this.#client = client
  }
  query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<pg.QueryResult<T>> {
    const answer = this.#last.then(() => this.#client.query<T>(text, values))
    this.#last = answer.catch(() => undefined)
    return answer
  }
  end(): Promise<void> {
    return this.#client.end()
  }
}

/** What all who work at once have in common. */
type Shared = {
  readonly app: TestApp
  readonly people: People
  readonly books: Books
  readonly bills: BillBooks
  readonly patients: number[]
  readonly owner: Owner
  /** Requests that met a cut, and requests that were repeated. */
  readonly cuts: { made: number; asked: number }
  asked: number
}

export class World {
  readonly dice: Dice
  readonly app: TestApp
  readonly people: People
  readonly books: Books
  readonly bills: BillBooks
  readonly patients: number[]
  readonly owner: Owner
  readonly cuts: Shared['cuts']
  /** The place that is worked at; null where all of them are. */
  readonly seller: number | null
  moment = new Date()
  readonly #shared: Shared

  constructor(shared: Shared, dice: Dice, seller: number | null = null) {
    this.#shared = shared
    this.dice = dice
    this.seller = seller
    this.app = shared.app
    this.people = shared.people
    this.books = shared.books
    this.bills = shared.bills
    this.patients = shared.patients
    this.owner = shared.owner
    this.cuts = shared.cuts
  }
  /** The same month as a person at one place sees it. Of two at once neither works at the place of the other. */
  at(seller: number, dice: Dice): World {
    return new World(this.#shared, dice, seller)
  }
  /** Buyers on credit with their sellers, of the place that is worked at. */
  get pairs(): readonly (readonly [number, number])[] {
    return this.people.pairs.filter(([seller]) => this.seller === null || seller === this.seller)
  }
  /** Whether a document, or a batch, is of the place that is worked at. */
  has(one: unknown): boolean {
    if (this.seller === null || typeof one !== 'object' || one === null) return true
    if ('seller' in one) return one.seller === this.seller
    if (!('owner' in one)) return true
    return this.people.staff.find(({ id }) => id === one.owner)?.place === this.seller
  }
  get labs(): readonly number[] {
    return [2, 3, this.people.third]
  }
  get day(): string {
    return dayOf(this.moment)
  }
  get month(): string {
    return this.day.slice(0, 7)
  }
  /** Sets the moment of a step: the first is today, the last a month later, in the order of minutes. */
  turnTo(step: number, steps: number, began: Date): void {
    this.moment = new Date(began.getTime() + Math.floor((step / steps) * days * 86_400_000))
  }
  async #cut(): Promise<void> {
    await wait(this.dice.int(0, 12))
    this.cuts.made += 1
    await this.owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }
  /**
   * One request at the simulated moment. When its connection is cut it is sent again with the same key until it is
   * answered, as a browser does.
   */
  async ask<T = Json>(
    { person }: Pick<Worker, 'person'>,
    method: Method,
    url: string,
    body?: unknown,
  ): Promise<AnsweredTo<T, Method, string>> {
    this.#shared.asked += 1
    const headers = { ...(method !== 'GET' && { 'idempotency-key': `month-${this.#shared.asked}` }) }
    const send = () => at(this.moment, () => answered(person.call<T>(method, url, body, headers)))
    const isCut = method !== 'GET' && this.dice.chance(cutShare)
    let [answer] = await Promise.all([send(), isCut ? this.#cut() : undefined])
    for (let again = 0; answer.status === 503; again += 1) {
      if (again > 20) throw new Error(`${method} ${url} is not answered: ${answer.text}`)
      this.cuts.asked += 1
      await wait(20)
      answer = await send()
    }
    if (answer.status >= 500) throw new Error(`${method} ${url}: ${answer.text}`)
    return answer
  }
  async read<T = Json>(worker: Pick<Worker, 'person'>, url: string): Promise<AnsweredTo<T, Method, string>['body']> {
    const answer = await this.ask<T>(worker, 'GET', url)
    if (answer.status !== 200) throw new Error(`GET ${url}: ${answer.text}`)
    return answer.body
  }
}

export const openMonth = async (app: TestApp, seed: number): Promise<World> => {
  const dice = seeded(seed)
  const people = await peopleOfMonth(app, dice)
  const patients: number[] = []
  for (let serial = 0; serial < 25; serial += 1) {
    const saved = await people.admin.post('/api/clients/', { ...somePatient(dice, serial), ParentId: 1 })
    if (saved.status !== 201) throw new Error(saved.text)
    patients.push(saved.body.ClientId)
  }
  const client = new pg.Client({ connectionString: app.ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  const owner = new Owner(client)
  const shared = {
    app,
    people,
    books: new Books(),
    bills: new BillBooks(),
    patients,
    owner,
    cuts: { made: 0, asked: 0 },
    asked: 0,
  }
  return new World(shared, dice)
}

/** The outcome of a step: done, refused by the network, or no record to act on. */
export type Outcome = 'done' | 'refused' | 'nothing'
export type Step = (world: World) => Promise<Outcome>

/** A random one of the newest of the place; old ones come to rest. */
export const recent = <T>(world: World, all: Iterable<T>, fits: (one: T) => boolean, newest = 40): T | undefined => {
  const rows = [...all]
    .reverse()
    .filter((one) => world.has(one) && fits(one))
    .slice(0, newest)
  return rows.length === 0 ? undefined : world.dice.pick(rows)
}
/** Whether a rule refused the request. Any other failure ends the walk. */
export const isRefused = ({ status, text }: Pick<Answered, 'status' | 'text'>): boolean => {
  if (status < 300) return false
  if ([400, 409, 422, 423].includes(status)) {
    if (process.env['MONTH_SAYS']) console.info(status, text.slice(0, 200))
    return true
  }
  throw new Error(`Answered ${status}: ${text}`)
}
