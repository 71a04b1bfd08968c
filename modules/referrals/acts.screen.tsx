// The actions on a saved referral: move it on, snooze its lines, reevaluate it.
import { IconArrowBackUp, IconArrowRight, IconClockPause, IconRefresh } from '@tabler/icons-react'
import { dayOf, endOfDay, startOfDay } from '../../core/dates.ts'
import { orAsked, reasonOf } from '../../core/refusal.ts'
import { isPrivileged } from '../../core/user.ts'
import { answerTo } from '../../web/api/api.ts'
import { ask, askChoice, askDays, askText } from '../../web/dialog/ask.ts'
import { sayError } from '../../web/message/snackbar-store.ts'
import { Button } from '../../web/part/button.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { referralStatus } from '../lists/items.model.ts'
import { wouldReevaluate } from './answers.model.ts'
import { CancelPayment, Pay } from './payout/pay.screen.tsx'
import { referrals } from './referrals.model.ts'
import { changesText, mayMove, moves, reevaluateText, sentOf, snoozeNeedsLines, snoozeText } from './referrals.rules.ts'

const { useActions, useDetail } = screenOf(referrals)
type Selected = { readonly lines: ReadonlySet<number>; readonly clear: () => void }

/** The next statuses of the referral; where sales are not paid, a manager must give a reason. */
const Moves = () => {
  const record = useDetail()
  const { user } = record.form
  const values = useFormState(record.form, (state) => state.values)
  const move = async (to: number) => {
    const send = (more: object) =>
      record.act(`/api/referrals/${String(record.key)}`, { ...sentOf(values), StatusId: to, ...more })
    const decision = mayMove(values, to, user)
    if (decision.ok || decision.code !== 'dues') return send({})
    const OverrideRemarks = await askText({ label: 'Reason', text: decision.reason })
    if (OverrideRemarks !== undefined) await send({ OverrideRemarks })
  }
  return moves
    .filter(({ from }) => from === values.StatusId)
    .map(({ to, label }) => {
      const decision = mayMove(values, to, user)
      const isAsked = !decision.ok && decision.code === 'dues' && isPrivileged(user)
      return (
        <Button
          key={to}
          label={label}
          icon={label === 'Undispatch' ? IconArrowBackUp : IconArrowRight}
          reason={isAsked ? undefined : reasonOf(orAsked(decision))}
          onClick={() => void move(to)}
        />
      )
    })
}

const Snooze = ({ lines, clear }: Selected) => {
  const record = useDetail()
  const snooze = async () => {
    if (lines.size === 0) {
      await askChoice({ title: 'Snooze', text: snoozeNeedsLines, choices: [], cancel: 'Close' })
      return
    }
    if (!(await ask({ text: snoozeText, tall: true }))) return
    await record.act(`/api/snooze/${String(record.key)}`, { SaleProductIds: [...lines] })
    clear()
  }
  return <Button label="Snooze" icon={IconClockPause} count={lines.size || undefined} onClick={() => void snooze()} />
}

const Reevaluate = ({ clear }: Pick<Selected, 'clear'>) => {
  const record = useDetail()
  const reevaluate = async () => {
    const today = dayOf(new Date())
    const days = await askDays({
      title: 'Reevaluate',
      text: reevaluateText,
      start: { FromDate: today, ToDate: today },
    })
    if (!days) return
    const range = { FromDate: startOfDay(days.FromDate), ToDate: endOfDay(days.ToDate) }
    const path = `/api/reevaluate/referrals/${String(record.key)}`
    try {
      const more = changesText(await answerTo(wouldReevaluate, { ReferralId: Number(record.key), ...range }))
      if (!(await ask({ text: reevaluateText, more, tall: true }))) return
      await record.act(path, range)
      clear()
    } catch (error) {
      sayError(error)
    }
  }
  return <Button label="Reevaluate" icon={IconRefresh} onClick={() => void reevaluate()} />
}

export const Acts = (selected: Selected) => {
  const record = useDetail()
  const { update } = useActions()
  const status = useFormState(record.form, (state) => state.values.StatusId)
  // a user without the permit sees nothing
  if (update === undefined) return null
  return (
    <>
      <Moves />
      <Pay />
      <CancelPayment />
      {status === referralStatus.Pending && (
        <>
          <Snooze {...selected} />
          <Reevaluate clear={selected.clear} />
        </>
      )}
    </>
  )
}
