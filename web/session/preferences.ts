// What the product remembers for a user (filters, colours, rail): in this browser at once, and on the server for the
// next sign-in.
import { get, put } from '../api/api.ts'
import { readStored, writeStored } from '../api/storage.ts'

const prefix = 'preference.'
export const remembered = (name: string): unknown => readStored(localStorage, prefix + name)

/** Stored now in this browser, and sent to the server when a user is signed in. A failure to send is ignored. */
export const remember = (name: string, value: unknown): void => {
  writeStored(localStorage, prefix + name, value)
  if (localStorage.getItem('user')) put('/api/preferences', { Name: name, Value: value }).catch(() => undefined)
}

/** After sign-in: reads the server's preferences; those already in this browser win. */
export const bringPreferences = async (): Promise<void> => {
  const answer = await get<Readonly<Record<string, unknown>>>('/api/preferences').catch(() => ({}))
  for (const [name, value] of Object.entries(answer))
    if (remembered(name) === undefined) writeStored(localStorage, prefix + name, value)
}
