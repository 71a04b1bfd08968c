// A report of the books: a list with rows and no records. Every screen loads it, so it declares what its list asks for,
// and the columns whose kind their names do not say.
import {
  datetime,
  money,
  reference,
  type Fields,
  type Filters,
  type ListColumns,
  type Model,
  type OfList,
} from '../../core/model.ts'

/** The days of a report, and whose books it reads. */
export const ofPeriod = {
  FromDate: datetime('From Date'),
  ToDate: datetime('To Date'),
  EntityId: reference('Legal Entity or Place', 'organisation'),
}

/** Columns of money. */
export const amounts = (...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, money(name, { computed: true })]))

type Asked<Flt extends Filters, L extends ListColumns> = Pick<
  Model<Fields, Flt>,
  'filters' | 'icon' | 'id' | 'name' | 'sequence' | 'statementId'
> &
  Partial<Model<Fields, Flt, L>>

export const reportModel = <Flt extends Filters, const Id extends number, const L extends ListColumns>(
  report: Asked<Flt, L> & OfList<Id, L>,
): Model<Fields, Flt, L> & OfList<Id, L> => ({
  singular: report.name,
  group: 'Accounts',
  key: ['Line'],
  firstRow: 'Rows come here when something is posted.',
  createdBy: [],
  defaultDays: 0,
  permits: ['list'],
  fields: {},
  ...report,
})
