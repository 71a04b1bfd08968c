// The props of every control of a value.
import type { Field } from '../../core/model.ts'
import type { QuickAdd } from '../record/quick-add.ts'
import type { Values } from '../record/values.ts'

/** What ties a control to its label and its error. */
export type Given = {
  id: string
  name?: string
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
  'aria-required'?: true | undefined
  'aria-label'?: string | undefined
  'aria-keyshortcuts'?: string | undefined
  tabIndex?: number | undefined
}
export type ControlProps = Given & {
  field: Field
  value: unknown
  /** The object with the name of a reference. */
  named?: unknown
  around: () => Values
  add?: QuickAdd | undefined
  /** Choices as a row of segments instead of a list. */
  segments?: boolean
  /** A button empties the reference. */
  clears?: boolean
  rows?: number
  onChange: (value: unknown, row?: Values | null) => void
}
