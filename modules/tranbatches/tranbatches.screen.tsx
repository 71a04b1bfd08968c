// A batch on screen: its money handler, since when, totals by payer and mode, and each transaction of it.
import { formatDateTime } from '../../core/dates.ts'
import type { SignedIn } from '../../core/user.ts'
import { formatMoney, sumAmounts } from '../../core/money.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { Shown } from '../../web/field/shown.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { Acts } from './acts.screen.tsx'
import { differenceText } from './count.rules.ts'
import { modeName } from './modes.rules.ts'
import { Floats } from './outs/floats.screen.tsx'
import { CashOuts } from './outs/outs.screen.tsx'
import { batchStatuses, tranbatches, type batchFields } from './tranbatches.model.ts'
import { seesExpected, seesRows } from './expected.rules.ts'
import { matrixOf } from './tranbatches.rules.ts'
import '../../web/field/field.css'
import './tranbatches.screen.css'

const { Field, useDetail, useRecord, useValue } = screenOf(tranbatches)
const { GridCard } = gridsOf(tranbatches)

const columns: ScreenColumns<typeof batchFields, 'Transactions'> = [
  { name: 'TransactionId', width: 70 },
  { view: 'InvoiceNo', title: 'Invoice No', width: 150, editable: false, show: (row) => row.Invoice?.InvoiceNo },
  { name: 'Date', width: 172 },
  { view: 'Payer', title: 'Payer', width: 'minmax(140px, 1fr)', editable: false, show: (row) => row.Giver?.Name },
  { view: 'Payee', title: 'Payee', width: 'minmax(140px, 1fr)', editable: false, show: (row) => row.Receiver?.Name },
  { name: 'Amount', width: 110, strong: true },
  { view: 'Mode', title: 'Mode', width: 120, editable: false, show: (row) => row.PaymentMode?.ItemLabel },
  { name: 'PaymentRef', width: 140 },
]

const options: RecordOptions<typeof batchFields> = {
  start: ({ UserId, FullName }: SignedIn) => ({ OwnerId: UserId, Owner: { UserId, FullName } }),
}

const { fields } = tranbatches
const words = new Map<string, string>(batchStatuses)
const tones: Readonly<Record<string, string>> = { Open: 'partly', Closed: 'done', TakenOver: 'done' }

const Header = () => {
  const [opened, closed, owner] = [useValue('OpenDate'), useValue('CloseDate'), useValue('Owner')]
  const [taker, takenAt, remarks] = [useValue('TakenOverBy'), useValue('TakenOverAt'), useValue('Remarks')]
  const [confirmer, confirmedAt] = [useValue('ConfirmedBy'), useValue('ConfirmedAt')]
  const [total, difference] = [useValue('TotalAmount'), differenceText(useValue('Difference'))]
  const [refusedWhy, receivedWhy] = [useValue('RefusedWhy'), useValue('ReceivedWhy')]
  return (
    <section className="card" aria-label="Batch">
      <div className="fields">
        <Shown label="Open Date">{formatDateTime(opened)}</Shown>
        <Shown label="Close Date">{formatDateTime(closed)}</Shown>
        <Shown label="Owner" span={4}>
          {owner?.FullName}
        </Shown>
        <Shown label="Total" note={difference}>
          {total === undefined ? 'Shown once it is counted' : formatMoney(total ?? 0, { symbol: true })}
        </Shown>
        {confirmer && (
          <Shown label="Confirmed by" note={formatDateTime(confirmedAt)}>
            {confirmer.FullName}
          </Shown>
        )}
        {taker && (
          <Shown label="Taken over by" note={formatDateTime(takenAt)}>
            {taker.FullName}
          </Shown>
        )}
        {[
          [fields.Remarks, remarks] as const,
          [fields.ReceivedWhy, receivedWhy] as const,
          [fields.RefusedWhy, refusedWhy] as const,
        ].map(
          ([{ label }, text]) =>
            text && (
              <Shown key={label} label={label} span={8}>
                {text}
              </Shown>
            ),
        )}
      </div>
    </section>
  )
}

