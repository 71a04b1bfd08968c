// The address of a record. A link to a module that has no screen does not compile.

import type { ScreenId } from '../../core/record-path.ts'

/** Its key fields, with further values for the screen. */
export type RecordSearch = Readonly<Record<string, string | number | boolean | undefined>>
/** What the address of any record may ask beside its key. */
type Asked = {
  /** Goes on editing. */
  readonly edit?: RecordSearch[string]
  /** Opens a copy of it. */
  readonly clone?: RecordSearch[string]
  /** The list that it was opened from. */
  readonly from?: RecordSearch[string]
}
/** The address of a record by what any of them may ask: no other name compiles. */
export const askedIn = (search: RecordSearch): Asked => search
export type RecordLink = {
  readonly to: '/$moduleId'
  readonly params: { readonly moduleId: ScreenId }
  readonly search: RecordSearch
}

/** The address of a record of the module, for a link or for `navigate`; without a key a new one. */
export const recordLink = (moduleId: ScreenId, search: RecordSearch = {}): RecordLink => ({
  to: '/$moduleId',
  params: { moduleId },
  search,
})
/** The same from a screen. A cast: a model says its id as any text, and a record that shows has a screen. */
export const recordLinkHere = ({ id }: { readonly id: string }, search: RecordSearch = {}): RecordLink =>
  recordLink(id as ScreenId, search)
