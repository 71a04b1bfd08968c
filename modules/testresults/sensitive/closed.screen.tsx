// Above a sheet with results that are closed: opens them with a reason.
import { IconEyeOff } from '@tabler/icons-react'
import { reasonPath } from '../../../core/refusal.ts'
import { askReason } from '../../../web/dialog/reason.ts'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { rowsOf, useDetail } from '../sheet/record.screen.tsx'
import { useSheet } from '../sheet/typing.screen.tsx'

export const ClosedResults = () => {
  const record = useDetail()
  const shut = useSheet(rowsOf).filter((row) => row.IsClosed === true)
  const [first] = shut
  if (first === undefined) return null
  const open = async () => {
    const Reason = await askReason()
    if (Reason === undefined) return
    // an act of the record: it is read again, and what is being typed stays
    const error = await record.tryAct(`/api/${reasonPath}`, { SaleId: first.SaleId, Reason }, 'POST')
    if (error) sayError(error)
  }
  return (
    <p className="band">
      <span>{`${shut.map((row) => row.Element).join(', ')}: sensitive, not shown.`}</span>{' '}
      <Button label="Open with a reason…" icon={IconEyeOff} onClick={() => void open()} />
    </p>
  )
}
