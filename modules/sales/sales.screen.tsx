// A sale: booked, read, changed, accessioned, cancelled, printed.
import { useNavigate } from '@tanstack/react-router'
import { IconBan, IconCopy, IconFlask, IconLockOpen, IconPrinter, IconReceiptRefund, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { put } from '../../web/api.ts'
import { Button } from '../../web/button.tsx'
import { ActionButton, Detail } from '../../web/detail/detail.tsx'
import { useFormState } from '../../web/detail/use-form.ts'
import { useRecord } from '../../web/detail/use-record.ts'
import { ask, askText } from '../../web/dialog/ask.ts'
import { dotOf } from '../../web/list/status.ts'
import { PrintDialog } from '../../web/print/print-dialog.tsx'
import { booking } from './booking.screen.tsx'
import { stateOfBooking } from './booking.rules.ts'
import { SaleHeader } from './header.screen.tsx'
import { Products } from './products.screen.tsx'
import { Receipts } from './receipts.screen.tsx'
import { RefundDialog } from './refund.screen.tsx'
import { sales } from './sales.model.ts'
import { cancelSaleText, reaccessionText } from './status.rules.ts'
import { Samples, Steps } from './steps.screen.tsx'
import { Totals } from './totals.screen.tsx'
import './sales.screen.css'

export const Screen = () => {
  const record = useRecord(sales, booking)
  const { form, key } = record
  const navigate = useNavigate()
  const values = useFormState(form, (state) => state.began)
  const mode = useFormState(form, (state) => state.mode)
  const [open, setOpen] = useState<'print' | 'refund'>()
  const status = Number(values['StatusId'] ?? 0)
  const excess = Number(values['Paid'] ?? 0) - Number(values['NetAmount'] ?? 0)
  const label = (values['SaleStatus'] as { ItemLabel?: string } | null | undefined)?.ItemLabel

  const cancel = async () => {
    if (await ask({ text: cancelSaleText(stateOfBooking(values)) })) await record.act('/api/cancel/sales')
  }
  const accession = async () => {
    if (status < 95 || (await ask({ text: reaccessionText }))) await record.act('/api/accession/sales')
  }
  const unlock = async () => {
    const reason = await askText({
      label: 'Reason',
      text: 'The accession is taken back so that the products can be changed.',
      required: false,
    })
    if (reason !== undefined) await record.act('/api/unlock/sales', { formId: key, ...(reason && { reason }) })
  }
  return (
    <Detail
      record={record}
      className="sale"
      status={
        label && (
          <span className="head-status">
            <i className={`dot ${dotOf(values, 'Status')}`} aria-hidden="true" />
            {label}
          </span>
        )
      }
      viewActions={
        <>
          <ActionButton permit="print" label="Print" icon={IconPrinter} hotkey="alt+p" onClick={() => setOpen('print')} />
          <ActionButton
            permit="reaccession"
            label={status < 95 ? 'Accession' : 'Re-accession'}
            icon={status < 95 ? IconFlask : IconRefresh}
            hotkey="alt+a"
            onClick={() => void accession()}
          />
          {status >= 95 && <ActionButton permit="unlock" label="Unlock Accession" icon={IconLockOpen} onClick={() => void unlock()} />}
          {excess > 0 && values['Actions'] !== undefined && (values['Actions'] as Record<string, unknown>)['cancel'] !== undefined && (
            <Button label="Refund" icon={IconReceiptRefund} onClick={() => setOpen('refund')} />
          )}
          <ActionButton
            permit="create"
            label="Clone"
            icon={IconCopy}
            onClick={() => void navigate({ to: '/$moduleId', params: { moduleId: 'sales' }, search: { SaleId: Number(key), clone: true } })}
          />
          <ActionButton permit="cancel" label="Cancel Sale" icon={IconBan} look="danger" onClick={() => void cancel()} />
        </>
      }
      editActions={
        mode === 'add' && (
          <Button
            label="Save & Accession"
            icon={IconFlask}
            hotkey="alt+a"
            onClick={() => void record.save({ then: (answer) => put('/api/accession/sales', { formId: answer['SaleId'] }) })}
          />
        )
      }
    >
      <SaleHeader />
      {mode === 'view' && <Steps />}
      <Products />
      <div className="sale-foot">
        {mode === 'view' && <Samples />}
        <Receipts />
        <Totals />
      </div>
      {open === 'print' && (
        <PrintDialog moduleId="sales" formId={Number(key)} clientId={Number(values['SellerId'])} onClose={() => setOpen(undefined)} />
      )}
      {open === 'refund' && (
        <RefundDialog
          excess={excess}
          onClose={() => setOpen(undefined)}
          onRefund={(body) => {
            setOpen(undefined)
            void record.act('/api/refund/sales', { formId: key, ...body })
          }}
        />
      )}
    </Detail>
  )
}
