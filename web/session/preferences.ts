// What a user likes remembered (filters, colours, rail): in this browser at once, with the user on the server for the
// next sign-in.
import { get, put } from '../api/api.ts'
import { readStored, writeStored } from '../api/storage.ts'

const prefix = 'preference.'
export const remembered = (name: string): unknown => readStored(localStorage, prefix + name)

/**
 * Kept now in this browser; sent to the server when someone is signed in, and a failure to send is no one's concern.
 */
export const remember = (name: string, value: unknown): void => {
  writeStored(localStorage, prefix + name, value)
  if (localStorage.getItem('user')) put('/api/preferences', { Name: name, Value: value }).catch(() => undefined)
}

type Kept = { Name: string; Value: unknown }
/** Rows or an object, whichever the answer has, as pairs of name and value. */
const pairsOf = (answer: unknown): [string, unknown][] =>
  Array.isArray(answer)
    ? (answer as Kept[]).map((kept) => [kept.Name, kept.Value])
    : Object.entries((answer ?? {}) as Record<string, unknown>)

/** After sign-in: the server's preferences come back; what this browser already has stays. */
export const bringPreferences = async (): Promise<void> => {
  const answer = await get<unknown>('/api/preferences').catch(() => [])
  for (const [name, value] of pairsOf(answer))
    if (remembered(name) === undefined) writeStored(localStorage, prefix + name, value)
}
