// The people of a chain: two centres, a satellite laboratory below another one, couriers and two signatories. Each
// opens as many sessions as needed, since a session may send only a limited number of requests a second.
import { role } from '../../core/user.ts'
import type { TestApp } from '../../server/testing/app.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { Person, type Answered, type AnsweredTo, type Method } from '../../server/testing/signed-in.ts'

/** A person who never waits: when a session reaches its limit, the next one continues. */
export class Tireless extends Person {
  readonly #user: readonly [name: string, role: number, entity: number]
  constructor(app: TestApp, user: readonly [string, number, number]) {
    super(app)
    this.#user = user
  }
  override async call<T = never, M extends Method = Method, P extends string = string>(
    method: M,
    url: P,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<AnsweredTo<T, M, P>> {
    const answer = this.token ? await this.hastily<T, M, P>(method, url, body, headers) : undefined
    if (answer && answer.status !== 429) return this.#served(answer, method, url)
    const fresh = new Person(this.app)
    await fresh.signIn(...this.#user)
    this.token = fresh.token
    return this.#served(await this.hastily<T, M, P>(method, url, body, headers), method, url)
  }
  /** Also a request that only prepares a step is answered without a fault of the server. */
  #served<T>(answer: Answered<T>, method: string, url: string): Answered<T> {
    if (answer.status < 500) return answer
    throw new Error(`${method} ${url} was answered ${answer.status}: ${answer.text}`)
  }
}

export const places = { hadapsar: 12, nashikRoad: 15, satellite: 3, central: 2, outside: 4 } as const

/** All people by task and place; an outside lab has users or none. */
export const peopleOf = async (app: TestApp, isOutsideStaffed: boolean) => {
  const added = [
    { user: 'roaddesk', name: 'Nashik Road Desk', role: role.FrontDesk, entity: places.nashikRoad },
    { user: 'satellitesigns', name: 'Dr Satellite', role: role.Pathologist, entity: places.satellite },
    { user: 'satelliteother', name: 'Dr Satellite Too', role: role.Pathologist, entity: places.satellite },
  ]
  const outsiders = [
    { user: 'outsideenters', name: 'Outside Technologist', role: role.Technologist, entity: places.outside },
    { user: 'outsidesigns', name: 'Dr Outside', role: role.Pathologist, entity: places.outside },
  ]
  for (const one of [...added, ...(isOutsideStaffed ? outsiders : [])])
    await app.db.transaction((tx) => addUser(tx, one))
  const person = (name: string, as: number, at: number) => new Tireless(app, [name, as, at])
  const { central, satellite, outside, hadapsar, nashikRoad } = places
  return {
    desks: [person('frontdesk', role.FrontDesk, hadapsar), person('roaddesk', role.FrontDesk, nashikRoad)],
    /** By place: the person who packs, dispatches, receives and enters, and the signatories. */
    hands: new Map<number, Person>([
      [hadapsar, person('frontdesk', role.FrontDesk, hadapsar)],
      [nashikRoad, person('roaddesk', role.FrontDesk, nashikRoad)],
      [satellite, person('nashik', role.Technologist, satellite)],
      [central, person('technologist', role.Technologist, central)],
      ...(isOutsideStaffed ? [[outside, person('outsideenters', role.Technologist, outside)] as const] : []),
    ]),
    signing: new Map<number, readonly Person[]>([
      [
        satellite,
        [person('satellitesigns', role.Pathologist, satellite), person('satelliteother', role.Pathologist, satellite)],
      ],
      [central, [person('pathologist', role.Pathologist, central), person('pathologist2', role.Pathologist, central)]],
      ...(isOutsideStaffed ? [[outside, [person('outsidesigns', role.Pathologist, outside)]] as const] : []),
    ]),
    admin: person('admin', role.Administrator, 1),
  }
}
export type People = Awaited<ReturnType<typeof peopleOf>>
