// Opening several records of a module one after the other.
import { useNavigate } from '@tanstack/react-router'
import type { ScreenId } from '../../core/record-path.ts'
import { keepListState } from '../edit/list-state.ts'
import { statementOf } from '../session/permission.ts'
import { useSession } from '../session/session.ts'
import { recordLink, type RecordSearch } from '../record/record-link.ts'

/**
 * Opens the first of these records of a module, with the others behind next and previous. Answers whether one is open:
 * there may be none, or the user may not list them.
 */
export const useOpenEach = (moduleId: ScreenId): ((records: readonly RecordSearch[]) => boolean) => {
  const navigate = useNavigate()
  const statement = statementOf(useSession(), moduleId)
  return (records) => {
    const [first] = records
    if (first === undefined || statement === undefined) return false
    keepListState(statement, { walk: records })
    void navigate(recordLink(moduleId, first))
    return true
  }
}
