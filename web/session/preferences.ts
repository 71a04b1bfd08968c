// What the product remembers for a user (filters, colours, rail): in this browser at once, and on the server for the
// next sign-in.
import type { preferencesOfUser } from '../../core/answer/account.ts'
import { isObject } from '../../core/same.ts'
import { answerTo, put } from '../api/api.ts'
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
  const answer = await answerTo<typeof preferencesOfUser>({ path: 'preferences' }).catch(() => undefined)
  for (const [name, value] of Object.entries(isObject(answer) ? answer : {}))
    if (remembered(name) === undefined) writeStored(localStorage, prefix + name, value)
}
