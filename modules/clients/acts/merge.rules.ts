// Which clients may be merged, and what the user confirms first.
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { sameValue } from '../../../core/same.ts'
import { clientType } from '../../lists/items.model.ts'

/** What a merge reads of a client. */
export type Merged = {
  readonly ClientId: number
  readonly ClientTypeId: number
  readonly Name: string
  readonly GenderId: number | null
  readonly BirthDate: string | null
  readonly BirthTime: string | null
  /** Whether work at a laboratory is or was done for it. */
  readonly IsMeasured: boolean
  /** Whom an opening balance is owed; null without one. */
  readonly OpeningSellerId: number | null
  /** Rupees; below zero in favour of the client. */
  readonly OpeningBalance: number | null
  /** An institution whose users read results of the patients sent by it. */
  readonly GivesCare: boolean
  /** What of it is paid, or used. */
  readonly OpeningSettled: number
}
/** One client that becomes another. */
export type Pair = { readonly source: Merged; readonly target: Merged }
/** Tubes, sheets, numbers and books belong to them and cannot become another's. */
const organs: readonly number[] = [clientType.LegalEntity, clientType.Lab]

/** Whether a client may be merged at all. */
export const mayBeMerged = ({ ClientTypeId }: { readonly ClientTypeId: number | null }): Decision =>
  must(!organs.includes(ClientTypeId ?? 0), 'Legal entities and labs cannot be merged')

/** Whether everything of `source` may become `target`'s. */
export const mayMerge = (source: Merged, target: Merged): Decision =>
  allOf(
    must(source.ClientId !== target.ClientId, 'Nothing to do !'),
    must(source.ClientTypeId === target.ClientTypeId, `${target.Name} is a client of another type`),
    mayBeMerged(source),
    // sex and age of the person judge a result: a merge must not put it under a person with others
    must(
      !source.IsMeasured ||
        (['GenderId', 'BirthDate', 'BirthTime'] as const).every((name) => sameValue(source[name], target[name])),
      `Results of ${source.Name} were judged by a gender, birth date or time of birth that ` +
        `${target.Name} does not have: correct one of the two first`,
    ),
    must(
      source.OpeningSellerId === null ||
        target.OpeningSellerId === null ||
        source.OpeningSellerId === target.OpeningSellerId,
      `${source.Name} and ${target.Name} owe their opening balances to different sellers: clear one of the two first`,
    ),
    // who bought a sale decides who reads its results, and two persons decide that of an institution
    must(
      source.GivesCare || !target.GivesCare,
      `${target.Name} gives care and ${source.Name} does not, so that it would read the sensitive results that ` +
        `${source.Name} bought: change one of the two first`,
    ),
    // the sum of the two would be less than what is allocated to the one or from the other
    must(
      (source.OpeningBalance ?? 0) * (target.OpeningBalance ?? 0) >= 0 ||
        (source.OpeningSettled === 0 && target.OpeningSettled === 0),
      `${source.Name} and ${target.Name} have opening balances of opposite sign, and money is allocated to one or ` +
        'from it: undo that allocation first',
    ),
  )

type Called = Pick<Merged, 'ClientId' | 'Name'>
/** The question before a merge. */
export const mergeText = (source: Called, target: Called): string =>
  `Are you sure that you want to merge ${source.ClientId}: ${source.Name} INTO ${target.ClientId}: ${target.Name} ? ` +
  'THIS ACTION IS IRREVERSIBLE'

/** What will move, and how many of each. */
export type Moved = { readonly What: string; readonly Count: number }
export const movedText = (moved: readonly Moved[]): string =>
  moved.length === 0
    ? 'No records belong to it yet.'
    : `This moves: ${moved.map(({ What, Count }) => `${Count} ${What}`).join(', ')}.`
