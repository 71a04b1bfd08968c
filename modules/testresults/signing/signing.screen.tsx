// What a signatory does with the results: review, approve, release, repeat, amend; each on what is picked, or on all
// that can be.
import { IconChecks, IconEyeCheck, IconPencilExclamation, IconRepeat, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../web/api/api.ts'
import { Button } from '../../../web/part/button.tsx'
import { askText } from '../../../web/dialog/ask.ts'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { asWorkItem } from '../judging/entry.rules.ts'
import type { Entry } from '../sheet/entry.screen.tsx'
import { AmendDialog, RepeatDialog } from './reason.screen.tsx'
import { reviewReasons } from '../work-item.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { workItemStatus } from '../../lists/items.model.ts'

type Name = 'review' | 'approve' | 'release' | 'repeat' | 'amend'
type Offer = { readonly rows: readonly ResultRow[]; readonly reason: string | undefined }

/** Rows an action would take, or why it takes none; undefined when the user does not hold it. */
const offerOf = (
  rows: readonly ResultRow[],
  picked: ReadonlySet<number>,
  name: Name,
  under?: number,
): Offer | undefined => {
  if (!rows.some((row) => row.Actions[name] !== undefined)) return undefined
  const chosen = rows.filter((row) => picked.has(row.WorkItemId))
  // repeat and amend ask for a reason for each, so they never take everything by themselves
  const single = name === 'repeat' || name === 'amend'
  const asked = chosen.length > 0 ? chosen : single ? rows.filter((row) => row.WorkItemId === under) : undefined
  if (asked) {
    const refused = asked.find((row) => row.Actions[name] !== true)
    return {
      rows: asked,
      reason: asked.length === 0 ? 'Select a result first' : refused ? String(refused.Actions[name]) : undefined,
    }
  }
  const possible = rows.filter(
    (row) => row.Actions[name] === true && (name !== 'review' || reviewReasons(asWorkItem(row)).length > 0),
  )
  if (possible.length > 0) return { rows: possible, reason: undefined }
  const waiting = rows.find(
    (row) =>
      typeof row.Actions[name] === 'string' &&
      (name !== 'review' || row.StatusId === workItemStatus.Entered) &&
      row.StatusId < workItemStatus.Released,
  )
  return {
    rows: [],
    reason:
      name === 'review'
        ? 'Nothing has to be reviewed'
        : String(waiting?.Actions[name] ?? `There is nothing to ${name}`),
  }
}

export const useOffers = (entry: Entry, picked: ReadonlySet<number>, under: number | undefined) => {
  const of = (name: Name) => offerOf(entry.rows, picked, name, under)
  return {
    review: of('review'),
    approve: of('approve'),
    release: of('release'),
    repeat: of('repeat'),
    amend: of('amend'),
  }
}
type Offers = ReturnType<typeof useOffers>
/** The one filled button: the next thing that can be done. */
export const nextStep = (offers: Offers): Name | undefined =>
  (['review', 'approve', 'release'] as const).find((name) => offers[name] && offers[name].reason === undefined)

/** Rows to be signed, as they are seen now. */
const askedOf = (rows: readonly ResultRow[]) => ({
  WorkItemIds: rows.map((row) => row.WorkItemId),
  RowVersions: rows.map((row) => row.RowVersion),
})

export const Signing = ({ entry, offers, onDone }: { entry: Entry; offers: Offers; onDone: () => void }) => {
  const [open, setOpen] = useState<'repeat' | 'amend'>()
  const primary = nextStep(offers)
  // what is released is amended, what is not is repeated: one of both has a place
  const amendable =
    offers.amend !== undefined &&
    (offers.amend.reason === undefined || entry.rows.every((row) => row.StatusId >= workItemStatus.Released))
  const finish = (error: unknown) => {
    if (error) sayError(error)
    else onDone()
  }
  const sign = async (name: 'review' | 'approve' | 'release', rows: readonly ResultRow[]) => {
    const asked = askedOf(rows)
    const error = await entry.act(name, asked)
    // a walk-in report with money outstanding goes out with a reason only
    if (!(error instanceof ApiError) || error.code !== 'outstanding') return finish(error)
    const Remarks = await askText({ title: 'Release', label: 'Reason', text: messageOf(error) })
    if (Remarks !== undefined) finish(await entry.act(name, { ...asked, Remarks }))
  }
  const button = (name: 'review' | 'approve' | 'release', label: string, icon: typeof IconChecks, hotkey: string) => {
    const offer = offers[name]
    return (
      offer && (
        <Button
          label={label}
          icon={icon}
          hotkey={hotkey}
          look={primary === name ? 'primary' : 'plain'}
          className={primary === name ? '' : 'bordered'}
          count={offer.reason === undefined ? offer.rows.length : undefined}
          reason={offer.reason}
          busy={entry.busy === name}
          onClick={() => void sign(name, offer.rows)}
        />
      )
    )
  }
  return (
    <>
      {button('review', 'Review', IconEyeCheck, 'alt+r')}
      {button('approve', 'Approve', IconChecks, 'alt+a')}
      {button('release', 'Release', IconSend, 'alt+l')}
      {offers.repeat && !amendable && (
        <Button
          label="Repeat"
          icon={IconRepeat}
          reason={offers.repeat.reason}
          busy={entry.busy === 'repeat'}
          onClick={() => setOpen('repeat')}
        />
      )}
      {amendable && (
        <Button
          label="Amend"
          icon={IconPencilExclamation}
          reason={offers.amend?.reason}
          busy={entry.busy === 'amend'}
          onClick={() => setOpen('amend')}
        />
      )}
      {open === 'repeat' && offers.repeat && (
        <RepeatDialog
          rows={offers.repeat.rows}
          onClose={() => setOpen(undefined)}
          onDo={async (body) => {
            const error = await entry.act('repeat', body)
            if (!error) onDone()
            return error
          }}
        />
      )}
      {open === 'amend' && offers.amend && (
        <AmendDialog
          rows={offers.amend.rows}
          onClose={() => setOpen(undefined)}
          onDo={async (body) => {
            const error = await entry.act('amend', body)
            if (!error) onDone()
            return error
          }}
        />
      )}
    </>
  )
}
