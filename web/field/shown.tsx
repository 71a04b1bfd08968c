// A value that is only shown: its label above, a note below, a quiet dash where it is empty.
import type { ReactNode } from 'react'
import { nothing } from '../record/shown.ts'

type Props = { label: string; span?: number; note?: ReactNode; children: ReactNode }

export const Shown = ({ label, span = 2, note, children }: Props) => (
  <div className="field" style={{ '--span': span }}>
    <span className="label">{label}</span>
    <span className="value">{children || <span className="quiet">{nothing}</span>}</span>
    {note && <span className="note">{note}</span>}
  </div>
)
