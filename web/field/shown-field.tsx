// A value among the fields of a card that is shown and never entered.
import type { ReactNode } from 'react'
import { nothing } from '../record/shown.ts'

declare module 'react' {
  // the width of a field, in columns of twelve
  interface CSSProperties {
    '--span'?: number
  }
}

type Props = {
  readonly label: string
  readonly span: number
  /** The field of the model, where it is one. */
  readonly name?: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

export const ShownField = ({ label, span, name, note, children }: Props) => (
  <div className="field" style={{ '--span': span }} data-field={name}>
    <span className="label">{label}</span>
    <span className="value">{children || <span className="quiet">{nothing}</span>}</span>
    {note && <span className="note">{note}</span>}
  </div>
)
