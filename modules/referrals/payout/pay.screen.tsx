// The button that pays a referrer all that is delivered, and how.
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { Button } from '../../../web/part/button.tsx'
import { useFormState } from '../../../web/record/use-form.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { payoutFields, referrals } from '../referrals.model.ts'
import { mayPay } from './payout.rules.ts'

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
