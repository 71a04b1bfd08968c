// Which clients are merged into which, and what is said before.
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { sameValue } from '../../../core/same.ts'
import { clientType } from '../../lists/items.model.ts'

/** What a merge looks at of a client. */
export type Merged = {
  readonly ClientId: number
  readonly ClientTypeId: number
  readonly Name: string
  readonly GenderId: number | null
  readonly BirthDate: string | null
  /** Whether work at a laboratory is or was done for it. */
  readonly IsMeasured: boolean
}
/** The network hangs on them: their tubes, sheets, numbers and books cannot become another's. */
const organs: readonly number[] = [clientType.LegalEntity, clientType.Lab]

/** Whether a client is merged at all. */
export const mayBeMerged = ({ ClientTypeId }: { readonly ClientTypeId: number | null }): Decision =>
  must(!organs.includes(ClientTypeId ?? 0), 'Legal entities and labs cannot be merged')

/** Whether everything of `source` may become `target`'s. */
export const mayMerge = (source: Merged, target: Merged): Decision =>
  allOf(
    must(source.ClientId !== target.ClientId, 'Nothing to do !'),
    must(source.ClientTypeId === target.ClientTypeId, `${target.Name} is a client of another type`),
    mayBeMerged(source),
    // a result is judged by the sex and the age of the person: it must not come to stand under another one's
    must(
      !source.IsMeasured ||
        (sameValue(source.GenderId, target.GenderId) && sameValue(source.BirthDate, target.BirthDate)),
      `Results of ${source.Name} were judged by a gender or birth date that ${target.Name} does not have: ` +
        'correct one of the two first',
    ),
  )

type Called = Pick<Merged, 'ClientId' | 'Name'>
/** What is asked before. */
export const mergeText = (source: Called, target: Called): string =>
  `Are you sure that you want to merge ${source.ClientId}: ${source.Name} INTO ${target.ClientId}: ${target.Name} ? ` +
  'THIS ACTION IS IRREVERSIBLE'

/** What will move, of which how many. */
export type Moved = { readonly What: string; readonly Count: number }
export const movedText = (moved: readonly Moved[]): string =>
  moved.length === 0
    ? 'Nothing hangs on it yet.'
    : `This moves: ${moved.map(({ What, Count }) => `${Count} ${What}`).join(', ')}.`
