// The button of the invoices' list that reminds overdue buyers by e-mail: who, of how much, and when last.
import { IconMailExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { dayOf, formatDate } from '../../../core/dates.ts'
import { formatMoney, sumAmounts } from '../../../core/money.ts'
import { reasonOf } from '../../../core/refusal.ts'
import { postTo } from '../../../web/api/api.ts'
import { forget, useAnswer } from '../../../web/api/cache.ts'
import { say } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { BuyersDialog } from '../buyers/buyers-dialog.screen.tsx'
import { invoices } from '../invoices.model.ts'
import { mayRemind, mostReminded } from './reminders.rules.ts'
import { buyersOverdue, buyersReminded } from '../answers/answers.model.ts'
import type { RowTo } from '../../../core/answer/answer.ts'
import '../cycle/cycle.screen.css'

type Buyer = RowTo<typeof buyersOverdue>

type RowProps = { buyer: Buyer; chosen: boolean; onToggle: () => void }
const BuyerRow = ({ buyer, chosen, onToggle }: RowProps) => {
  const reason = reasonOf(mayRemind(buyer, dayOf(new Date())))
  return (
    <tr className="draft">
      <td>
        <input
          type="checkbox"
          aria-label={`Remind ${buyer.Buyer}`}
          checked={chosen}
          disabled={reason !== undefined}
          onChange={onToggle}
        />
      </td>
      <th scope="row">
        {buyer.Buyer}
        {reason !== undefined && <div className="quiet">{reason}</div>}
      </th>
      <td>{formatDate(buyer.DueDate)}</td>
      <td className="number">{buyer.Invoices}</td>
      <td className="number">{formatMoney(buyer.Overdue)}</td>
    </tr>
  )
}

const RemindDialog = ({ onClose }: { onClose: () => void }) => {
  const { Entity } = useSession()
  const SellerId = Entity.ClientId
  const found = useAnswer(buyersOverdue, { SellerId })
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const buyers = found.data ?? []
  const today = dayOf(new Date())
  const chosen = buyers.filter((buyer) => !left.has(buyer.BuyerId) && mayRemind(buyer, today).ok).slice(0, mostReminded)
  const ids = chosen.map((buyer) => buyer.BuyerId)
  const toggle = (id: number) => setLeft(new Set(left.has(id) ? [...left].filter((one) => one !== id) : [...left, id]))
  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { message } = await postTo(buyersReminded, { SellerId, BuyerIds: ids })
      await forget(`/api/${buyersOverdue.path}`)
      say(message)
      onClose()
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  return (
    <BuyersDialog
      title="Remind overdue buyers"
      label="Remind"
      count={chosen.length}
      busy={busy}
      error={error ?? found.error}
      onDo={send}
      onClose={onClose}
    >
      {found.isSuccess && buyers.length === 0 && <p className="quiet">No buyer of {Entity.Name} is overdue.</p>}
      {buyers.length > 0 && (
        <table className="drafts">
          <thead>
            <tr>
              <td />
              <th scope="col">Buyer</th>
              <th scope="col">Due since</th>
              <th scope="col" className="number">
                Invoices
              </th>
              <th scope="col" className="number">
                Overdue
              </th>
            </tr>
          </thead>
          <tbody>
            {buyers.map((buyer) => (
              <BuyerRow
                key={buyer.BuyerId}
                buyer={buyer}
                chosen={ids.includes(buyer.BuyerId)}
                onToggle={() => toggle(buyer.BuyerId)}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              <th scope="row">Total</th>
              <td />
              <td className="number">{chosen.reduce((sum, buyer) => sum + buyer.Invoices, 0)}</td>
              <td className="number">{formatMoney(sumAmounts(chosen.map((buyer) => buyer.Overdue)))}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </BuyersDialog>
  )
}

export const Remind = () => {
  const session = useSession()
  const [open, setOpen] = useState(false)
  if (!may(session, invoices.id, 'update')) return null
  return (
    <>
      <Button label="Remind" icon={IconMailExclamation} onClick={() => setOpen(true)} />
      {open && <RemindDialog onClose={() => setOpen(false)} />}
    </>
  )
}
