// A card of fields: its name for screen readers, its title where a record has several cards, and the twelve columns.
import type { ReactNode } from 'react'

type Props = {
  readonly label: string
  /** Shows the label over the fields. */
  readonly titled?: boolean
  readonly children: ReactNode
}

export const FieldCard = ({ label, titled = false, children }: Props) => (
  <section className="card" aria-label={label}>
    {titled && <h2>{label}</h2>}
    <div className="fields">{children}</div>
  </section>
)
