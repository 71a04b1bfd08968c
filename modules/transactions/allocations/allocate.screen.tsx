// The dialog that puts free money on what its payer owes: an amount a document, the oldest first to begin with, or as a
// list that the payer sent says.
import { useId, useState } from 'react'
import { formatDate } from '../../../core/dates.ts'
import { formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { reasonOf } from '../../../core/refusal.ts'
import { ApiError, messageOf } from '../../../web/api/api.ts'
import { useAnswer } from '../../../web/api/cache.ts'
import { NumberInput } from '../../../web/field/number-input.tsx'
import { Button } from '../../../web/part/button.tsx'
import { Labelled } from '../../../web/part/labelled.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import type { ScreenColumns } from '../../../web/screen/grids-of.ts'
import type { transactionFields } from '../transactions.model.ts'
import { checkPuts, pasted, spread, type Put } from './allocations.rules.ts'
import { duesOfPayer } from './answers.model.ts'
import type { RowTo } from '../../../core/answer/answer.ts'
import './allocate.screen.css'

type Due = RowTo<typeof duesOfPayer>
type Amounts = ReadonlyMap<number | null, number>
const amountsOf = (puts: readonly Put[]): Amounts => new Map(puts.map(({ InvoiceId, Amount }) => [InvoiceId, Amount]))
const money = (amount: number): string => formatMoney(amount, { symbol: true })

type Props = {
  giverId: number
  receiverId: number
  /** What may be put, in rupees. */
  free: number
  /** Answers the error, where the request was refused. */
  onDo: (puts: readonly Put[]) => Promise<unknown>
  onClose: () => void
}
export const Allocate = ({ giverId, receiverId, free, onDo, onClose }: Props) => {
  const owed = useAnswer(duesOfPayer, { GiverId: giverId, ReceiverId: receiverId })
  if (owed.data && owed.data.length > 0) return <Amounts open={owed.data} free={free} onDo={onDo} onClose={onClose} />
  return (
    <Modal title="Allocate" width={640} onClose={onClose} footer={<Button label="Close" onClick={onClose} />}>
      {owed.error && <p className="error">{messageOf(owed.error)}</p>}
      {owed.data && <p>The payer owes nothing here: the money stays on account.</p>}
    </Modal>
  )
}

type AmountsProps = Pick<Props, 'free' | 'onDo' | 'onClose'> & { open: readonly Due[] }
const Amounts = ({ open, free, onDo, onClose }: AmountsProps) => {
  const [amounts, setAmounts] = useState<Amounts>(() => amountsOf(spread(open, free)))
  const [list, setList] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const id = useId()
  const puts = open.flatMap(({ InvoiceId }) => {
    const Amount = amounts.get(InvoiceId) ?? 0
    return Amount === 0 ? [] : [{ InvoiceId, Amount }]
  })
  const unread = list === undefined ? [] : pasted(list, open).unread
  const left = lessAmounts(free, sumAmounts(puts.map(({ Amount }) => Amount)))
  const decision = checkPuts(puts, open, free)
  const read = (text: string) => {
    setList(text)
    setAmounts(amountsOf(pasted(text, open).puts))
  }
  const go = async () => {
    setBusy(true)
    const error = await onDo(puts)
    if (!error) return onClose()
    setBusy(false)
    setRefusal(error instanceof ApiError ? error.message : messageOf(error))
  }
  return (
    <Modal
      title="Allocate"
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button label="Oldest First" onClick={() => setAmounts(amountsOf(spread(open, free)))} />
          <Button label="Paste a List" onClick={() => setList('')} />
          <Button label="Cancel" onClick={onClose} />
          <Button
            label="Allocate"
            look="primary"
            hotkey="alt+s"
            busy={busy}
            reason={puts.length === 0 ? 'Enter an amount' : reasonOf(decision)}
            onClick={() => void go()}
          />
        </>
      }
    >
      <table className="owed">
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col" className="day">
              Date
            </th>
            <th scope="col" className="number">
              Owed
            </th>
            <th scope="col" className="number">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {open.map(({ InvoiceId, InvoiceNo, InvoiceDate, Owed }) => (
            <tr key={InvoiceId ?? 0}>
              <th scope="row">{InvoiceNo}</th>
              <td className="day">{InvoiceDate === null ? '' : formatDate(InvoiceDate)}</td>
              <td className="number">{formatMoney(Owed)}</td>
              <td className="number">
                <NumberInput
                  id={`${id}-${InvoiceId ?? 0}`}
                  aria-label={`Amount for ${InvoiceNo}`}
                  kind="money"
                  value={amounts.get(InvoiceId) ?? null}
                  onChange={(value) =>
                    setAmounts((now) => new Map([...now, [InvoiceId, typeof value === 'number' ? value : 0]]))
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {list !== undefined && (
        <Labelled
          label="The payer’s list: a line an invoice, its number and the amount"
          error={unread.length > 0 ? `Not found: ${unread.join('; ')}` : undefined}
        >
          {(given) => (
            <textarea
              {...given}
              className="input"
              rows={6}
              autoFocus
              value={list}
              onChange={(event) => read(event.target.value)}
            />
          )}
        </Labelled>
      )}
      <p className="left" role="status">
        {money(free)} to allocate, {money(Math.max(left, 0))} stays on account.
      </p>
      {refusal && (
        <p className="band bad" role="alert">
          {refusal}
        </p>
      )}
    </Modal>
  )
}

type Row = ScreenColumns<{ Allocations: (typeof transactionFields)['Allocations'] }, 'Allocations'>
/** Columns of allocations; with `onUndo` a standing one can be undone. */
export const allocationColumns = (onUndo?: (allocationId: number) => void): Row => [
  { name: 'AllocatedAt', width: 170 },
  { name: 'Document', width: 'minmax(160px, 1fr)' },
  { name: 'UndoReason', width: 'minmax(140px, 1fr)' },
  { name: 'Amount', width: 130, strong: true },
  ...(onUndo === undefined
    ? []
    : ([
        {
          view: 'Undo',
          title: '',
          width: 90,
          editable: false,
          show: (row) =>
            row.UndoneAt ? null : <Button label="Undo" onClick={() => onUndo(Number(row.AllocationId))} />,
        },
      ] satisfies Row)),
]
