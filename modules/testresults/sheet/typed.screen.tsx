// Results that were typed and not saved: kept in this browser, so that a reload or a crash loses none.
import { useState } from 'react'
import { formatDateTime } from '../../../core/dates.ts'
import { Button } from '../../../web/part/button.tsx'
import { dropDraft, readDraft } from '../../../web/edit/draft.ts'
import type { Draft } from '../../../web/edit/draft.ts'
import { useKeptDraft } from '../../../web/edit/use-kept-draft.ts'
import { signedIn } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { changedItems, typedOn, type AllSaid, type Changes, type TypedRow } from '../judging/changes.rules.ts'
import type { ResultRow } from '../testresults.model.ts'

const nameOf = (saleId: number): string => `testresults.${saleId}`
export const dropTyped = (saleId: number | undefined): void => {
  if (saleId !== undefined) dropDraft(nameOf(saleId))
}
/** What was typed, on the rows as they are now. */
export const typedOf = (draft: Draft, rows: readonly ResultRow[]): { changes: Changes; said: AllSaid } =>
  typedOn(rows, (draft.Values.WorkItems as readonly TypedRow[] | undefined) ?? [])

type Typing = { readonly rows: readonly ResultRow[]; readonly changes: Changes; readonly requestKey: string }
type Drafted = (typing: Typing) => Draft | undefined
/** What is typed as a draft; undefined when nothing is. */
export const useDrafted = (): Drafted => {
  const { UserId, EntityId } = signedIn(useSession())
  return ({ rows, changes, requestKey }) => {
    const WorkItems = changedItems(rows, changes)
    return WorkItems.length === 0
      ? undefined
      : { UserId, EntityId, At: new Date().toISOString(), Key: requestKey, Values: { WorkItems } }
  }
}
/** Keeps what is typed from keystroke to keystroke, until it is saved or discarded. */
export const useKeptTyping = (saleId: number | undefined, typing: Typing | undefined, drafted: Drafted): void =>
  useKeptDraft(saleId === undefined ? undefined : nameOf(saleId), typing, drafted)

/** Offers what was typed before and not saved. */
export const TypedOffer = ({ saleId, onContinue }: { saleId: number; onContinue: (draft: Draft) => void }) => {
  const user = signedIn(useSession())
  const [draft, setDraft] = useState(() => readDraft(nameOf(saleId), user))
  if (!draft) return null
  return (
    <div className="band draft" role="status">
      <span>Results typed on {formatDateTime(draft.At)} were not saved.</span>
      <Button label="Continue them" onClick={() => onContinue(draft)} />
      <Button
        label="Drop them"
        onClick={() => {
          dropTyped(saleId)
          setDraft(undefined)
        }}
      />
    </div>
  )
}
