// One filter: its input by the kind of its field.
import type { Field } from '../../../core/model.ts'
import { useAnswer } from '../../api/cache.ts'
import { DateInput } from '../../part/date-input.tsx'
import { Labelled } from '../../part/labelled.tsx'
import { FilterChips, FilterPicker } from './filter-picker.tsx'
import type { FilterTexts } from './filters.ts'
import { isDay } from './filters.ts'
import { textOf } from '../table/text-of.ts'
import { Segments } from './segments.tsx'
import { itemsOfList } from '../../../core/answer/questions.ts'

export type Change = (name: string, value: unknown, text?: string | readonly string[]) => void
type Props = { name: string; field: Field; value: unknown; texts: FilterTexts; onChange: Change }

/** Items of a choice as value and label: its own options, or the items of its list. */
export const useOptions = (field: Field): readonly (readonly [string | number, string])[] => {
  const items = useAnswer(field.listId === undefined ? undefined : itemsOfList, {
    ListId: field.listId,
  }).data
  return field.options ?? (Array.isArray(items) ? items.map((item) => [item.ListItemId, item.ItemLabel] as const) : [])
}

/** Letters of a word that has room beside another one and Any. */
const shortWord = 8

const Choice = ({ name, field, value, onChange }: Props) => {
  const options = useOptions(field)
  const isShort = options.length <= 2 && options.every(([, text]) => text.length <= shortWord)
  if (field.options && isShort)
    return <Segments label={field.label} options={options} value={value} onChange={(one) => onChange(name, one)} />
  const choose = (text: string) => {
    const option = options.find(([one]) => String(one) === text)
    onChange(name, option?.[0], option?.[1] ?? '')
  }
  return (
    <Labelled label={field.label}>
      {(given) => (
        <select
          {...given}
          className="input"
          name={name}
          value={textOf(value)}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">Any</option>
          {options.map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number')
const yesNo = [
  [true, 'Yes'],
  [false, 'No'],
] as const
const modes: Partial<Record<Field['kind'], 'numeric' | 'tel' | 'email'>> = {
  integer: 'numeric',
  digits: 'numeric',
  phone: 'tel',
  email: 'email',
}

export const FilterField = (props: Props) => {
  const { name, field, value, texts, onChange } = props
  const text = texts[name]
  if (isDay(field))
    return (
      <Labelled label={field.label}>
        {(given) => <DateInput {...given} name={name} value={textOf(value)} onChange={(day) => onChange(name, day)} />}
      </Labelled>
    )
  if (field.kind === 'boolean')
    return <Segments label={field.label} options={yesNo} value={value} onChange={(one) => onChange(name, one)} />
  if (field.kind === 'choice' || field.kind === 'choices') return <Choice {...props} />
  if (field.kind === 'reference')
    return (
      <Labelled label={field.label}>
        {(given) => (
          <FilterPicker
            {...given}
            field={field}
            name={name}
            value={typeof value === 'number' ? value : null}
            text={typeof text === 'string' ? text : ''}
            onChange={(id, shown) => onChange(name, id ?? undefined, shown)}
          />
        )}
      </Labelled>
    )
  if (field.kind === 'references')
    return (
      <Labelled label={field.label}>
        {(given) => (
          <FilterChips
            {...given}
            field={field}
            name={name}
            value={isNumbers(value) ? value : []}
            texts={typeof text === 'object' ? text : []}
            onChange={(ids, shown) => onChange(name, ids, shown)}
          />
        )}
      </Labelled>
    )
  return (
    <Labelled label={field.label}>
      {(given) => (
        <input
          {...given}
          className="input"
          name={name}
          autoComplete="off"
          inputMode={modes[field.kind]}
          value={textOf(value)}
          onChange={(event) => onChange(name, event.target.value)}
        />
      )}
    </Labelled>
  )
}
