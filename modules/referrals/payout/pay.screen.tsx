// The buttons that pay a referrer all that is delivered, and that cancel a payment which no transaction made.
import { IconBan, IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { reasonOf } from '../../../core/refusal.ts'
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { askText } from '../../../web/dialog/ask.ts'
import { Button } from '../../../web/part/button.tsx'
import { useFormState } from '../../../web/record/use-form.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { paymentMode, referralStatus } from '../../lists/items.model.ts'
import { payoutFields, referrals } from '../referrals.model.ts'
import { mayCancelPayment, mayPay } from './payout.rules.ts'

const { useDetail } = screenOf(referrals)

export const Pay = () => {
  const record = useDetail()
  const { Referrer, StatusId } = useFormState(record.form, (state) => state.values)
  const [asking, setAsking] = useState(false)
  if (!mayPay({ StatusId: StatusId ?? null }).ok) return null
  return (
    <>
      <Button label="Pay" icon={IconCash} look="primary" hotkey="alt+y" onClick={() => setAsking(true)} />
      {asking && (
        <AskFields
          title="Pay commission"
          label="Pay"
          text={`Pays ${Referrer?.Name ?? 'the referrer'} all that is delivered, less what is taken back.`}
          fields={payoutFields}
          start={{ PaymentModeId: paymentMode.BankTransfer, PaymentRef: null, Remarks: null }}
          onDo={(body) => record.tryAct(`/api/pay/referrals/${String(record.key)}`, body)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** A payment by a transaction is cancelled there: the button says so. */
export const CancelPayment = () => {
  const record = useDetail()
  const { StatusId = null, PaidBy = null } = useFormState(record.form, (state) => state.values)
  if (StatusId !== referralStatus.Paid) return null
  const cancel = async () => {
    const reason = await askText({
      title: 'Cancel the payment',
      label: 'Reason',
      text: 'The referral is delivered again. Tax that took all of it is owed to the referrer.',
    })
    if (reason !== undefined) await record.act(`/api/cancelpayment/referrals/${String(record.key)}`, { reason })
  }
  return (
    <Button
      label="Cancel Payment"
      icon={IconBan}
      look="danger"
      reason={reasonOf(mayCancelPayment({ StatusId, PaidBy }, record.form.user))}
      onClick={() => void cancel()}
    />
  )
}
