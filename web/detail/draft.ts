// A new record that was not saved yet: kept in this browser so that a reload or a crash loses nothing.
import { readStored, writeStored } from '../storage.ts'
import type { Values } from './values.ts'

export type Draft = {
  readonly UserId: number
  readonly EntityId: number
  readonly At: string
  readonly Key: string
  readonly Values: Values
}
const nameOf = (moduleId: string): string => `draft.${moduleId}`

/** The draft of this user at this entity, undefined when there is none. */
export const readDraft = (moduleId: string, user: { UserId: number; EntityId: number }): Draft | undefined => {
  const draft = readStored(localStorage, nameOf(moduleId)) as Draft | undefined
  return draft?.UserId === user.UserId && draft.EntityId === user.EntityId ? draft : undefined
}
export const keepDraft = (moduleId: string, draft: Draft): void => writeStored(localStorage, nameOf(moduleId), draft)
export const dropDraft = (moduleId: string): void => localStorage.removeItem(nameOf(moduleId))
