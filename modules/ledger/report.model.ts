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
import { named } from '../../core/items.ts'

/** The days of a report, and whose books it reads. */
export const ofPeriod = {
  FromDate: datetime('From Date'),
  ToDate: datetime('To Date'),
  EntityId: reference('Legal Entity or Place', 'organisation'),
}

/** Columns of money: fields of a report, columns of its list, and what these add up to. */
export const amounts = <const Name extends string>(...names: readonly Name[]) =>
  named<Name, ReturnType<typeof money>>(names.map((name) => [name, money(name, { computed: true })]))
/** What is owed, by how late it is. */
export const byAge = amounts('NotDue', 'UpToThirtyDays', 'UpToSixtyDays', 'UpToNinetyDays', 'OverNinetyDays')

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