type Sums = { label: string; modes: readonly number[]; of: (mode: number) => number | null | undefined }
const Sum = ({ label, modes, of }: Sums) => (
  <tr>
    <th scope="row">{label}</th>
    {modes.map((mode) => (
      <td key={mode} className="number" data-label={modeName(mode)}>
        {formatMoney(of(mode) ?? 0)}
      </td>
    ))}
    <td className="number" data-label="Total">
      {formatMoney(sumAmounts(modes.map(of)))}
    </td>
  </tr>
)

/** Totals of payer type by payment mode; a closed batch also shows its count. Who counts it sees them afterwards. */
const Totals = () => {
  const [Transactions, Transfers, counted] = [useValue('Transactions'), useValue('Transfers'), useValue('Counted')]
  const [OwnerId, CloseDate, taker] = [useValue('OwnerId'), useValue('CloseDate'), useValue('TakenOverBy')]
  const { user } = useDetail().form
  const CashOuts = useValue('CashOuts')
  const { modes, rows, totals } = matrixOf({ Transactions, Transfers, CashOuts })
  const rowOf = (mode: number) => counted?.find((one) => one.PaymentModeId === mode)
  const seen = seesExpected({ OwnerId, CloseDate }, user)
  return (
    <section className="card totals" aria-label="Totals">
      <h2>Totals</h2>
      {modes.length === 0 && <p className="quiet">No payments yet.</p>}
      {modes.length > 0 && !seen && <p className="quiet">Shown once the batch is counted.</p>}
      {modes.length > 0 && seen && (
        <table>
          <thead>
            <tr>
              <th scope="col">Payer</th>
              {modes.map((mode) => (
                <th key={mode} scope="col" className="number">
                  {modeName(mode)}
                </th>
              ))}
              <th scope="col" className="number">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.payer}>
                <th scope="row">{row.payer}</th>
                {row.amounts.map((amount, at) => (
                  <td key={modes[at]} className="number" data-label={modeName(modes[at] ?? 0)}>
                    {formatMoney(amount)}
                  </td>
                ))}
                <td className="number" data-label="Total">
                  {formatMoney(row.total)}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <Sum label="Total" modes={modes} of={(mode) => totals[modes.indexOf(mode)]} />
            {(counted ?? []).length > 0 && <Sum label="Counted" modes={modes} of={(mode) => rowOf(mode)?.Amount} />}
            {taker && <Sum label="Received" modes={modes} of={(mode) => rowOf(mode)?.Received} />}
          </tfoot>
        </table>
      )}
    </section>
  )
}

/** What came into it and left it; of another's batch to a desk its floats alone. */
const Contents = () => {
  const [OwnerId, OwnerRoleId] = [useValue('OwnerId'), useValue('OwnerRoleId')]
  const { user } = useDetail().form
  if (!seesRows({ OwnerId, OwnerRoleId }, user))
    return (
      <>
        <p className="quiet">Its money handler, accounts staff and managers see what is in it.</p>
        <Floats />
      </>
    )
  return (
    <>
      <Totals />
      <CashOuts />
      <Floats />
      <GridCard
        name="Transactions"
        columns={columns}
        height={350}
        rowClass={(row) => (row.IsCancelled === true ? 'cancelled' : undefined)}
        card={(row) => ({
          title: row.Giver?.Name,
          end: formatMoney(row.Amount ?? 0),
          note: [row.PaymentMode?.ItemLabel, row.Invoice?.InvoiceNo].filter(Boolean).join(', '),
        })}
      />
    </>
  )
}

export const Screen = () => {
  const record = useRecord(options)
  const isNew = useFormState(record.form, (state) => state.mode === 'add')
  const status = useFormState(record.form, (state) => state.values.Status)
  if (isNew)
    return (
      <Detail record={record}>
        <FieldCard label="Batch">
          <Field name="OwnerId" span={4} />
        </FieldCard>
      </Detail>
    )
  return (
    <Detail
      record={record}
      readOnly
      viewActions={<Acts />}
      status={
        status && (
          <span className="head-status">
            <i className={`dot ${tones[status] ?? 'cancelled'}`} aria-hidden="true" />
            {words.get(status)}
          </span>
        )
      }
    >
      <Header />
      <Contents />
    </Detail>
  )
}
