// A sale: booked, read, changed, accessioned, cancelled, printed.
import { IconFlask } from '@tabler/icons-react'
import { useState } from 'react'
import { put } from '../../web/api/api.ts'
import { Button } from '../../web/part/button.tsx'
import { Detail } from '../../web/detail/detail.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { PrintDialog } from '../../web/print/print-dialog.tsx'
import { Waits } from './status/accession.screen.tsx'
import { booking } from './booking/booking.screen.tsx'
import { SaleHeader } from './booking/header.screen.tsx'
import { Products } from './booking/products.screen.tsx'
import { Receipts } from './booking/receipts.screen.tsx'
import { RefundDialog } from './booking/refund.screen.tsx'
import { useRecord } from './sale.screen.ts'
import { Acts } from './status/acts.screen.tsx'
import { Samples, Steps } from './status/steps.screen.tsx'
import { Totals, TotalsLine } from './booking/totals.screen.tsx'
import { saleStatuses } from '../lists/items.model.ts'
import { toneOf } from '../../core/items.ts'
import './sales.screen.css'

export const Screen = () => {
  const record = useRecord(booking)
  const { form, key } = record
  const values = useFormState(form, (state) => state.began)
  const mode = useFormState(form, (state) => state.mode)
  const [open, setOpen] = useState<'print' | 'refund'>()
  const status = Number(values.StatusId ?? 0)
  const excess = (values.Paid ?? 0) - (values.NetAmount ?? 0)
  const label = values.SaleStatus?.ItemLabel

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
      viewActions={<Acts record={record} excess={excess} onOpen={setOpen} />}
      editActions={
        mode === 'add' && (
          <Button
            label="Save & Accession"
            icon={IconFlask}
            hotkey="alt+a"
            onClick={() =>
              void record.save({ then: (answer) => put('/api/accession/sales', { formId: answer.SaleId }) })
            }
          />
        )
      }
    >
      {mode === 'view' && <Waits />}
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
          clientId={Number(values.SellerId)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'refund' && (
        <RefundDialog
          excess={excess}
          receipts={values.Invoice?.Transactions ?? []}
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
