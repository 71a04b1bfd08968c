// Reference ranges that hold only from a day on, those that hold until then, and what waits for a pathologist.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AnswerTo } from '../../../core/answer/answer.ts'
import { formatDate } from '../../../core/dates.ts'
import { queryTo } from '../../../web/api/cache.ts'
import { useFormState } from '../../../web/record/use-form.ts'
import { recordLink } from '../../../web/record/record-link.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { rangeText } from '../interval.rules.ts'
import { elements } from '../elements.model.ts'
import { rangesInForce } from './answers.model.ts'

const { Field, useDetail, useValue } = screenOf(elements)

type Asked = AnswerTo<typeof rangesInForce>['Asked'][number]

const fromText = (from: string | null): string =>
  from === null ? 'from the moment they are agreed to' : `from ${formatDate(from)}`

/** What a request is about: what judges results from a day on, or what holds them back. */
const waitingText = ({ Kinds, From }: Asked): string => {
  const isLoosened = Kinds.includes('loosened')
  if (!Kinds.includes('interval')) return 'That fewer of its results are held back waits for a pathologist'
  const what = `What its results are judged by${isLoosened ? ', and that fewer of them are held back, wait' : ' waits'}`
  return `${what} for a pathologist, ${fromText(From)}`
}

/** What waits, and what holds until the ranges of the record do. */
export const InForce = () => {
  const record = useDetail()
  const comingFrom = useValue('ComingFrom') ?? null
  const { data } = useQuery({
    ...queryTo(rangesInForce, { ElementId: record.key }),
    enabled: record.key != null,
    staleTime: 0,
  })
  if (!data) return null
  return (
    <>
      {data.Asked.map((asked) => (
        <div key={asked.RequestId} className="band to-be-verified">
          <span>
            {waitingText(asked)}:{' '}
            <Link {...recordLink('requests', { RequestId: asked.RequestId })}>
              request {asked.RequestId} of {asked.AskedBy}
            </Link>
          </span>
        </div>
      ))}
      {comingFrom !== null && (
        <div className="band to-be-verified">
          <span>
            The reference ranges below hold from {formatDate(comingFrom)}. Until then:{' '}
            {data.Ranges.map(rangeText).join('; ') || 'none'}
          </span>
        </div>
      )}
    </>
  )
}

/** The day is entered where the ranges are changed. */
export const RangesFrom = () => {
  const record = useDetail()
  const isEdited = useFormState(record.form, (state) => state.mode === 'edit')
  return isEdited ? <Field name="RangesFrom" span={4} note="Empty: from the moment they are agreed to" /> : null
}
