// Where the record on screen is: its key and address, and the ways out of its screen.
import type { Form, Search } from '../record/form.ts'
import type { RecordSearch } from '../record/record-link.ts'

export type Where = {
  search: Search
  /** The part of the address that identifies the record. */
  keys: RecordSearch
  key: string | number | undefined
  clone: boolean
  toList: () => void
  /** Opens this address again: the user took a discard back. */
  toAgain: () => void
  toRecord: (key: RecordSearch) => Promise<void>
  failed: () => void
}

/** The address that its record is read from and sent to. */
export const pathOf = (form: Form, where: Where): string =>
  form.options.path?.(where.search) ?? `/api/${form.model.id}/${where.key}`
/** The id that is locked, and whose history is shown. */
export const idOf = ({ options: { rows }, state }: Form, where: Pick<Where, 'key'>): string | number | undefined =>
  rows ? rows.id(state().values) : where.key
