// The view of a list as its address: sort, page, and the filter as far as it differs from the defaults. A saved or sent
// address shows the same view, and the days of "today" are those of the day it is read.
import type { Model } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import { readStored, writeStored } from '../api/storage.ts'
import { readListState } from '../edit/list-state.ts'
import type { Session } from '../session/session.ts'
import { defaultFilter, differing, isDay, isEmpty } from './filter/filters.ts'
import type { FilterTexts, FilterValues } from './filter/filters.ts'
import { filterName, keptColumns, keptFilter } from './filter/saved-filter.ts'
import { listSearch } from './list-search.ts'
import type { ListSearch } from './list-search.ts'

type Filtered = Pick<Model, 'id' | 'filters' | 'defaultDays' | 'defaultFilter' | 'askedWith'>

/** The address of a view. */
export const searchOf = (
  model: Filtered,
  { values, texts = {} }: { values: FilterValues; texts?: FilterTexts },
  { sort, page = 1 }: { sort?: string | undefined; page?: number },
  now: Date | number,
): ListSearch => {
  const differ = differing(model, values, now)
  const names = differ.flatMap((name) => {
    const text = texts[name]
    return text === undefined || text === '' || isEmpty(values[name]) ? [] : [[name, text] as const]
  })
  return {
    filter: Object.fromEntries(differ.map((name) => [name, isEmpty(values[name]) ? null : values[name]])),
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
    ...(sort !== undefined && { sort }),
    ...(page > 1 && { page }),
  }
}

/** A valid day, as the address writes it. */
const isDayText = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

/** The filter in an address; undefined when it has none. Names that the list does not have are left out. */
export const filterIn = (model: Filtered, { filter }: ListSearch, now: Date | number): FilterValues | undefined => {
  if (filter === undefined) return undefined
  const valid = Object.entries(filter).filter(([name, value]) => {
    const field = Object.hasOwn(model.filters, name) ? model.filters[name] : undefined
    return field && (value === null || !isDay(field) || isDayText(value))
  })
  const values = { ...defaultFilter(model, now), ...Object.fromEntries(valid) }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

const sessionName = (session: Session, model: Pick<Model, 'id'>): string => `view.${filterName(session, model.id)}`
/** Saves the filter of an address for the session, for when the user returns to the list. */
export const keepView = (session: Session, model: Filtered, { filter, names }: ListSearch): void =>
  writeStored(sessionStorage, sessionName(session, model), { filter, names })

/**
 * The address of a list that was opened without a view: the one last shown in this session, else with the saved filter,
 * else with the defaults.
 */
export const startSearch = (session: Session, model: Filtered, statementId: number, now: Date | number): ListSearch => {
  if (model.askedWith) return {}
  const state = readListState(statementId)
  const stored = readStored(sessionStorage, sessionName(session, model))
  const left = isObject(stored) ? listSearch(stored) : undefined
  const values = (left && filterIn(model, left, now)) ?? keptFilter(session, model)?.values ?? defaultFilter(model, now)
  const texts = left?.filter ? (left.names ?? {}) : (keptFilter(session, model)?.texts ?? {})
  const columns = keptColumns(session, model.id)
  return { ...searchOf(model, { values, texts }, state, now), ...(columns && { columns }) }
}
