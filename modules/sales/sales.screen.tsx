// A sale: booked, read, changed, accessioned, cancelled, printed.
import { useNavigate } from '@tanstack/react-router'
import {
  IconBan,
  IconCopy,
  IconFlask,
  IconLockOpen,
  IconPrinter,
  IconReceiptRefund,
  IconRefresh,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { put } from '../../web/api/api.ts'
import { Button } from '../../web/part/button.tsx'
import { ActionButton, Detail } from '../../web/detail/detail.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { useRecord } from '../../web/edit/use-record.ts'
import { ask, askText } from '../../web/dialog/ask.ts'
import { More } from '../../web/part/more.tsx'
import { PrintDialog } from '../../web/print/print-dialog.tsx'
import { booking } from './booking/booking.screen.tsx'
import { SaleHeader } from './booking/header.screen.tsx'
import { Products } from './booking/products.screen.tsx'
import { Receipts } from './booking/receipts.screen.tsx'
import { RefundDialog } from './booking/refund.screen.tsx'
import { sales } from './sales.model.ts'
import { cancelNeedsReason, cancelSaleText, reaccessionText, saleStateOf } from './status/status.rules.ts'
import { Samples, Steps } from './status/steps.screen.tsx'
import { Totals, TotalsLine } from './booking/totals.screen.tsx'
import { saleStatus, saleStatuses } from '../lists/items.model.ts'
import { toneOf } from '../../core/items.ts'
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
    const state = saleStateOf(values)
    if (!cancelNeedsReason(state)) {
      if (await ask({ text: cancelSaleText(state) })) await record.act('/api/cancel/sales')
      return
    }
    const reason = await askText({ label: 'Reason', text: cancelSaleText(state) })
    if (reason !== undefined) await record.act('/api/cancel/sales', { formId: key, reason })
  }
  const accession = async () => {
    if (status < saleStatus.Accessioned || (await ask({ text: reaccessionText })))
      await record.act('/api/accession/sales')
  }
  const unlock = async () => {
    const reason = await askText({
      label: 'Reason',
      text: 'The accession is taken back so that the products can be changed.',
      required: false,
    })
    if (reason !== undefined) await record.act('/api/unlock/sales', { formId: key, ...(reason && { reason }) })
  }
  const clone = () =>
    void navigate({ to: '/$moduleId', params: { moduleId: 'sales' }, search: { SaleId: Number(key), clone: true } })
  const actions = values['Actions'] as Readonly<Record<string, true | string>> | undefined
  /** A rare act, absent without its permit; a refund needs no more than the permit. */
  const rare = (
    permit: string,
    label: string,
    Icon: ComponentType<{ size: number; stroke: number }>,
    act: () => void,
    hotkey?: string,
  ) => {
    const allowed = actions?.[permit]
    if (allowed === undefined) return undefined
    const reason = allowed === true || label === 'Refund' ? undefined : allowed
    return { label, icon: <Icon size={16} stroke={1.6} />, act, reason, ...(hotkey && { hotkey }) }
  }
  return (
    <Detail
      record={record}
      className="sale"
      status={
        label && (
          <span className="head-status">
            <i className={`dot ${toneOf(saleStatuses, status)}`} aria-hidden="true" />
            {label}
          </span>
        )
      }
      viewActions={
        <>
          <ActionButton
            permit="print"
            label="Print"
            icon={IconPrinter}
            hotkey="alt+p"
            onClick={() => setOpen('print')}
          />
          {status < saleStatus.Accessioned && (
            <ActionButton
              permit="reaccession"
              label="Accession"
              icon={IconFlask}
              hotkey="alt+a"
              onClick={() => void accession()}
            />
          )}
          <ActionButton
            permit="cancel"
            label="Cancel Sale"
            icon={IconBan}
            look="danger"
            onClick={() => void cancel()}
          />
          <More
            items={[
              status >= saleStatus.Accessioned
                ? rare('reaccession', 'Re-accession', IconRefresh, () => void accession(), 'alt+a')
                : undefined,
              status >= saleStatus.Accessioned
                ? rare('unlock', 'Unlock Accession', IconLockOpen, () => void unlock())
                : undefined,
              excess > 0 ? rare('cancel', 'Refund', IconReceiptRefund, () => setOpen('refund')) : undefined,
              rare('create', 'Clone', IconCopy, clone),
            ]}
          />
        </>
      }
      editActions={
        mode === 'add' && (
          <Button
            label="Save & Accession"
            icon={IconFlask}
            hotkey="alt+a"
            onClick={() =>
              void record.save({ then: (answer) => put('/api/accession/sales', { formId: answer['SaleId'] }) })
            }
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
      <TotalsLine />
      {open === 'print' && (
        <PrintDialog
          moduleId="sales"
          formId={Number(key)}
          clientId={Number(values['SellerId'])}
          onClose={() => setOpen(undefined)}
        />
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
