// Counting a batch, at its closing and when it is taken over: every mode is typed, cash by its notes and coins where
// the network says so. What a batch should hold is not on this dialog.
import { useState } from 'react'
import { formatMoney, sumAmounts } from '../../core/money.ts'
import { Button } from '../../web/part/button.tsx'
import { Labelled } from '../../web/part/labelled.tsx'
import { Modal } from '../../web/part/modal.tsx'
import { messageOf } from '../../web/api/api.ts'
import { paymentMode } from '../lists/items.model.ts'
import { cashOf, type Notes } from './count.rules.ts'
import { modeName } from './modes.rules.ts'

type Typed = Readonly<Record<number, string>>
const textOf = (typed: Typed, key: number): string => typed[key] ?? ''
const isWhole = (text: string): boolean => /^\d{0,7}$/.test(text.trim())

type InputProps = { label: string; text: string; autoFocus?: boolean; onText: (text: string) => void }
const Input = ({ label, text, autoFocus = false, onText }: InputProps) => (
  <input
    className="input number"
    inputMode="decimal"
    aria-label={label}
    value={text}
    autoFocus={autoFocus}
    onFocus={(event) => event.target.select()}
    onChange={(event) => onText(event.target.value)}
  />
)

type PiecesProps = {
  inUse: readonly number[]
  pieces: Typed
  setPieces: (pieces: Typed) => void
  notes: readonly Notes[]
}
const Pieces = ({ inUse, pieces, setPieces, notes }: PiecesProps) => (
  <table className="count">
    <thead>
      <tr>
        <th scope="col">Note or coin</th>
        <th scope="col" className="number">
          Pieces
        </th>
      </tr>
    </thead>
    <tbody>
      {inUse.map((value, at) => (
        <tr key={value}>
          <th scope="row">{formatMoney(value, { symbol: true })}</th>
          <td>
            <Input
              label={`Pieces of ${value}`}
              text={textOf(pieces, value)}
              autoFocus={at === 0}
              onText={(text) => setPieces({ ...pieces, [value]: text })}
            />
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{modeName(paymentMode.Cash)}</th>
        <td className="number">{formatMoney(cashOf(notes))}</td>
      </tr>
    </tfoot>
  </table>
)

type Props = {
  readonly title: string
  readonly modes: readonly number[]
  /** Values of the notes and coins by which cash is counted; none: in one sum. */
  readonly inUse: readonly number[]
  /** Answers the refusal. */
  readonly send: (body: object) => Promise<unknown>
  readonly onClose: () => void
}

export const Counting = ({ title, modes, inUse, send, onClose }: Props) => {
  const [typed, setTyped] = useState<Typed>({})
  const [pieces, setPieces] = useState<Typed>({})
  const [Remarks, setRemarks] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const byNotes = inUse.length > 0 && modes.includes(paymentMode.Cash)
  const typing = byNotes ? modes.filter((mode) => mode !== paymentMode.Cash) : modes
  const notes = inUse.flatMap((Denomination): Notes[] => {
    const text = textOf(pieces, Denomination).trim()
    return text === '' || !isWhole(text) ? [] : [{ Denomination, Pieces: Number(text) }]
  })
  const isTyped = typing.every((mode) => textOf(typed, mode).trim() !== '') && (!byNotes || notes.length > 0)
  const counted = [
    ...(byNotes ? [{ PaymentModeId: paymentMode.Cash, Amount: cashOf(notes) }] : []),
    ...typing.map((PaymentModeId) => ({ PaymentModeId, Amount: Number(textOf(typed, PaymentModeId)) })),
  ]
  const isRead = isTyped && counted.every(({ Amount }) => Number.isFinite(Amount))
  const submit = async () => {
    if (!inUse.every((value) => isWhole(textOf(pieces, value)))) return setError('Pieces are whole numbers')
    if (!isTyped) return setError('Type what you counted of each mode, 0 where there is none')
    if (!isRead) return setError('Type amounts in digits only, like 1250.50')
    setBusy(true)
    const refused = await send({
      Counted: counted,
      ...(byNotes && { Notes: notes }),
      ...(Remarks.trim() && { Remarks }),
    })
    setBusy(false)
    if (refused === undefined) return onClose()
    setError(messageOf(refused))
  }
  return (
    <Modal
      title={title}
      width={640}
      height={byNotes ? 720 : 480}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label={title} look="primary" busy={busy} onClick={() => void submit()} />
        </>
      }
    >
      {error !== undefined && (
        <p className="band bad" role="alert">
          {error}
        </p>
      )}
      {byNotes && <Pieces inUse={inUse} pieces={pieces} setPieces={setPieces} notes={notes} />}
      <table className="count">
        <thead>
          <tr>
            <th scope="col">Mode</th>
            <th scope="col" className="number">
              Counted
            </th>
          </tr>
        </thead>
        <tbody>
          {typing.map((mode, at) => (
            <tr key={mode}>
              <th scope="row">{modeName(mode)}</th>
              <td>
                <Input
                  label={`Counted, ${modeName(mode)}`}
                  text={textOf(typed, mode)}
                  autoFocus={!byNotes && at === 0}
                  onText={(text) => setTyped({ ...typed, [mode]: text })}
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="number">{isRead && formatMoney(sumAmounts(counted.map((one) => one.Amount)))}</td>
          </tr>
        </tfoot>
      </table>
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
