// Several items of a list, each a chip that is pressed or not: for rows of a grid with one choice only.
import type { Field } from '../../core/model.ts'
import { useForm, useFormState } from '../record/use-form.ts'
import { useOptions } from '../record/use-options.ts'
import { rowsOf } from '../record/values.ts'
import { ShownField } from './shown-field.tsx'

type Props = {
  /** The grid of the record, and the only choice in its rows. */
  readonly name: string
  readonly of: string
  readonly span: number
}
const none: Field = { kind: 'choices', label: '' }

export const Chips = ({ name, of, span }: Props) => {
  const form = useForm()
  const field = form.fields[name] ?? none
  const options = useOptions(field.fields?.[of] ?? none)
  const rows = useFormState(form, (state) => rowsOf(state.values[name]))
  const mode = useFormState(form, (state) => state.mode)
  const chosen = new Set(rows.map((row) => row[of]))
  const toggle = (one: string | number) => {
    const kept = rows.filter((row) => row[of] !== one)
    form.change(name, kept.length < rows.length ? kept : [...rows, { [of]: one }])
  }
  if (mode === 'view')
    return (
      <ShownField label={field.label} name={name} span={span}>
        {options
          .filter(([one]) => chosen.has(one))
          .map(([, label]) => label)
          .join(', ')}
      </ShownField>
    )
  return (
    <div className="field" style={{ '--span': span }} data-field={name} role="group" aria-label={field.label}>
      <span className="label" aria-hidden="true">
        {field.label}
      </span>
      <div className="chips">
        {options.map(([one, label]) => (
          <label key={one}>
            <input className="unseen" type="checkbox" checked={chosen.has(one)} onChange={() => toggle(one)} />
            {label}
          </label>
        ))}
      </div>
    </div>
  )
}
