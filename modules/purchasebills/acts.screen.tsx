// What is done with a purchase bill on screen: paid, settled from what was paid ahead, cancelled.
import { IconArrowsSplit, IconBan, IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { formatMoney } from '../../core/money.ts'
import { allOf, reasonOf } from '../../core/refusal.ts'
import { AskFields } from '../../web/dialog/ask-fields.tsx'
import { askText } from '../../web/dialog/ask.ts'
import { Button } from '../../web/part/button.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { paymentMode } from '../lists/items.model.ts'
import { mayPut } from '../transactions/allocations/allocations.rules.ts'
import { payBillFields, purchasebills } from './purchasebills.model.ts'
import { mayCancelBill, mayPayBill } from './purchasebills.rules.ts'

const { useActions, useDetail } = screenOf(purchasebills)

export const Acts = () => {
  const record = useDetail()
  const { State, Outstanding, Supplier } = useFormState(record.form, (state) => state.values)
  const [paying, setPaying] = useState(false)
  const { update } = useActions()
  if (update === undefined) return null
  const bill = { State: State ?? null, Outstanding: Outstanding ?? 0 }
  const path = (act: string) => `/api/${act}/purchasebills/${String(record.key)}`
  const cancel = async () => {
    const reason = await askText({
      title: 'Cancel the bill',
      label: 'Reason',
      text: 'It is posted back today. Its work may be billed again, and what paid it is paid ahead.',
    })
    if (reason !== undefined) await record.act(path('cancel'), { reason })
  }
  const left = formatMoney(Outstanding ?? 0, { symbol: true })
  const pays = reasonOf(mayPayBill(bill))
  return (
    <>
      <Button label="Pay" icon={IconCash} look="primary" hotkey="alt+y" reason={pays} onClick={() => setPaying(true)} />
      <Button
        label="Use Paid Ahead"
        icon={IconArrowsSplit}
        hotkey="alt+l"
        reason={reasonOf(allOf(mayPut(record.form.user), mayPayBill(bill)))}
        onClick={() => void record.act(path('allocate'), {})}
      />
      <Button
        label="Cancel Bill"
        icon={IconBan}
        look="danger"
        reason={reasonOf(allOf(mayPut(record.form.user), mayCancelBill(bill)))}
        onClick={() => void cancel()}
      />
      {paying && (
        <AskFields
          title="Pay the bill"
          label="Pay"
          text={`Pays ${Supplier?.Name ?? 'the supplier'}. ${left} is left; TDS that is due is withheld from it.`}
          fields={payBillFields}
          start={{
            Amount: Outstanding ?? null,
            PaymentModeId: paymentMode.BankTransfer,
            PaymentRef: null,
            Remarks: null,
          }}
          onDo={(body) => record.tryAct(path('pay'), body)}
          onClose={() => setPaying(false)}
        />
      )}
    </>
  )
}
