// The address of a record. A link to a module that has no screen does not compile.

import type { ScreenId } from '../../core/record-path.ts'

/** Its key fields, with further values for the screen. */
export type RecordSearch = Readonly<Record<string, string | number | boolean | undefined>>
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
/** The same from a screen: a record that shows has one. */
export const recordLinkHere = ({ id }: { readonly id: string }, search: RecordSearch = {}): RecordLink =>
  recordLink(id as ScreenId, search)
