// A batch on screen: its money handler, since when, totals by payer and mode, and each transaction of it.
import { IconArrowsTransferDown, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import type { SignedIn } from '../../core/user.ts'
import { formatMoney } from '../../core/money.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { Button } from '../../web/part/button.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { Shown } from '../../web/field/shown.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf, type ScreenColumns } from '../../web/screen/screen-of.ts'
import { may } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import { Closing } from './closing.screen.tsx'
import { modeName } from './modes.rules.ts'
import { tranbatches, type batchFields } from './tranbatches.model.ts'
import { matrixOf, mayClose, mayTransfer } from './tranbatches.rules.ts'
import '../../web/field/field.css'
import './tranbatches.screen.css'

const { Field, GridCard, useDetail, useRecord, useValue } = screenOf(tranbatches)

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

const Acts = () => {
  const record = useDetail()
  const session = useSession()
  const batch = useFormState(record.form, (state) => state.values)
  const [closing, setClosing] = useState(false)
  const { user } = record.form
  const path = (act: string) => `/api/${act}/${String(record.key)}`
  return (
    <>
      {mayClose(batch, user).ok && (
        <Button label="Close Batch" icon={IconLock} hotkey="alt+b" onClick={() => setClosing(true)} />
      )}
      {mayTransfer(batch, user, may(session, 'transactions', 'create')).ok && (
        <Button
          label="Transfer"
          icon={IconArrowsTransferDown}
          hotkey="alt+t"
          onClick={() => void record.act(path('transferbatch'))}
        />
      )}
      {closing && (
        <Closing
          batch={batch}
          close={(body) => record.tryAct(path('closebatch'), body)}
          onClose={() => setClosing(false)}
        />
      )}
    </>
  )
}

const Header = () => {
  const [opened, closed, owner] = [useValue('OpenDate'), useValue('CloseDate'), useValue('Owner')]
  const [taker, takenAt, remarks] = [useValue('TakenOverBy'), useValue('TakenOverAt'), useValue('Remarks')]
  return (
    <section className="card" aria-label="Batch">
      <div className="fields">
        <Shown label="Open Date">{formatDateTime(opened)}</Shown>
        <Shown label="Close Date">{formatDateTime(closed)}</Shown>
        <Shown label="Owner" span={4}>
          {owner?.FullName}
        </Shown>
        <Shown label="Total">{formatMoney(useValue('TotalAmount') ?? 0, { symbol: true })}</Shown>
        {taker && (
          <Shown label="Taken over by" note={formatDateTime(takenAt)}>
            {taker.FullName}
          </Shown>
        )}
        {remarks && (
          <Shown label="Remarks" span={8}>
            {remarks}
          </Shown>
        )}
      </div>
    </section>
  )
}

/** Totals of payer type by payment mode; a closed batch also shows its count. */
const Totals = () => {
  const [Transactions, Transfers, counted] = [useValue('Transactions'), useValue('Transfers'), useValue('Counted')]
  const { modes, rows, totals, total } = matrixOf({ Transactions: Transactions ?? [], Transfers: Transfers ?? [] })
  const countOfMode = (mode: number) => counted?.find((one) => one.PaymentModeId === mode)?.Amount
  return (
    <section className="card totals" aria-label="Totals">
      <h2>Totals</h2>
      {modes.length === 0 && <p className="quiet">No payments yet.</p>}
      {modes.length > 0 && (
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
            <tr>
              <th scope="row">Total</th>
              {totals.map((amount, at) => (
                <td key={modes[at]} className="number" data-label={modeName(modes[at] ?? 0)}>
                  {formatMoney(amount)}
                </td>
              ))}
              <td className="number" data-label="Total">
                {formatMoney(total)}
              </td>
            </tr>
            {(counted ?? []).length > 0 && (
              <tr>
                <th scope="row">Counted</th>
                {modes.map((mode) => (
                  <td key={mode} className="number" data-label={modeName(mode)}>
                    {formatMoney(countOfMode(mode) ?? 0)}
                  </td>
                ))}
                <td />
              </tr>
            )}
          </tfoot>
        </table>
      )}
    </section>
  )
}

export const Screen = () => {
  const record = useRecord(options)
  const isNew = useFormState(record.form, (state) => state.mode === 'add')
  if (isNew)
    return (
      <Detail record={record}>
        <FieldCard label="Batch">
          <Field name="OwnerId" span={4} />
        </FieldCard>
      </Detail>
    )
  return (
    <Detail record={record} readOnly viewActions={<Acts />}>
      <Header />
      <Totals />
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
    </Detail>
  )
}
