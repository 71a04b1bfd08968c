// Asks before a sale is cancelled; once more, and plainer, when the lab has already taken it over.
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Modal } from '../modal.tsx'
import type { Row } from './columns.ts'
import { textOf } from './text-of.ts'

const accessioned = 95
type Props = { row: Row; onYes: () => void; onNo: () => void }

export const CancelSale = ({ row, onYes, onNo }: Props) => {
  const [again, setAgain] = useState(false)
  const strong = Number(row['StatusId']) >= accessioned
  const yes = () => {
    if (strong && !again) setAgain(true)
    else onYes()
  }
  return (
    <Modal title="Confirmation" width={640} height={strong ? 320 : 240} onClose={onNo} footer={<><Button key={String(again)} label="No" onClick={onNo} autoFocus /><Button label="Yes" look="danger" onClick={yes} /></>}>
      <p>Cancel sale {textOf(row['SaleId'])}{row['Patient'] ? ` of ${textOf(row['Patient'])}` : ''} ?</p>
      {strong && again && <p className="band bad">This sale is accessioned. Cancelling it does not cancel the accession or the lab invoices: you may still receive an invoice from the lab. Cancel it all the same ?</p>}
    </Modal>
  )
}
