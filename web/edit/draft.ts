// What was filled in and not saved yet: stored in this browser so that a reload or a crash loses nothing.
import { isObject } from '../../core/same.ts'
import { readStored, writeStored } from '../api/storage.ts'
import type { Values } from '../record/values.ts'

export type Draft = {
  readonly UserId: number
  readonly EntityId: number
  readonly At: string
  readonly Key: string
  readonly Values: Values
}
/** What is typed, with its user and the key it is sent under. */
export const draftOf = (user: { UserId: number; EntityId: number }, key: string, values: Values): Draft => ({
  UserId: user.UserId,
  EntityId: user.EntityId,
  At: new Date().toISOString(),
  Key: key,
  Values: values,
})

// the user took a discard back: the next new record starts with its draft
let wanted: string | undefined
/** The next new record of the module starts with its draft, without a question. */
export const wantDraft = (moduleId: string): void => {
  wanted = moduleId
}
/** Whether it does; resets when read. */
export const isDraftWanted = (moduleId: string): boolean => {
  const is = wanted === moduleId
  wanted = undefined
  return is
}
/** An earlier version of the product may have stored another shape. */
const isDraft = (value: unknown): value is Draft => {
  if (!isObject(value)) return false
  const { UserId, EntityId, At, Key, Values: values }: { readonly [Name in keyof Draft]?: unknown } = value
  return (
    typeof UserId === 'number' &&
    typeof EntityId === 'number' &&
    typeof At === 'string' &&
    typeof Key === 'string' &&
    isObject(values)
  )
}
const nameOf = (moduleId: string): string => `draft.${moduleId}`

/** The draft of this user at this entity, undefined when there is none. */
export const readDraft = (moduleId: string, user: { UserId: number; EntityId: number }): Draft | undefined => {
  const draft = readStored(localStorage, nameOf(moduleId))
  return isDraft(draft) && draft.UserId === user.UserId && draft.EntityId === user.EntityId ? draft : undefined
}
export const keepDraft = (moduleId: string, draft: Draft): void => writeStored(localStorage, nameOf(moduleId), draft)
export const dropDraft = (moduleId: string): void => localStorage.removeItem(nameOf(moduleId))
