// The network's settings on screen, each with an example.
import { formatDate } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { reasonOf } from '../../core/refusal.ts'
import { ask } from '../../web/dialog/ask.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { Backups } from './backups.screen.tsx'
import { isZone, offsetOf } from './known.rules.ts'
import { settings, type settingsFields } from './settings.model.ts'
import { mayMove, settingErrors } from './settings.rules.ts'
import '../../web/grid/grid-card.css'

const { Field, useRecord, useValue } = screenOf(settings)
const { GridCard } = gridsOf(settings)

const options: RecordOptions<typeof settingsFields> = {
  check: settingErrors,
  locked: (name, values) => reasonOf(mayMove(name, values)),
  // one wrong letter would send patients to a wrong address
  confirm: (form) => {
    const { began, values } = form.state()
    const address = values.PublicAddress ?? ''
    const isElsewhere = address !== '' && URL.canParse(address) && new URL(address).host !== location.host
    return address === (began.PublicAddress ?? '') || !isElsewhere
      ? Promise.resolve(true)
      : ask({
          text:
            `You work at ${location.host}, and the new public address is ${address}. ` +
            'The codes on reports will lead there from now on. Continue?',
        })
  },
}

const tdsColumns: ScreenColumns<typeof settingsFields, 'TdsRates'> = [
  { name: 'EffectiveFromDate', width: 140 },
  { name: 'PaidFor', width: 160 },
  { name: 'Section', width: 'minmax(120px, 1fr)' },
  { name: 'Rate', width: 110 },
  { name: 'RateWithoutPan', width: 150 },
  { name: 'Threshold', width: 160 },
]

const gstColumns: ScreenColumns<typeof settingsFields, 'GstLimits'> = [
  { name: 'EffectiveFromDate', width: 140 },
  { name: 'LargeValue', width: 160 },
]

const Days = () => {
  const zone = useValue('TimeZone') ?? ''
  const offset = isZone(zone) ? offsetOf(zone) : undefined
  return (
    <FieldCard label="Days" titled>
      <Field name="TimeZone" span={6} note={offset} />
      <Field name="YearStartMonth" span={6} note="Bill numbers restart each financial year" />
    </FieldCard>
  )
}

const Money = () => {
  const [currency, locale] = [useValue('Currency') ?? '', useValue('Locale') ?? '']
  const isKnown = Object.keys(settingErrors({ Currency: currency, Locale: locale })).length === 0
  const example =
    isKnown && currency && locale ? formatMoney(1_234_567.5, { symbol: true, currency, locale }) : undefined
  return (
    <FieldCard label="Money" titled>
      <Field name="Currency" span={6} note={example} />
      <Field name="Locale" span={6} note="How figures are grouped" />
    </FieldCard>
  )
}

export const Screen = () => (
  <Detail record={useRecord(options)} title="Network settings">
    <FieldCard label="Network" titled>
      <Field name="Name" span={6} />
      <Field name="PublicAddress" span={6} note="Address printed in the QR code of a report" />
    </FieldCard>
    <div className="grids">
      <Days />
      <Money />
    </div>
    <FieldCard label="Drawing" titled>
      <Field name="DeskDraws" span={6} note="Without it they wait on the list of tubes to draw" />
      <Field name="IdentifyAtDraw" span={6} note="By the bill, or by name and birth date or phone" />
    </FieldCard>
    <FieldCard label="Bills of patients" titled>
      <Field name="RoundBills" span={6} note="To whole rupees, as a line of its own; from the next sale on" />
    </FieldCard>
    <FieldCard label="Batches" titled>
      <Field name="CashNotes" span={6} note="Empty counts cash in one sum" />
      <Field name="DifferenceLimit" span={6} note="Above it another person confirms what is over or short" />
      <Field name="CashOnTile" span={6} note="Its money handler sees it before counting" />
    </FieldCard>
    <FieldCard label="Referrals" titled>
      <Field name="CommissionLimit" span={6} note="Of one referral; above it a second person makes it ready" />
    </FieldCard>
    <FieldCard label="Bank accounts and statements" titled>
      <Field name="BankOpeningLimit" span={6} note="Of each new account; above it a second person agrees" />
      <Field name="MatchFeePercent" span={6} note="Of what is no cash on a line; a manager matches more" />
      <Field name="MatchDepositFeePercent" span={6} note="What the bank keeps of cash; a manager matches more" />
      <Field name="MatchChargeLimit" span={6} note="A line that is a charge alone; a manager matches more" />
    </FieldCard>
    <FieldCard label="Purchase bills" titled>
      <Field name="PurchaseDifferenceLimit" span={6} note="By one person in a day; above it a manager is asked" />
    </FieldCard>
    <GridCard
      name="TdsRates"
      columns={tdsColumns}
      height={250}
      blank="From which day"
      card={(row) => ({ title: row.Section, end: `${row.Rate ?? 0} %`, note: row.EffectiveFromDate })}
    />
    <GridCard
      name="GstLimits"
      columns={gstColumns}
      height={250}
      blank="From which day"
      card={(row) => ({ title: formatDate(row.EffectiveFromDate), end: formatMoney(row.LargeValue ?? 0) })}
    />
    <FieldCard label="One person in a day, at most" titled>
      <Field name="DeskRefundLimit" span={6} note="Empty is no limit" />
      <Field name="DeskTakeBackLimit" span={6} />
      <Field name="AccountsRefundLimit" span={6} />
      <Field name="AccountsTakeBackLimit" span={6} />
      <Field name="DeskWriteOffLimit" span={6} note="Above it a manager is asked" />
      <Field name="AccountsWriteOffLimit" span={6} />
      <Field name="DeskPaidOutLimit" span={6} />
      <Field name="AccountsPaidOutLimit" span={6} />
      <Field name="DeskOwnBillLimit" span={6} note="Of bills that they entered; above it a second person is asked" />
      <Field name="AccountsOwnBillLimit" span={6} />
      <Field name="AccountsInsurerLimit" span={6} note="A front desk records none" />
      <Field name="ManagerInsurerLimit" span={6} note="Above it another manager is asked" />
      <Field name="AccountsDeductedLimit" span={6} note="Tax that customers kept back" />
      <Field name="ManagerDeductedLimit" span={6} />
      <Field name="AccountsTaxLimit" span={6} note="To the government; above it a manager is asked" />
      <Field name="ManagerWriteOffLimit" span={6} />
      <Field name="OpeningCreditLimit" span={6} note="All of a place; above it another manager is asked" />
    </FieldCard>
    <FieldCard label="A front desk alone, of one sale at most" titled>
      <Field name="DeskDiscountLimit" span={4} note="In rupees; above it a manager is asked" />
      <Field name="DeskCreditLimit" span={4} note="In rupees; above it a manager is asked" />
      <Field name="DeskCancelLimit" span={4} note="Of a sale that was paid; empty is no limit" />
    </FieldCard>
    <FieldCard label="Names on papers" titled>
      <Field name="ReportSignatory" span={4} note="Under the name of who approved" />
      <Field name="BillSignatory" span={4} note="After the name of who billed" />
      <Field name="WorksheetSignatory" span={4} note="After the name of who generated it" />
    </FieldCard>
    <Backups />
  </Detail>
)
