// Requests for tests: an act that is refused is asked for, and decided.
import type { Json, Person } from '../../server/testing/signed-in.ts'

export const askFor = (person: Person, Path: string, Body: Json, Reason = 'The patient asks for it') =>
  person.post('/api/requests/', { Path, Body, Reason })
/** Asks, and answers the key of the request. */
export const askedFor = async (person: Person, path: string, body: Json): Promise<number> => {
  const asked = await askFor(person, path, body)
  if (asked.status !== 201) throw new Error(`Not asked: ${asked.text}`)
  return asked.body.RequestId
}
export const approve = (person: Person, formId: number) => person.put('/api/approve/requests', { formId })
export const refuse = (person: Person, formId: number, reason = 'Ask the doctor first') =>
  person.put('/api/refuse/requests', { formId, reason })
export const withdraw = (person: Person, formId: number) => person.put('/api/withdraw/requests', { formId })

/** Saves a record, and asks the decider where it needs a second person. */
export const savedByTwo = async (asker: Person, decider: Person, path: string, body: Json) => {
  const alone = await asker.put(`/api/${path}`, body)
  return alone.body.needs === undefined ? alone : approve(decider, await askedFor(asker, path, body))
}
