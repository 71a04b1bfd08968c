// Asks how an overpayment is refunded.
import { useState } from 'react'
import { formatMoney } from '../../../core/money.ts'
import { Button } from '../../../web/part/button.tsx'
import { Control } from '../../../web/field/control.tsx'
import { Labelled } from '../../../web/part/labelled.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { useSession } from '../../../web/session/session.ts'
import { amountOf } from './booking.rules.ts'
import { checkRefund } from '../receipts/receipts.rules.ts'
import { receiptFields, type Receipt } from '../receipt.model.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { cameBy } from '../../transactions/drawer/refund.rules.ts'

type Refund = { PaymentModeId: number | null; Amount: number | null; PaymentRef: string | null; Remarks: string | null }
type Props = { excess: number; receipts: readonly Receipt[]; onRefund: (refund: Refund) => void; onClose: () => void }
/** The mode in which most of it came: money goes back by it. */
const mostIn = (receipts: readonly Receipt[]): number =>
  receipts
    .flatMap(({ PaymentModeId }) => (typeof PaymentModeId === 'number' ? [PaymentModeId] : []))
    .reduce((best, mode) => (cameBy(receipts, mode) > cameBy(receipts, best) ? mode : best), paymentMode.Cash)

const names = ['PaymentModeId', 'Amount', 'PaymentRef', 'Remarks'] as const

export const RefundDialog = ({ excess, receipts, onRefund, onClose }: Props) => {
  const { Role } = useSession()
  const [refund, setRefund] = useState<Refund>({
    PaymentModeId: mostIn(receipts),
    Amount: excess,
    PaymentRef: null,
    Remarks: null,
  })
  const [refusal, setRefusal] = useState<string>()
  const yes = () => {
    const amount = amountOf(refund.Amount)
    const decision = checkRefund({ ...refund, Amount: amount }, Role.RoleId)
    if (!decision.ok) setRefusal(decision.reason)
    else if ((amount ?? 0) > excess) setRefusal(`At most ${formatMoney(excess, { symbol: true })} can be refunded`)
    else onRefund({ ...refund, Amount: amount })
  }
  return (
    <Modal
      title="Refund"
      width={640}
      height={320}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label="Refund" look="primary" onClick={yes} />
        </>
      }
    >
      <p className="refund-said">{formatMoney(excess, { symbol: true })} was overpaid.</p>
      <div className="fields two">
        {names.map((name) => (
          <Labelled key={name} label={receiptFields[name].label}>
            {(given) => (
              <Control
                {...given}
                field={receiptFields[name]}
                value={refund[name]}
                around={() => ({})}
                onChange={(value) => setRefund({ ...refund, [name]: value })}
              />
            )}
          </Labelled>
        ))}
      </div>
      {refusal && (
        <p className="band bad refund-said" role="alert">
          {refusal}
        </p>
      )}
    </Modal>
  )
}
