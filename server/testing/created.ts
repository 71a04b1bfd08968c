// A record that a test needs, created through HTTP.
import type { Saved } from './answers.ts'
import type { Modules } from './records.ts'
import type { AnsweredTo, Json, Person } from './signed-in.ts'

/** Creates a record of a module; answers its key. Throws when the server refuses. */
export const created = async <M extends keyof Modules>(
  person: Person,
  module: M,
  body: Json,
): Promise<AnsweredTo<Saved<M>, 'POST', string>['body']> => {
  const answer = await person.post<Saved<M>>(`/api/${module}/`, body)
  if (answer.status !== 201) throw new Error(`${module}: ${answer.text}`)
  return answer.body
}
