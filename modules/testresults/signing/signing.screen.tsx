// The buttons of a signatory (review, approve, release, repeat, amend), each for the picked results, or for all that
// allow it.
import {
  IconChecks,
  IconEyeCheck,
  IconPencilExclamation,
  IconPlayerTrackNext,
  IconRepeat,
  IconSend,
} from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, messageOf } from '../../../web/api/api.ts'
import { Button } from '../../../web/part/button.tsx'
import { askText } from '../../../web/dialog/ask.ts'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { useDoing } from '../../../web/record/use-form.ts'
import { asWorkItem } from '../judging/entry.rules.ts'
import { focusRow, useDetail } from '../sheet/record.screen.tsx'
import { NotApproved, type Answer } from '../approval/not-approved.screen.tsx'
import { AmendDialog, RepeatDialog } from './reason.screen.tsx'
import { isOut, reviewReasons } from '../work-item.rules.ts'
import { Withdraw } from './withdrawal.screen.tsx'
import type { ResultRow } from '../testresults.model.ts'
import { workItemStatus } from '../../lists/items.model.ts'

type Name = 'review' | 'approve' | 'release' | 'repeat' | 'amend' | 'withdraw'
type Offer = {
  readonly rows: readonly ResultRow[]
  readonly reason: string | undefined
  /** Sent with them: results that cannot be released yet, for which the answer gives reasons. */
  readonly also?: readonly ResultRow[]
}

/** A release takes complete tests; for other approved ones the answer gives the reasons. */
const releaseOf = (rows: readonly ResultRow[]): Offer | undefined => {
  const complete = rows.filter((row) => row.Actions.release === true)
  const also = rows.filter((row) => typeof row.Actions.release === 'string' && row.StatusId === workItemStatus.Approved)
  return complete.length > 0 ? { rows: complete, reason: undefined, also } : undefined
}

/** Rows an action would take, or why it takes none; undefined when the user does not have the action. */
const offerOf = (
  rows: readonly ResultRow[],
  picked: ReadonlySet<number>,
  name: Name,
  under?: number,
): Offer | undefined => {
  if (!rows.some((row) => row.Actions[name] !== undefined)) return undefined
  const chosen = rows.filter((row) => picked.has(row.WorkItemId))
  // these need a reason for each, so they never take all rows by default
  const single = name === 'repeat' || name === 'amend' || name === 'withdraw'
  const some = name === 'release' ? releaseOf(chosen.length > 0 ? chosen : rows) : undefined
  if (some) return some
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
        ? 'No result has to be reviewed'
        : String(waiting?.Actions[name] ?? `There is nothing to ${name}`),
  }
}

/** The actions on the picked rows, or on all that allow them; `under`: the row under the cursor. */
export const offersOf = (rows: readonly ResultRow[], picked: ReadonlySet<number>, under: number | undefined) => {
  const of = (name: Name) => offerOf(rows, picked, name, under)
  return {
    // what is out is reviewed no more: the button makes room for those that correct it
    review: rows.every(isOut) ? undefined : of('review'),
    approve: of('approve'),
    release: of('release'),
    repeat: of('repeat'),
    amend: of('amend'),
    withdraw: of('withdraw'),
  }
}
type Offers = ReturnType<typeof offersOf>
/** The one filled button: the next possible action. */
export const nextStep = (offers: Offers): Name | undefined =>
  (['review', 'approve', 'release'] as const).find((name) => offers[name] && offers[name].reason === undefined)

/** Rows to be signed, in the versions seen now. */
const askedOf = (rows: readonly ResultRow[]) => ({
  WorkItemIds: rows.map((row) => row.WorkItemId),
  RowVersions: rows.map((row) => row.RowVersion),
})

/** `onNext`: opens the next sale of the list this was opened from; undefined at its end. */
type Props = { offers: Offers; onDone: () => void; onNext?: (() => void) | undefined }
const pathOf = (name: Name): string => `/api/${name}/testresults`
const signs = [
  { name: 'review', label: 'Review', icon: IconEyeCheck, hotkey: 'alt+r' },
  { name: 'approve', label: 'Approve', icon: IconChecks, hotkey: 'alt+a' },
  { name: 'release', label: 'Release', icon: IconSend, hotkey: 'alt+l' },
] as const

