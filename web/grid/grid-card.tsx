// A grid in its card: name, number of rows, and one of the three heights.
import { useEditable, useFormState, useForm } from '../record/use-form.ts'
import { rowsOf } from '../record/values.ts'
import type { Row } from '../record/values.ts'
import { Grid } from './grid.tsx'
import type { GridProps } from './grid-props.ts'
import './grid-card.css'

/** Pixels of a grid without rows that cannot be edited. */
const emptyHeight = 50
/** Pixels of the card around the grid: its head and its border. */
const around = 38

/** `height`: pixels of the grid while it has rows or can be edited. `whenEmpty`: what no row at all means. */
export type GridCardProps<R = Row> = GridProps<R> & { height: 350 | 250; whenEmpty?: string }

export const GridCard = ({ height, whenEmpty, ...grid }: GridCardProps) => {
  const editable = useEditable()
  const form = useForm()
  const label = form.fields[grid.name]?.label
  const rows = useFormState(form, (state) => rowsOf(state.values[grid.name]))
  const grows = editable && grid.grows !== false
  return (
    <section
      className="card grid-card fixed"
      style={{ height: around + (rows.length > 0 || grows ? height : emptyHeight) }}
      aria-label={label}
    >
      <header>
        <h2>{label}</h2>
        {rows.length === 0 && whenEmpty !== undefined ? (
          <span className="quiet">{whenEmpty}</span>
        ) : (
          <span className="tally">{rows.length}</span>
        )}
      </header>
      <Grid {...grid} />
    </section>
  )
}
