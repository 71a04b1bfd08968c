// A referral on screen: for whom, the commission of each line, and its status.
import { useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { toneOf } from '../../core/items.ts'
import { commissionAmount, formatMoney } from '../../core/money.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { referralStatuses } from '../lists/items.model.ts'
import { Acts } from './acts.screen.tsx'
import { Clawbacks } from './clawbacks.screen.tsx'
import { referrals, type referralFields } from './referrals.model.ts'
import { paymentText, withheldText } from './payout/payout.rules.ts'
import { isDue, mayEditCommission, sentOf, totalOf } from './referrals.rules.ts'
import '../../web/field/field.css'

const { Field, useRecord, useValue } = screenOf(referrals)
const { GridCard } = gridsOf(referrals)
type Columns = ScreenColumns<typeof referralFields, 'SaleProducts'>

const columns: Columns = [
  {
    view: 'SaleDate',
    title: 'Sale Date',
    width: 168,
    editable: false,
    show: (row) => formatDateTime(row.Sale?.SaleDate),
  },
  {
    view: 'Patient',
    title: 'Patient',
    width: 'minmax(92px, 1fr)',
    editable: false,
    show: (row) => row.Sale?.Patient?.Name,
  },
  {
    view: 'Seller',
    title: 'Seller',
    width: 'minmax(64px, 120px)',
    editable: false,
    show: (row) => row.Sale?.Seller?.Name,
  },
  {
    view: 'Buyer',
    title: 'Buyer',
    width: 'minmax(64px, 120px)',
    editable: false,
    show: (row) => row.Sale?.Buyer?.Name,
  },
  { view: 'Code', title: 'Product Code', width: 92, editable: false, show: (row) => row.Product?.Code },
  { view: 'Name', title: 'Name', width: 'minmax(96px, 1fr)', editable: false, show: (row) => row.Product?.Name },
  { name: 'Price', width: 80 },
  { name: 'DiscountPercent', width: 84 },
  { name: 'CommissionPercent', width: 104, strong: true },
  { name: 'Commission', width: 88 },
  { name: 'CommissionReason', width: 'minmax(72px, 1fr)' },
  { view: 'SaleDue', title: 'Sale Due', width: 84, editable: false, show: (row) => formatMoney(row.Sale?.Due ?? 0) },
]

const Header = () => {
  const [referrer, seller] = [useValue('Referrer'), useValue('Seller')]
  const [lines, clawbacks] = [useValue('SaleProducts'), useValue('Clawbacks')]
  const [created, status, paid] = [useValue('CreatedOn'), useValue('ReferralStatus'), useValue('PaidBy')]
  const withheld = useValue('Withheld') ?? null
  return (
    <>
      <Shown label="Status">{status?.ItemLabel}</Shown>
      <Shown label="Created On">{formatDateTime(created)}</Shown>
      <Shown label="Referrer" span={4}>
        {referrer?.Name}
      </Shown>
      <Shown label="Seller" span={4}>
        {seller?.Name}
      </Shown>
      <Field name="SalesManagerId" span={4} />
      {paid && (
        <Shown label="Paid by" span={4}>
          {paymentText(paid)}
        </Shown>
      )}
      {withheld !== null && (
        <Shown label="Paid by" span={4}>
          {withheldText(withheld)}
        </Shown>
      )}
      <Shown label="Total Amount">
        {formatMoney(totalOf({ SaleProducts: lines, Clawbacks: clawbacks }), { symbol: true })}
      </Shown>
    </>
  )
}

/** The box in front of a row. */
const Tick = ({ label, on, toggle }: { label: string; on: boolean; toggle: () => void }) => (
  <input type="checkbox" aria-label={label} checked={on} onChange={toggle} />
)

export const Screen = () => {
  const [lines, setLines] = useState<ReadonlySet<number>>(new Set())
  const record = useRecord({
    send: (_sent, values) => sentOf(values),
    locked: (name, values) => {
      const decision = name.startsWith('SaleProducts') ? mayEditCommission(values) : undefined
      return decision?.ok === false ? decision.reason : undefined
    },
  })
  const { StatusId, ReferralStatus } = useFormState(record.form, (state) => state.values)
  const toggle = (id: number) =>
    setLines((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const clear = () => setLines(new Set())
  const ticked: Columns = [
    {
      view: 'Ticked',
      title: '',
      width: 36,
      editable: false,
      show: (row) => (
        <Tick
          label={`${row.Product?.Name ?? ''} of ${row.Sale?.Patient?.Name ?? ''}`}
          on={lines.has(Number(row.SaleProductId))}
          toggle={() => toggle(Number(row.SaleProductId))}
        />
      ),
    },
    ...columns,
  ]
  return (
    <Detail
      record={record}
      status={
        <span className="head-status">
          <i className={`dot ${toneOf(referralStatuses, StatusId ?? 0)}`} aria-hidden="true" />
          {ReferralStatus?.ItemLabel}
        </span>
      }
      viewActions={<Acts lines={lines} clear={clear} />}
    >
      <FieldCard label="Referral">
        <Header />
      </FieldCard>
      <GridCard
        name="SaleProducts"
        columns={ticked}
        height={350}
        grows={false}
        onRow={(row) => ({
          ...row,
          Commission: commissionAmount(row.Price, row.DiscountPercent, row.CommissionPercent),
        })}
        rowClass={(row) => (isDue(row) ? 'cancelled' : undefined)}
        card={(row) => ({
          title: row.Product?.Name,
          end: formatMoney(row.Commission ?? 0),
          note: [row.Sale?.Patient?.Name, formatDateTime(row.Sale?.SaleDate)].filter(Boolean).join(', '),
        })}
      />
      <Clawbacks />
    </Detail>
  )
}
