// Saves the filter of a list per role, client type and module: in this browser, and with the user on the server.
import type { Model } from '../../../core/model.ts'
import { dayOf } from '../../../core/dates.ts'
import { isObject } from '../../../core/same.ts'
import { remember, remembered } from '../../session/preferences.ts'
import type { Session } from '../../session/session.ts'
import { isText } from '../list-search.ts'
import { restored } from './filters.ts'
import type { FilterTexts, FilterValues, SavedFilter } from './filters.ts'

export const filterName = (session: Pick<Session, 'Role' | 'Entity'>, moduleId: string): string =>
  `filter.${session.Role.RoleId}.${session.Entity.ClientTypeId}.${moduleId}`

export const keepFilter = (session: Session, moduleId: string, Values: FilterValues, Texts: FilterTexts): void => {
  const saved: SavedFilter = { Values, SavedOn: dayOf(Date.now()), Texts }
  remember(filterName(session, moduleId), saved)
}
const isSaved = (value: unknown): value is SavedFilter => {
  if (!isObject(value)) return false
  const { Values, SavedOn, Texts = {} }: { readonly [Name in keyof SavedFilter]?: unknown } = value
  return isObject(Values) && typeof SavedOn === 'string' && isObject(Texts) && Object.values(Texts).every(isText)
}
/** The saved filter, or undefined when there is none. */
export const keptFilter = (
  session: Session,
  model: Pick<Model, 'id' | 'filters' | 'defaultDays' | 'defaultFilter'>,
): { values: FilterValues; texts: FilterTexts } | undefined => {
  const saved = remembered(filterName(session, model.id))
  if (!isSaved(saved)) return undefined
  return { values: restored(model, saved, Date.now()), texts: saved.Texts ?? {} }
}

const columnsName = (session: Session, moduleId: string): string =>
  filterName(session, moduleId).replace('filter.', 'columns.')
/** The columns that a list shows from now on; undefined for all of them. */
export const keepColumns = (session: Session, moduleId: string, names: readonly string[] | undefined): void =>
  remember(columnsName(session, moduleId), names ?? null)
export const keptColumns = (session: Session, moduleId: string): readonly string[] | undefined => {
  const kept = remembered(columnsName(session, moduleId))
  return Array.isArray(kept) && kept.every((name) => typeof name === 'string') ? kept : undefined
}
