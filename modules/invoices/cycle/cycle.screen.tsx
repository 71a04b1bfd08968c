// The button of the invoices' list that invoices the buyers of a bill cycle: first what each would be invoiced.
import { IconCalendarDollar } from '@tabler/icons-react'
import { useState } from 'react'
import { dayOf, endOfDay } from '../../../core/dates.ts'
import { formatMoney, sumAmounts } from '../../../core/money.ts'
import { messageOf, post } from '../../../web/api/api.ts'
import { forget, useGet } from '../../../web/api/cache.ts'
import { runsPath } from '../../../web/api/runs.ts'
import { Button } from '../../../web/part/button.tsx'
import { Labelled } from '../../../web/part/labelled.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { FollowRun, type Started } from '../../../web/print/follow-run.tsx'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { billCycles } from '../../lists/items.model.ts'
import { invoices } from '../invoices.model.ts'
import './cycle.screen.css'

type Draft = {
  readonly BuyerId: number
  readonly Buyer: string
  readonly Sales: number
  readonly NetAmount: number
}
type Item = { readonly ListItemId: number; readonly ItemLabel: string }

// there before the list has come, so that what is typed at once is not lost
const usual: readonly Item[] = Object.values(billCycles.items).map(({ id, label }) => ({
  ListItemId: id,
  ItemLabel: label,
}))

const Drafts = ({ drafts }: { drafts: readonly Draft[] }) => (
  <table className="drafts">
    <thead>
      <tr>
        <th scope="col">Buyer</th>
        <th scope="col" className="number">
          Sales
        </th>
        <th scope="col" className="number">
          Net Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {drafts.map((draft) => (
        <tr key={draft.BuyerId}>
          <th scope="row">{draft.Buyer}</th>
          <td className="number">{draft.Sales}</td>
          <td className="number">{formatMoney(draft.NetAmount)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td className="number">{drafts.reduce((sum, draft) => sum + draft.Sales, 0)}</td>
        <td className="number">{formatMoney(sumAmounts(drafts.map((draft) => draft.NetAmount)))}</td>
      </tr>
    </tfoot>
  </table>
)

const CycleDialog = ({ onClose }: { onClose: () => void }) => {
  const { Entity } = useSession()
  const [cycle, setCycle] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [started, setStarted] = useState<Started>()
  const cycles = useGet<Item[]>('/api/listitems', { ListId: billCycles.listId })
  const body = { SellerId: Entity.ClientId, BillCycleId: cycle, InvoiceDate: endOfDay(dayOf(new Date())) }
  const drafts = useGet<Draft[]>(cycle === undefined ? undefined : '/api/getdata/113', body)
  const issue = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { SellerId, BillCycleId } = body
      setStarted(await post<Started>('/api/generate/invoices', { SellerId, BillCycleId }))
      await forget(runsPath)
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    void forget(`/api/${invoices.id}`, '/api/getdata')
    onClose()
  }
  if (started) return <FollowRun title="Invoice a cycle" started={started} onClose={close} />
  const found = drafts.data ?? []
  const said = error ?? drafts.error
  return (
    <Modal
      title="Invoice a cycle"
      width={640}
      height={480}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button
            label="Issue"
            look="primary"
            count={found.length || undefined}
            busy={busy}
            reason={found.length === 0 ? 'Nothing is to be invoiced' : undefined}
            onClick={() => void issue()}
          />
        </>
      }
    >
      {said !== undefined && said !== null && (
        <p className="band bad" role="alert">
          {messageOf(said)}
        </p>
      )}
      <Labelled label="Bill Cycle">
        {(given) => (
          <select
            {...given}
            className="input"
            autoFocus
            value={cycle ?? ''}
            onChange={(event) => setCycle(event.target.value === '' ? undefined : Number(event.target.value))}
          >
            <option value="" />
            {(cycles.data ?? usual).map((item) => (
              <option key={item.ListItemId} value={item.ListItemId}>
                {item.ItemLabel}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {cycle !== undefined && drafts.isSuccess && found.length === 0 && (
        <p className="quiet">Nothing is to be invoiced by today.</p>
      )}
      {found.length > 0 && <Drafts drafts={found} />}
    </Modal>
  )
}

export const InvoiceCycle = () => {
  const session = useSession()
  const [open, setOpen] = useState(false)
  if (!may(session, invoices.id, 'create')) return null
  return (
    <>
      <Button label="Invoice a cycle" icon={IconCalendarDollar} hotkey="alt+i" onClick={() => setOpen(true)} />
      {open && <CycleDialog onClose={() => setOpen(false)} />}
    </>
  )
}
