// What was filled in and not saved yet: kept in this browser so that a reload or a crash loses nothing.
import { readStored, writeStored } from '../api/storage.ts'
import type { Values } from '../record/values.ts'

export type Draft = {
  readonly UserId: number
  readonly EntityId: number
  readonly At: string
  readonly Key: string
  readonly Values: Values
}
/** What is typed, with whose it is and the key it is sent under. */
export const draftOf = (user: { UserId: number; EntityId: number }, key: string, values: Values): Draft => ({
  UserId: user.UserId,
  EntityId: user.EntityId,
  At: new Date().toISOString(),
  Key: key,
  Values: values,
})

// discarded and taken back: the new record that opens next begins with it
let wanted: string | undefined
/** The next new record of the module begins with its draft, unasked. */
export const wantDraft = (moduleId: string): void => {
  wanted = moduleId
}
/** Whether it does; asked once. */
export const isDraftWanted = (moduleId: string): boolean => {
  const is = wanted === moduleId
  wanted = undefined
  return is
}
const nameOf = (moduleId: string): string => `draft.${moduleId}`

/** The draft of this user at this entity, undefined when there is none. */
export const readDraft = (moduleId: string, user: { UserId: number; EntityId: number }): Draft | undefined => {
  const draft = readStored(localStorage, nameOf(moduleId)) as Draft | undefined
  return draft?.UserId === user.UserId && draft.EntityId === user.EntityId ? draft : undefined
}
export const keepDraft = (moduleId: string, draft: Draft): void => writeStored(localStorage, nameOf(moduleId), draft)
export const dropDraft = (moduleId: string): void => localStorage.removeItem(nameOf(moduleId))
