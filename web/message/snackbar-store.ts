// The current messages: notes for 3 seconds, errors for 5, offers to undo for 10.
import { messageOf } from '../api/api.ts'

export type Note = {
  id: number
  text: string
  error: boolean
  /** Takes back the action of the note. */ undo?: () => void
}
const noteTime = 3_000
const errorTime = 5_000
/** Milliseconds in which a discard can be taken back. */
const undoTime = 10_000
const atMost = 3

let notes: readonly Note[] = []
let next = 1
const watchers = new Set<() => void>()
const set = (value: readonly Note[]) => {
  notes = value
  for (const watcher of watchers) watcher()
}
export const readNotes = (): readonly Note[] => notes
export const watchNotes = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
export const dismiss = (id: number): void => set(notes.filter((note) => note.id !== id))

const show = (text: string, error: boolean, undo?: () => void): number => {
  const id = next++
  set([...notes.filter((note) => note.text !== text), { id, text, error, ...(undo && { undo }) }].slice(-atMost))
  setTimeout(() => dismiss(id), undo ? undoTime : error ? errorTime : noteTime)
  return id
}
/** Shows a text for 3 seconds. */
export const say = (text: string): void => void show(text, false)
/** Shows an error for 5 seconds: a text, or anything that was thrown. */
export const sayError = (error: unknown): void => void show(typeof error === 'string' ? error : messageOf(error), true)
/** Shows what was done and offers to undo it, for 10 seconds. Answers the note's id, for `dismiss`. */
export const sayUndo = (text: string, undo: () => void): number => show(text, false, undo)
/** Shows the message of the server's answer, else the text given. */
export const saySaved = (answer: unknown, otherwise = 'Changes saved'): void => {
  const message = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined
  say(typeof message === 'string' && message ? message : otherwise)
}
