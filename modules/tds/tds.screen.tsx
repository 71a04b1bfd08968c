// Tax deducted at source on screen: of whom, from what, and whether it is paid or certified.
import { IconBuildingBank, IconCertificate } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { AskFields } from '../../web/dialog/ask-fields.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { Button } from '../../web/part/button.tsx'
import { recordLink } from '../../web/record/record-link.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { may } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import { paymentMode } from '../lists/items.model.ts'
import { certificateFields, payTdsFields, tds } from './tds.model.ts'
import { mayCertify, mayPayTds } from './tds.rules.ts'
import '../../web/field/field.css'

const { useDetail, useRecord } = screenOf(tds)
const money = (amount: number | null | undefined): string => formatMoney(amount ?? 0, { symbol: true })

const Acts = () => {
  const record = useDetail()
  const { Kind, State, CertificateNo, CertificateDate, Seller } = useFormState(record.form, (state) => state.values)
  const [asking, setAsking] = useState<'pay' | 'certificate'>()
  if (!may(useSession(), 'tds', 'update')) return null
  const tax = { Kind: Kind ?? null, State: State ?? null }
  const path = (act: string) => `/api/${act}/tds/${String(record.key)}`
  return (
    <>
      {mayPayTds(tax).ok && (
        <Button
          label="Pay to Government"
          icon={IconBuildingBank}
          look="primary"
          hotkey="alt+y"
          onClick={() => setAsking('pay')}
        />
      )}
      {mayCertify(tax).ok && (
        <Button label="Certificate" icon={IconCertificate} hotkey="alt+g" onClick={() => setAsking('certificate')} />
      )}
      {asking === 'pay' && (
        <AskFields
          title="Pay TDS"
          label="Pay"
          text={`Pays all that ${Seller?.Name ?? 'the place'} withheld under this section up to the end of the month.`}
          fields={payTdsFields}
          start={{ ChallanNo: null, PaymentModeId: paymentMode.BankTransfer, PaymentRef: null }}
          onDo={(body) => record.tryAct(path('pay'), body)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'certificate' && (
        <AskFields
          title="Certificate of the customer"
          label="Save"
          text="Form 16A, or the entry of Form 26AS that shows the tax."
          fields={certificateFields}
          start={{ CertificateNo: CertificateNo ?? null, CertificateDate: CertificateDate ?? null }}
          onDo={(body) => record.tryAct(path('certificate'), body)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

const transactionLink = (id: number | null | undefined) =>
  typeof id === 'number' ? <Link {...recordLink('transactions', { TransactionId: id })}>{id}</Link> : null

const tones = new Map([
  ['To be paid', 'partly'],
  ['No certificate', 'partly'],
  ['Cancelled', 'cancelled'],
])

export const Screen = () => {
  const record = useRecord()
  const tax = useFormState(record.form, (state) => state.values)
  return (
    <Detail
      record={record}
      readOnly
      viewActions={<Acts />}
      status={
        tax.State && (
          <span className="head-status">
            <i className={`dot ${tones.get(tax.State) ?? 'done'}`} aria-hidden="true" />
            {tax.State}
          </span>
        )
      }
    >
      <section className="card" aria-label="TDS">
        <div className="fields">
          <Shown label={tax.Kind === 'withheld' ? 'Withheld from' : 'Deducted by'} span={4}>
            {tax.Party?.Name}
          </Shown>
          <Shown label="Place" span={4}>
            {tax.Seller?.Name}
          </Shown>
          <Shown label="Quarter">{tax.Quarter}</Shown>
          <Shown label="Day">{formatDate(tax.DeductedOn)}</Shown>
          <Shown label="Section">{tax.Section}</Shown>
          {tax.Kind === 'withheld' && <Shown label="PAN">{tax.Pan}</Shown>}
          <Shown label="Deducted from">{money(tax.BaseAmount)}</Shown>
          {typeof tax.Rate === 'number' && <Shown label="Rate">{`${tax.Rate} %`}</Shown>}
          <Shown label="TDS">{money(tax.Amount)}</Shown>
          <Shown label="Transaction">{transactionLink(tax.TransactionId)}</Shown>
          {typeof tax.PaidById === 'number' && (
            <Shown label="Paid by transaction" note={tax.ChallanNo ? `Challan ${tax.ChallanNo}` : undefined}>
              {transactionLink(tax.PaidById)}
            </Shown>
          )}
          {tax.CertificateNo && (
            <Shown label="Certificate" note={formatDate(tax.CertificateDate)}>
              {tax.CertificateNo}
            </Shown>
          )}
        </div>
      </section>
    </Detail>
  )
}
