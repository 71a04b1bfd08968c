// The dates of a sale in order: sold by today, collected about then, reported after that.
import { addDays, dayOf } from '../../../core/dates.ts'
import { errorsOf, must } from '../../../core/refusal.ts'
import { sameValue } from '../../../core/same.ts'
import type { Errors } from '../../../core/validate.ts'
import type { SaleDraft } from '../sales.model.ts'

const names = ['SaleDate', 'CollectionDate', 'ReportDate'] as const
const furthest = { collectedAhead: 90, collectedBefore: 366, reportedAfter: 366 } as const
type SaleDates = Pick<SaleDraft, (typeof names)[number]>
const dateOf = (dates: SaleDates, name: (typeof names)[number]): string | null => {
  const value = dates[name]
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null
}
const touched = (sale: SaleDates, before: SaleDates | null): boolean =>
  before === null || names.some((name) => !sameValue(sale[name], before[name]))

/**
 * What is out of order, by field. Compared by the day where clocks at counters differ by minutes. Unchanged stored
 * dates are not checked again.
 */
export const dateErrors = (sale: SaleDates, before: SaleDates | null, now: Date): Errors => {
  const [sold, collected, reported] = [
    dateOf(sale, 'SaleDate'),
    dateOf(sale, 'CollectionDate'),
    dateOf(sale, 'ReportDate'),
  ]
  if (sold === null || collected === null || reported === null || !touched(sale, before)) return {}
  return errorsOf(
    must(dayOf(sold) <= dayOf(now), 'Sale Date cannot be in the future', { at: 'SaleDate' }),
    must(
      dayOf(collected) <= addDays(dayOf(now), furthest.collectedAhead),
      `Collection Date can be ${furthest.collectedAhead} days ahead at most`,
      { at: 'CollectionDate' },
    ),
    must(
      dayOf(collected) >= addDays(dayOf(sold), -furthest.collectedBefore),
      'Collection Date cannot be more than a year before the sale',
      { at: 'CollectionDate' },
    ),
    must(Date.parse(reported) >= Date.parse(collected), 'Report Date cannot be before Collection Date', {
      at: 'ReportDate',
    }),
    must(
      dayOf(reported) <= addDays(dayOf(collected), furthest.reportedAfter),
      'Report Date cannot be more than a year after Collection Date',
      { at: 'ReportDate' },
    ),
  )
}

/** The question, once, about a collection more than three days before the sale; null without one. */
export const collectionQuestion = (sale: SaleDates, before: SaleDates | null): string | null => {
  const [sold, collected] = [dateOf(sale, 'SaleDate'), dateOf(sale, 'CollectionDate')]
  if (sold === null || collected === null) return null
  if (before !== null && sameValue(sale.CollectionDate, before.CollectionDate)) return null
  return dayOf(collected) < addDays(dayOf(sold), -3)
    ? 'The collection date is more than three days before the sale. Is it right ?'
    : null
}
