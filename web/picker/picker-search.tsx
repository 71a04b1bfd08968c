// Above the rows of a picker: the search text with the number of rows found, and the kinds of rows to choose from.
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import type { Looking } from './use-looking.ts'

type Props = {
  title: string
  looking: Looking
  /** Number of the selected row; less than 0 for none. */
  index: number
  box: RefObject<HTMLInputElement | null>
  onType: (text: string) => void
  onKey: (event: KeyboardEvent) => void
}

export const SearchBox = ({ title, looking, index, box, onType, onKey }: Props) => {
  const { definition, rows, error, loaded, text } = looking
  return (
    <span className="picker-box">
      <IconSearch size={15} stroke={1.6} />
      <input
        ref={box}
        className="input"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="picker-rows"
        aria-activedescendant={rows[index] ? `picker-${index}` : undefined}
        aria-label={`Search ${title}`}
        autoComplete="off"
        placeholder={definition.hint}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKey}
      />
      <span className="quiet" aria-live="polite">
        {loaded && !error ? `${rows.length}${rows.length >= 100 ? '+' : ''} found` : ''}
      </span>
    </span>
  )
}

export const Kinds = ({
  looking: { choices, choice },
  onChoose,
}: {
  looking: Looking
  onChoose: (at: number) => void
}) =>
  choices.length > 1 && (
    <div className="segments picker-choices" role="radiogroup" aria-label="Kind">
      {choices.map((one, i) => (
        <label key={one.label}>
          <input
            className="unseen"
            type="radio"
            name="picker-choice"
            checked={i === choice}
            onChange={() => onChoose(i)}
          />
          {one.label}
        </label>
      ))}
    </div>
  )
