// What an edit lock is of: a record, or a part of one.

/** What is edited: a record, or a part of one; `part` 0 is all of it. */
export type Edited = { readonly formId: number; readonly part: number }
export const wholeOf = (formId: number): Edited => ({ formId, part: 0 })
/** Two that cannot be edited at once: the same part, or one of them is the whole. */
export const isBeside = (one: Edited, other: Edited): boolean =>
  one.formId === other.formId && (one.part === other.part || one.part === 0 || other.part === 0)

/** What of it another edits, with the words that refuse it; undefined where nobody does. */
export type ByOthers = (edited: Edited) => string | undefined
