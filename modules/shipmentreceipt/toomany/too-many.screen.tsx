// A scanned tube that is not on the shipment: received with a mark, of which its sender is notified.
import { IconPackageImport } from '@tabler/icons-react'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { useDoing } from '../../../web/record/use-form.ts'
import { useDetail } from '../receipt.screen.ts'

/** `barcode`: what was scanned and is on no row; undefined: the user is not asked. */
export const TooMany = ({ barcode, onDone }: { barcode: string | undefined; onDone: () => void }) => {
  const record = useDetail()
  const doing = useDoing()
  if (barcode === undefined) return null
  const path = `/api/tubetoomany/shipmentreceipt/${String(record.key)}`
  const take = async () => {
    const error = await record.tryAct(path, { Barcode: barcode })
    if (error) sayError(error)
    else onDone()
  }
  return (
    <p className="band">
      <b>{barcode}</b> is not on this shipment. If it lies in the box, receive it with a mark: its sender is notified,
      and its results wait for a signatory.{' '}
      <Button label="Receive with a mark" icon={IconPackageImport} busy={doing === path} onClick={() => void take()} />
    </p>
  )
}
