// A target on screen: for whom, between which days, and next to each figure what was reached.
import { dayOf } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { targets, type targetFields } from './targets.model.ts'
import { mayPickClient, mayPickProduct, reached } from './targets.rules.ts'

const { Field, useRecord, useValue } = screenOf(targets)
const { GridCard } = gridsOf(targets)

const productColumns: ScreenColumns<typeof targetFields, 'TargetProducts'> = [
  {
    view: 'Code',
    title: 'Code',
    width: 110,
    picks: 'ProductId',
    show: (row) => <span className="secondary">{row.Product?.Code}</span>,
  },
  { view: 'Name', title: 'Name', width: 'minmax(200px, 1fr)', editable: false, show: (row) => row.Product?.Name },
  { name: 'TargetQuantity', width: 130, strong: true },
  { name: 'ActualQuantity', width: 80 },
  { name: 'TargetSaleAmount', width: 130, strong: true },
  { name: 'ActualSaleAmount', width: 120 },
]
const clientColumns: ScreenColumns<typeof targetFields, 'TargetClients'> = [
  {
    view: 'Code',
    title: 'Code',
    width: 110,
    picks: 'ClientId',
    // a doctor has no code
    show: (row) => <span className="secondary">{row.Client && (row.Client.Code || '–')}</span>,
  },
  { view: 'Name', title: 'Name', width: 'minmax(200px, 1fr)', editable: false, show: (row) => row.Client?.Name },
  { name: 'TargetVisits', width: 120, strong: true },
  { name: 'ActualVisits', width: 80 },
  { name: 'TargetSaleAmount', width: 130, strong: true },
  { name: 'ActualSaleAmount', width: 120 },
]

const inRupees = (amount: number | null) => (amount === null ? '' : formatMoney(amount, { symbol: true }))

type Amounts = { readonly ActualSaleAmount?: number | null; readonly TargetSaleAmount?: number | null }
/** What was reached of a target, as a card shows it: `3 of 8`; without a target only what was reached. */
const ofTarget = (reached: number | null | undefined, target: number | null | undefined): string =>
  target === null || target === undefined ? String(reached ?? 0) : `${reached ?? 0} of ${target}`
const soldOf = ({ ActualSaleAmount, TargetSaleAmount }: Amounts, word: string): string =>
  [word, formatMoney(ActualSaleAmount ?? 0), TargetSaleAmount != null && `of ${formatMoney(TargetSaleAmount)}`]
    .filter(Boolean)
    .join(' ')

/** What was sold so far, and what a day must sell from now on. */
const Reached = () => {
  const [StartDate, EndDate] = [useValue('StartDate'), useValue('EndDate')]
  const [TargetSaleAmount, sold] = [useValue('TargetSaleAmount'), useValue('ActualSaleAmount') ?? 0]
  const { Percent, Gap, RunRate, NeededRate } = reached(
    { StartDate, EndDate, TargetSaleAmount },
    sold,
    dayOf(new Date()),
  )
  return (
    <section className="card" aria-label="Reached">
      <div className="fields">
        <Shown label="Sold" note={Percent === null ? undefined : `${Percent} %`}>
          {inRupees(sold)}
        </Shown>
        <Shown label="Still to sell">{inRupees(Gap)}</Shown>
        <Shown label="Sold per day">{inRupees(RunRate)}</Shown>
        <Shown label="Needed per day">{inRupees(NeededRate)}</Shown>
      </div>
    </section>
  )
}

export const Screen = () => {
  const record = useRecord()
  const isNew = useFormState(record.form, (state) => state.mode === 'add')
  return (
    <Detail record={record}>
      <FieldCard label="Target">
        <Field name="StartDate" />
        <Field name="EndDate" />
        <Field name="SalesManagerId" span={4} />
        <Field name="TargetSaleAmount" span={4} />
      </FieldCard>
      {!isNew && <Reached />}
      <GridCard
        name="TargetProducts"
        columns={productColumns}
        height={250}
        blank="Code or name of the next product"
        mayPick={mayPickProduct}
        card={(row) => ({
          title: row.Product?.Name,
          end: ofTarget(row.ActualQuantity, row.TargetQuantity),
          note: soldOf(row, 'Sold'),
        })}
      />
      <GridCard
        name="TargetClients"
        columns={clientColumns}
        height={250}
        blank="Code or name of the next client or doctor"
        mayPick={mayPickClient}
        card={(row) => ({
          title: row.Client?.Name,
          end: soldOf(row, ''),
          note: `Visits ${ofTarget(row.ActualVisits, row.TargetVisits)}`,
        })}
      />
    </Detail>
  )
}
