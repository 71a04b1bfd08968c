// The dry run of a record on screen: each check with what was found and what is missing, linked to where to correct it;
// and the question before such a record is activated.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AnswerTo } from '../../core/answer/answer.ts'
import type { dryRun } from '../../core/answer/questions.ts'
import { answerTo, messageOf, type Query } from '../api/api.ts'
import { queryTo } from '../api/cache.ts'
import { ask } from '../dialog/ask.ts'
import { Waiting } from '../part/waiting.tsx'
import { recordLink } from '../record/record-link.ts'

type Check = AnswerTo<typeof dryRun>['Checks'][number]
type Missing = Check['Missing'][number]

const marks = {
  stops: { dot: 'cancelled', word: 'Missing' },
  looks: { dot: 'partly', word: 'To check' },
  good: { dot: 'done', word: 'In order' },
} as const
const markOf = ({ Missing }: Check): keyof typeof marks =>
  Missing.length === 0 ? 'good' : Missing.some(({ Stops }) => Stops) ? 'stops' : 'looks'

// more of one kind fold away: an element without ranges repeats for each of its tests
const shownAtOnce = 4

const Lines = ({ missing }: { missing: readonly Missing[] }) => (
  <ul>
    {missing.map(({ Text, Module, Keys }) => (
      <li key={Text}>
        <Link {...recordLink(Module, Keys)}>{Text}</Link>
      </li>
    ))}
  </ul>
)

const Question = ({ check }: { check: Check }) => {
  const { dot, word } = marks[markOf(check)]
  const [first, more] = [check.Missing.slice(0, shownAtOnce), check.Missing.slice(shownAtOnce)]
  return (
    <li className="dry-run-check">
      <i className={`dot ${dot}`} role="img" aria-label={word} />
      <b>{check.What}</b>
      <div>
        {check.Said && <p className="secondary">{check.Said}</p>}
        {first.length > 0 && <Lines missing={first} />}
        {more.length > 0 && (
          <details>
            <summary>{more.length} more</summary>
            <Lines missing={more} />
          </details>
        )}
      </div>
    </li>
  )
}

const inOneSentence = (checks: readonly Check[]): string => {
  const missing = checks.flatMap((check) => check.Missing)
  const stops = missing.filter(({ Stops }) => Stops).length
  if (missing.length === 0) return 'No problems found.'
  const rest = missing.length - stops
  return [
    stops > 0 && `${stops} missing before it can be sold`,
    rest > 0 && `${rest} to check: such results are not flagged, and each is reviewed`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** It includes corrections made a moment ago. */
export const DryRun = ({ moduleId, query }: { moduleId: string; query: Query }) => {
  const { data, error } = useQuery({ ...queryTo<typeof dryRun>({ path: `dryrun/${moduleId}` }, query), staleTime: 0 })
  return (
    <section className="card" aria-label="Dry run">
      <h2>Dry run</h2>
      {!data && !error && <Waiting />}
      {!data && error && <p className="quiet">The dry run failed: {messageOf(error)}</p>}
      {data && <p className="quiet">{inOneSentence(data.Checks)}</p>}
      <ul className="dry-run">
        {data?.Checks.map((check) => (
          <Question key={check.What} check={check} />
        ))}
      </ul>
    </section>
  )
}

/** Keys as a query has them. An empty list is sent too, since an absent one means the stored keys. */
export const keysOf = (keys: readonly (number | null | undefined)[]): string => keys.join(',') || ','

/**
 * Asks before activating a record that could not be sold or measured as it is; yes where it could. Prices are not
 * checked: a price list takes only active records.
 */
export const askDryRun = async (moduleId: string, query: Query): Promise<boolean> => {
  // when the dry run fails the record is saved: the server decides
  const answer = await answerTo<typeof dryRun>({ path: `dryrun/${moduleId}` }, query).catch(() => undefined)
  const stops = (answer?.Checks ?? [])
    .flatMap(({ Missing }) => Missing)
    .filter(({ Stops, Module }) => Stops && Module !== 'pricelists')
  if (stops.length === 0) return true
  const more = stops.length > shownAtOnce ? [`and ${stops.length - shownAtOnce} more`] : []
  return ask({
    text: 'It is active and cannot be sold as it is. Save it anyway?',
    more: [...stops.slice(0, shownAtOnce).map(({ Text }) => Text), ...more].join('; '),
    tall: true,
  })
}
