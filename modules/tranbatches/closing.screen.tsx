// Closing a batch: each mode is counted without knowing the expected amount, which shows once all counts are typed.
import { useState } from 'react'
import { formatMoney, sumAmounts } from '../../core/money.ts'
import { Button } from '../../web/part/button.tsx'
import { Labelled } from '../../web/part/labelled.tsx'
import { Modal } from '../../web/part/modal.tsx'
import { messageOf } from '../../web/api/api.ts'
import { modeName } from './modes.rules.ts'
import { checkCount, countOf, differenceOf, matrixOf, type Held } from './tranbatches.rules.ts'

type Props = {
  readonly batch: Held
  /** Answers the refusal. */
  readonly close: (body: object) => Promise<unknown>
  readonly onClose: () => void
}

export const Closing = ({ batch, close, onClose }: Props) => {
  const { modes, totals } = matrixOf(batch)
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [Remarks, setRemarks] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  // the expected amounts would bias the count: they show when the last count was typed and left
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const textOf = (mode: number): string => typed[mode] ?? ''
  const isTyped = modes.every((mode) => textOf(mode).trim() !== '')
  const isShown = isTyped && modes.every((mode) => left.has(mode))
  const counted = modes.map((PaymentModeId) => ({ PaymentModeId, Amount: Number(textOf(PaymentModeId)) }))
  const isRead = isTyped && counted.every(({ Amount }) => Number.isFinite(Amount) && Amount >= 0)
  const counts = countOf(batch, isRead ? counted : [])
  const difference = differenceOf(counts)
  const submit = async () => {
    const decision = checkCount(counts, Remarks)
    if (!isTyped) return setError('Type what you counted of each mode, 0 where there is none')
    setLeft(new Set(modes))
    if (!isRead) return setError('An amount is a number, 0 or more')
    if (!decision.ok) return setError(decision.reason)
    setBusy(true)
    const refused = await close({ Counted: counted, Remarks })
    setBusy(false)
    if (refused === undefined) return onClose()
    setError(messageOf(refused))
  }
  return (
    <Modal
      title="Close Batch"
      width={640}
      height={480}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label="Close Batch" look="primary" busy={busy} onClick={() => void submit()} />
        </>
      }
    >
      {error !== undefined && (
        <p className="band bad" role="alert">
          {error}
        </p>
      )}
      <table className="count">
        <thead>
          <tr>
            <th scope="col">Mode</th>
            <th scope="col" className="number">
              Expected
            </th>
            <th scope="col" className="number">
              Counted
            </th>
          </tr>
        </thead>
        <tbody>
          {modes.map((mode, at) => (
            <tr key={mode}>
              <th scope="row">{modeName(mode)}</th>
              <td className="number">{isShown && formatMoney(totals[at] ?? 0)}</td>
              <td>
                <input
                  className="input number"
                  inputMode="decimal"
                  aria-label={`Counted, ${modeName(mode)}`}
                  value={textOf(mode)}
                  autoFocus={at === 0}
                  onFocus={(event) => event.target.select()}
                  onBlur={() => textOf(mode).trim() !== '' && setLeft(new Set([...left, mode]))}
                  onChange={(event) => setTyped({ ...typed, [mode]: event.target.value })}
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="number">{isShown && formatMoney(sumAmounts(totals))}</td>
            <td className="number">{isRead && formatMoney(sumAmounts(counted.map((one) => one.Amount)))}</td>
          </tr>
        </tfoot>
      </table>
      {isShown && isRead && difference !== 0 && (
        <p role="status">
          {formatMoney(Math.abs(difference), { symbol: true })} {difference > 0 ? 'over' : 'short'}
        </p>
      )}
      <Labelled label="Remarks">
        {(given) => (
          <textarea
            {...given}
            className="input area"
            rows={2}
            value={Remarks}
            onChange={(event) => setRemarks(event.target.value)}
          />
        )}
      </Labelled>
    </Modal>
  )
}