const Signatures = ({ offers, onDone, onNext, rows }: Props & { rows: readonly ResultRow[] }) => {
  const record = useDetail()
  const doing = useDoing()
  const primary = nextStep(offers)
  const finish = (error: unknown) => {
    if (error) sayError(error)
    else onDone()
  }
  const [left, setLeft] = useState<Answer>()
  const hear = ({ message, Left = [] }: Partial<Answer>) => {
    if (Left.length > 0) setLeft({ message: message ?? '', Left })
    return Left.length > 0
  }
  const sign = async (name: Name, { rows, also = [] }: Offer) => {
    const asked = { ...askedOf([...rows, ...also]), ...(name === 'release' && { LeaveRest: true }) }
    const error = await record.tryAct(pathOf(name), asked, 'PUT', hear)
    // a walk-in report with money outstanding is released only with a reason
    if (!(error instanceof ApiError) || error.code !== 'outstanding') {
      finish(error)
      return error === undefined
    }
    const Remarks = await askText({ title: 'Release', label: 'Reason', text: messageOf(error) })
    if (Remarks !== undefined) finish(await record.tryAct(pathOf(name), { ...asked, Remarks }, 'PUT', hear))
    return false
  }
  const approveAndGo = async (offer: Offer | undefined, go: () => void) => {
    if (offer && (await sign('approve', offer))) go()
  }
  const buttons = signs.map(({ name, ...button }) => {
    const offer = offers[name]
    return (
      offer && (
        <Button
          key={name}
          {...button}
          look={primary === name ? 'primary' : 'plain'}
          className={primary === name ? '' : 'bordered'}
          count={offer.reason === undefined ? offer.rows.length : undefined}
          reason={offer.reason}
          busy={doing === pathOf(name)}
          onClick={() => void sign(name, offer)}
        />
      )
    )
  })
  return (
    <>
      {buttons}
      {/* of a sale whose results are all out only an amendment is approved */}
      {offers.approve && onNext && !(offers.approve.reason !== undefined && rows.every(isOut)) && (
        <Button
          label="Approve & Next"
          icon={IconPlayerTrackNext}
          hotkey="alt+x"
          reason={offers.approve.reason}
          busy={doing === pathOf('approve')}
          onClick={() => void approveAndGo(offers.approve, onNext)}
        />
      )}
      {left && <NotApproved answer={left} onClose={() => setLeft(undefined)} />}
    </>
  )
}

/** The acts with a reason for each. A released result is amended, an unreleased one repeated: one button for both. */
const Corrections = ({ offers: { repeat, amend }, onDone, rows }: Props & { rows: readonly ResultRow[] }) => {
  const record = useDetail()
  const doing = useDoing()
  // the rows as they were opened: a change of another user meanwhile is refused, not overwritten
  const [open, setOpen] = useState<{ name: 'amend' | 'repeat'; rows: readonly ResultRow[] }>()
  const isAmendable =
    amend !== undefined && (amend.reason === undefined || rows.every((row) => row.StatusId >= workItemStatus.Released))
  const [name, offer] = isAmendable ? (['amend', amend] as const) : (['repeat', repeat] as const)
  if (!offer) return null
  const Dialog = open?.name === 'amend' ? AmendDialog : RepeatDialog
  return (
    <>
      <Button
        label={isAmendable ? 'Amend' : 'Repeat'}
        icon={isAmendable ? IconPencilExclamation : IconRepeat}
        reason={offer.reason}
        busy={doing === pathOf(name)}
        onClick={() => setOpen({ name, rows: offer.rows })}
      />
      {open && (
        <Dialog
          rows={open.rows}
          onClose={() => setOpen(undefined)}
          onDo={async (body) => {
            const error = await record.tryAct(pathOf(open.name), body)
            if (error) return error
            // the dialog gives the focus back as it closes: only then it is the row's
            flushSync(() => setOpen(undefined))
            onDone()
            focusRow()
            return undefined
          }}
        />
      )}
    </>
  )
}

export const Signing = (props: Props & { rows: readonly ResultRow[] }) => (
  <>
    <Signatures {...props} />
    <Corrections {...props} />
    {/* only where something is released: elsewhere it would say no more than that */}
    {props.offers.withdraw && props.rows.some(isOut) && (
      <Withdraw rows={props.offers.withdraw.rows} reason={props.offers.withdraw.reason} onDone={props.onDone} />
    )}
  </>
)
