// The dialog that matches a line of the bank: what is open at the account, the proposed ones first, and the fee.
import { useState } from 'react'
import { formatDate } from '../../core/dates.ts'
import { formatMoney, lessAmounts, sumAmounts } from '../../core/money.ts'
import { reasonOf } from '../../core/refusal.ts'
import { messageOf } from '../../web/api/api.ts'
import { useAnswer } from '../../web/api/cache.ts'
import { Slip } from './slip.screen.tsx'
import { NumberInput } from '../../web/field/number-input.tsx'
import { Button } from '../../web/part/button.tsx'
import { Labelled } from '../../web/part/labelled.tsx'
import { Modal } from '../../web/part/modal.tsx'
import { checkMatch, proposalOf, type Candidate } from './match.rules.ts'
import { matchesOfLine } from './answers.model.ts'
import './match.screen.css'

type Open = Candidate & { readonly What: string; readonly BatchId: number | null; readonly SlipFileId: number | null }
export type BankLine = { readonly BankLineId: number; readonly Day: string; readonly Amount: number } & Pick<
  Candidate,
  'Reference'
> & { readonly Description: string }
const keyOf = ({ TransactionId, BatchOutId }: Candidate): string => `${TransactionId ?? ''}/${BatchOutId ?? ''}`
const money = (amount: number): string => formatMoney(amount, { symbol: true })

const comparedText = (left: number): string =>
  left === 0 ? 'equal to the line' : `${money(Math.abs(left))} ${left > 0 ? 'more' : 'less'} than the line`

type Props = {
  readonly line: BankLine
  readonly roleId: number
  /** Answers the refusal. */
  readonly onDo: (body: object) => Promise<unknown>
  readonly onClose: () => void
}
export const Match = ({ line, roleId, onDo, onClose }: Props) => {
  const open = useAnswer(matchesOfLine, { BankLineId: line.BankLineId })
  if (open.data) return <Choosing line={line} roleId={roleId} open={open.data} onDo={onDo} onClose={onClose} />
  return (
    <Modal title="Match" width={820} onClose={onClose} footer={<Button label="Close" onClick={onClose} />}>
      {open.error && <p className="error">{messageOf(open.error)}</p>}
    </Modal>
  )
}

const Choosing = ({ line, roleId, open, onDo, onClose }: Props & { readonly open: readonly Open[] }) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [fee, setFee] = useState(0)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const proposed = open.map((one) => ({ one, why: proposalOf(line, one) }))
  const sorted = proposed.toSorted((a, b) => Number(b.why !== undefined) - Number(a.why !== undefined))
  const taken = open.filter((one) => chosen.has(keyOf(one)))
  const sum = sumAmounts(taken.map((one) => one.Amount))
  const left = lessAmounts(lessAmounts(sum, fee), line.Amount)
  const decision = checkMatch(line.Amount, taken, fee, { RoleId: roleId })
  const toggle = (key: string) =>
    setChosen((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]))
  const go = async () => {
    setBusy(true)
    const Items = taken.map(({ TransactionId, BatchOutId }) => ({ TransactionId, BatchOutId }))
    const error = await onDo({ Items, Fee: fee })
    if (!error) return onClose()
    setBusy(false)
    setRefusal(messageOf(error))
  }
  return (
    <Modal
      title={`Match ${money(line.Amount)} of ${formatDate(line.Day)}`}
      width={820}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button
            label="Match"
            look="primary"
            hotkey="alt+s"
            busy={busy}
            reason={reasonOf(decision)}
            onClick={() => void go()}
          />
        </>
      }
    >
      <p>{line.Description}</p>
      <div className="matching">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">What</th>
              <th scope="col">Reference</th>
              <th scope="col">Proposed by</th>
              <th scope="col" className="number">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ one, why }) => (
              <tr key={keyOf(one)}>
                <th scope="row">
                  <label>
                    <input type="checkbox" checked={chosen.has(keyOf(one))} onChange={() => toggle(keyOf(one))} />{' '}
                    {formatDate(one.Day)}
                  </label>
                </th>
                <td>{one.What}</td>
                <td>
                  {one.Reference} <Slip {...one} />
                </td>
                <td>{why}</td>
                <td className="number">{formatMoney(one.Amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {open.length === 0 && <p className="quiet">No receipt or deposit is open at this account.</p>}
      </div>
      <Labelled label="Fee that was kept">
        {(given) => (
          <NumberInput
            {...given}
            kind="money"
            value={fee}
            onChange={(value) => setFee(typeof value === 'number' ? value : 0)}
          />
        )}
      </Labelled>
      <p className="chosen" role="status">
        {money(sum)} chosen{fee > 0 && `, less ${money(fee)}`}: {comparedText(left)}.
      </p>
      {refusal && (
        <p className="band bad" role="alert">
          {refusal}
        </p>
      )}
    </Modal>
  )
}
