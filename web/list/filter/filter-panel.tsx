// The filter of a list, seven across, in the model's order, without those hidden from the user; Enter anywhere runs it.
import { IconListDetails, IconSearch } from '@tabler/icons-react'
import type { RefObject } from 'react'
import type { Model } from '../../../core/model.ts'
import { signedIn } from '../../session/permission.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../part/button.tsx'
import { FilterField } from './filter-field.tsx'
import type { Change } from './filter-field.tsx'
import type { FilterTexts, FilterValues } from './filters.ts'

/** Filters on one line. */
const across = 6
type Props = {
  model: Model
  values: FilterValues
  texts: FilterTexts
  onChange: Change
  onSearch: () => void
  onAll: () => void
  place: RefObject<HTMLFormElement | null>
}

export const FilterPanel = ({ model, values, texts, onChange, onSearch, onAll, place }: Props) => {
  const user = signedIn(useSession())
  const filters = Object.entries(model.filters).filter(([, field]) => field.seen?.(user, {}) ?? true)
  return (
    <form
      ref={place}
      className={`filter card no-print ${filters.length <= across ? 'one-line' : ''}`}
      aria-label="Filter"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      <div className="filter-fields">
        {filters.map(([name, field]) => (
          <FilterField key={name} name={name} field={field} value={values[name]} texts={texts} onChange={onChange} />
        ))}
      </div>
      <div className="filter-actions">
        <button type="submit" className="button">
          <IconSearch size={16} stroke={1.6} />
          <span>Search</span>
          <kbd className="key" aria-hidden>
            ↵
          </kbd>
        </button>
        <Button label="All Data" icon={IconListDetails} onClick={onAll} />
      </div>
    </form>
  )
}
