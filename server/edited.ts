// The target of an edit lock: a record, or a part of one.

/** A record under edit, or a part of one; `part` 0 is the whole. */
export type Edited = { readonly formId: number; readonly part: number }
export const wholeOf = (formId: number): Edited => ({ formId, part: 0 })
/** Two that cannot be edited at once: the same part, or one of them is the whole. */
export const isBeside = (one: Edited, other: Edited): boolean =>
  one.formId === other.formId && (one.part === other.part || one.part === 0 || other.part === 0)

/** The refusal when another user edits it; undefined when free. */
export type ByOthers = (edited: Edited) => string | undefined
