// The dates of a sale in order: sold by today, collected about then, reported after that.
import { addDays, dayOf } from '../../../core/dates.ts'
import { sameValue } from '../../../core/same.ts'
import type { Errors } from '../../../core/validate.ts'

type Values = Readonly<Record<string, unknown>>
const names = ['SaleDate', 'CollectionDate', 'ReportDate'] as const
const furthest = { collectedAhead: 90, collectedBefore: 366, reportedAfter: 366 } as const
const dateOf = (values: Values, name: (typeof names)[number]): string | null => {
  const value = values[name]
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null
}
const touched = (sale: Values, before: Values | null): boolean =>
  before === null || names.some((name) => !sameValue(sale[name], before[name]))

/**
 * What is out of order, by field. By the day where clocks at counters differ by minutes. Stored dates that nobody
 * touches are not asked again.
 */
export const dateErrors = (sale: Values, before: Values | null, now: Date): Errors => {
  const [sold, collected, reported] = [
    dateOf(sale, 'SaleDate'),
    dateOf(sale, 'CollectionDate'),
    dateOf(sale, 'ReportDate'),
  ]
  const errors: Errors = {}
  if (sold === null || collected === null || reported === null || !touched(sale, before)) return errors
  if (dayOf(sold) > dayOf(now)) errors['SaleDate'] = ['Sale Date can not be in the future']
  if (dayOf(collected) > addDays(dayOf(now), furthest.collectedAhead))
    errors['CollectionDate'] = [`Collection Date can be ${furthest.collectedAhead} days ahead at most`]
  if (dayOf(collected) < addDays(dayOf(sold), -furthest.collectedBefore))
    errors['CollectionDate'] = ['Collection Date can not be more than a year before the sale']
  if (Date.parse(reported) < Date.parse(collected))
    errors['ReportDate'] = ['Report Date can not be before Collection Date']
  else if (dayOf(reported) > addDays(dayOf(collected), furthest.reportedAfter))
    errors['ReportDate'] = ['Report Date can not be more than a year after Collection Date']
  return errors
}

/** What is asked once about a collection more than three days before the sale; null when nothing is to be asked. */
export const collectionQuestion = (sale: Values, before: Values | null): string | null => {
  const [sold, collected] = [dateOf(sale, 'SaleDate'), dateOf(sale, 'CollectionDate')]
  if (sold === null || collected === null) return null
  if (before !== null && sameValue(sale['CollectionDate'], before['CollectionDate'])) return null
  return dayOf(collected) < addDays(dayOf(sold), -3)
    ? 'The collection date is more than three days before the sale. Is it right ?'
    : null
}
