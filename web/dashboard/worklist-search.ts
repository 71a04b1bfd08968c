// The list of what a tile counts: stores its filter and puts it in the address.
import { keepListState, readListState } from '../edit/list-state.ts'
import { keepFilter } from '../list/filter/saved-filter.ts'
import { searchOf } from '../list/list-address.ts'
import type { ListSearch } from '../list/list-search.ts'
import { loadModel } from '../heads.ts'
import type { Worklist } from '../modules.ts'
import type { Session } from '../session/session.ts'

/** The address of the list with the worklist's filter; undefined when the module does not exist. */
export const worklistSearch = async (
  session: Session,
  { moduleId, filter }: Worklist,
  statement: number,
): Promise<ListSearch | undefined> => {
  const model = await loadModel(moduleId)
  if (!model) return undefined
  keepFilter(session, moduleId, filter, {})
  keepListState(statement, { page: 1, selected: undefined, top: 0 })
  return searchOf(model, { values: filter }, { sort: readListState(statement).sort }, Date.now())
}
