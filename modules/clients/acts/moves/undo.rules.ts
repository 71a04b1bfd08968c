// Whether a merge of two patients can be undone, and the answer to it.
import { formatDate } from '../../../../core/dates.ts'
import { allOf, must, no, type Decision } from '../../../../core/refusal.ts'

/** Days in which a merge can be undone. */
export const undoDays = 30

/** Said below the question before a merge of two patients. */
export const undoableText =
  `A merge of two patients can be undone within ${undoDays} days: ` + '"Undo Merge" at the one that is kept.'

/** A merge as it is undone; null where it was not kept what moved. */
export type KeptMerge = {
  readonly ClientMergeId: number
  readonly SourceId: number
  readonly TargetId: number
  readonly Target: string
  readonly MergedOn: string
  readonly UndoneOn: string | null
  readonly IsLate: boolean
  /** The kept one was merged into another. */
  readonly TargetMergedInto: number | null
}

/** The newest merge of the source; `isMerged`: whether it is merged now. */
export const mayUndo = (merge: KeptMerge | null, isMerged: boolean): Decision => {
  if (!merge)
    return no(
      isMerged
        ? 'It was not kept what this merge moved, so it cannot be undone: correct the patient of each sale'
        : 'This client is not merged',
      { code: 'no-merge' },
    )
  const { UndoneOn, MergedOn, IsLate, TargetMergedInto, Target, TargetId } = merge
  return allOf(
    must(UndoneOn === null, `This merge was undone on ${formatDate(UndoneOn)} already`, { code: 'undone' }),
    must(
      TargetMergedInto === null,
      `${TargetId}: ${Target} was merged into ${TargetMergedInto ?? ''} since: undo that merge first`,
      { code: 'merged-on' },
    ),
    must(
      !IsLate,
      `A merge is undone within ${undoDays} days, and this one is of ${formatDate(MergedOn)}: ` +
        'correct the patient of each sale',
      { code: 'late' },
    ),
  )
}

/** A merge that the screen offers to undo. */
export type Undoable = {
  readonly SourceId: number
  readonly Source: string
  readonly MergedOn: string
  readonly MergedBy: string
}

type Named = { readonly ClientId: number; readonly Name: string }
/** What came back, and the sales that were made since and stay. */
export const undoneText = (source: Named, target: Named, came: number, stay: readonly number[]): string => {
  const sales = `${came} ${came === 1 ? 'sale is' : 'sales are'} again of ${source.ClientId}: ${source.Name}`
  const rest =
    stay.length === 0 ? '' : `. Made since, and still of ${target.ClientId}: ${target.Name}: sale ${stay.join(', ')}`
  return `The merge is undone: ${sales}${rest}`
}
