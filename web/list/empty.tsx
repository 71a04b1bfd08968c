// In the table's place: no rows match, the user has not searched yet, or the list could not be read.
import { IconCalendarEvent, IconListDetails, IconPlus, IconSearchOff, IconX } from '@tabler/icons-react'
import { addDays, dayOf } from '../../core/dates.ts'
import type { Field, Model } from '../../core/model.ts'
import { inSentence } from '../../core/titles.ts'
import { messageOf } from '../api/api.ts'
import { Button } from '../part/button.tsx'
import { useOptions } from './filter/filter-field.tsx'
import { hasDate, inWords, isDay, isEmpty } from './filter/filters.ts'
import type { FilterTexts, FilterValues } from './filter/filters.ts'
import { textOf } from './table/text-of.ts'

type ChipProps = { field: Field; value: unknown; text: string | readonly string[] | undefined; onRemove: () => void }
const FilterChip = ({ field, value, text, onRemove }: ChipProps) => {
  const label = useOptions(field).find(([one]) => one === value)?.[1]
  const shown = typeof text === 'object' ? text.join(', ') : text || label || textOf(value)
  const words = inWords(field, value, shown)
  return (
    <span className="pill">
      {words}
      <button type="button" aria-label={`Remove ${words}`} onClick={onRemove}>
        <IconX size={13} />
      </button>
    </span>
  )
}

/** Asking for the same days again would find no rows either. */
const isAskedFor = (values: FilterValues, days: FilterValues): boolean =>
  Object.entries(days).every(([name, day]) => values[name] === day)

type Props = {
  model: Model
  now: number
  values: FilterValues
  texts: FilterTexts
  onRun: (values: FilterValues) => void
  onAll: () => void
  onCreate?: (() => void) | undefined
}
export const NoRows = ({ model, now, values, texts, onRun, onAll, onCreate }: Props) => {
  const filled = Object.entries(model.filters).filter(([name]) => !isEmpty(values[name]))
  const today = dayOf(now)
  const days = { FromDate: addDays(today, -5), ToDate: today }
  const what = inSentence(model.name)
  return (
    <div className="empty">
      <IconSearchOff size={30} stroke={1.4} />
      <h2>{filled.length > 0 ? `No ${what} match these filters` : `No ${what} yet`}</h2>
      <p>
        {filled.length > 0
          ? 'Remove a filter, widen the dates, or look at all data.'
          : (model.firstRow ??
            (onCreate
              ? `The first ${inSentence(model.singular)} that is created shows here.`
              : `The first ${inSentence(model.singular)} that your role may see shows here.`))}
      </p>
      {filled.length > 0 && (
        <div className="empty-line">
          {filled.map(([name, field]) => (
            <FilterChip
              key={name}
              field={field}
              value={values[name]}
              text={isDay(field) ? undefined : texts[name]}
              onRemove={() => onRun({ ...values, [name]: undefined })}
            />
          ))}
        </div>
      )}
      <div className="empty-line">
        {hasDate(model, 'FromDate') && !isAskedFor(values, days) && (
          <Button label="Last 5 days" icon={IconCalendarEvent} onClick={() => onRun({ ...values, ...days })} />
        )}
        {filled.length > 0 && <Button label="Show all" icon={IconListDetails} onClick={onAll} />}
        {onCreate && <Button label={`New ${model.singular}`} icon={IconPlus} onClick={onCreate} />}
      </div>
    </div>
  )
}
export const NotSearched = ({ model }: { model: Model }) => (
  <div className="empty">
    <h2>{model.name}</h2>
    <p>Choose the dates and a client, then Search.</p>
  </div>
)
export const Failed = ({ model, error, onAgain }: { model: Model; error: unknown; onAgain: () => void }) => (
  <div className="empty" role="alert">
    <h2>{model.name} could not be read</h2>
    <p>{messageOf(error)}</p>
    <Button label="Try again" onClick={onAgain} />
  </div>
)
/** Above rows that were read earlier and still show. */
export const NotRefreshed = ({ model, error, onAgain }: { model: Model; error: unknown; onAgain: () => void }) => (
  <div className="band bad list-error" role="alert">
    <span>
      <b>{model.name} could not be read again.</b> {messageOf(error)} These rows may be out of date.
    </span>
    <Button label="Try again" onClick={onAgain} />
  </div>
)
