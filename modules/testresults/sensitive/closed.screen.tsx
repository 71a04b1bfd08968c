// Above a sheet with results that are closed: opens them with a reason.
import { IconEyeOff } from '@tabler/icons-react'
import { askWhy } from '../../../web/dialog/reason.ts'
import { Button } from '../../../web/part/button.tsx'
import { rowsOf } from '../sheet/record.screen.tsx'
import { useSheet } from '../sheet/typing.screen.tsx'

export const ClosedResults = ({ onOpened }: { onOpened: () => void }) => {
  const shut = useSheet(rowsOf).filter((row) => row.IsClosed === true)
  const [first] = shut
  if (first === undefined) return null
  const open = async () => {
    if (await askWhy(first.SaleId)) onOpened()
  }
  return (
    <p className="band">
      <span>{`${shut.map((row) => row.Element).join(', ')}: sensitive, not shown.`}</span>{' '}
      <Button label="Open with a reason…" icon={IconEyeOff} onClick={() => void open()} />
    </p>
  )
}
