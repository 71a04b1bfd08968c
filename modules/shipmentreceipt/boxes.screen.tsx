// The boxes of a shipment as they arrive: what is in each, and its temperature at receipt.
import { useState } from 'react'
import { boxesOf } from '../shipments/temperature.rules.ts'
import { useValue, type ReceiptTube } from './receipt.screen.ts'
import { excursionText, isOutOfRange, isReadable, notReadable } from './temperature.rules.ts'
import type { Degrees } from './shipmentreceipt.model.ts'

const degreesIn = (text: string): number => Number(text.replace('−', '-').replace(',', '.'))
/** Readings that are not saved yet; texts that are no temperature are left out. */
export const newIn = (read: Degrees, kept: Degrees): Degrees =>
  Object.fromEntries(Object.entries(read).filter(([box, degrees]) => isReadable(degrees) && kept[box] !== degrees))

type BoxProps = {
  id: number
  label: string
  count: number
  /** The typed degrees; NaN where they are no number. */
  degrees: number | undefined
  onRead: ((degrees: number | undefined) => void) | undefined
}
const Box = ({ id, label, count, degrees, onRead }: BoxProps) => {
  // while it is typed: "7." may become 7.5
  const [text, setText] = useState<string>()
  const was = useValue('Temperatures')?.[String(id)]
  const isWrong = degrees !== undefined && !isReadable(degrees)
  return (
    <div className="box">
      <b>{label}</b> <span className="secondary">{count === 1 ? '1 sample' : `${count} samples`}</span>
      {was !== undefined && <span className="secondary">left at {was} °C</span>}
      {onRead ? (
        <label>
          <span className="secondary">at receipt</span>
          <input
            className="input"
            inputMode="decimal"
            aria-label={`${label} at receipt, °C`}
            aria-invalid={isWrong || undefined}
            value={text ?? degrees ?? ''}
            onChange={({ target: { value } }) => {
              setText(value)
              onRead(value.trim() === '' ? undefined : degreesIn(value))
            }}
            onBlur={() => isWrong || setText(undefined)}
          />
          °C
        </label>
      ) : (
        degrees !== undefined && <span>received at {degrees} °C</span>
      )}
      {isWrong && <span className="warn">{notReadable}</span>}
      {degrees !== undefined && !isWrong && isOutOfRange(id, degrees) && (
        <span className="warn" role="status">
          {excursionText(label, degrees)}
        </span>
      )}
    </div>
  )
}

type Props = {
  tubes: readonly ReceiptTube[]
  /** The readings: the saved ones, overlaid with new ones. */
  read: Degrees
  onRead: ((read: Degrees) => void) | undefined
}
export const Boxes = ({ tubes, read, onRead }: Props) => {
  if (tubes.length === 0) return null
  return (
    <section className="card receipt-boxes" aria-label="Boxes" data-field="ReceivedTemperatures">
      {boxesOf(tubes).map(({ TemperatureId, label, tubes: inside }) => {
        const key = String(TemperatureId)
        const put = (degrees: number | undefined) => {
          const { [key]: _before, ...others } = read
          onRead?.(degrees === undefined ? others : { ...others, [key]: degrees })
        }
        return (
          <Box
            key={key}
            id={TemperatureId ?? 0}
            label={label}
            count={inside.length}
            degrees={read[key]}
            onRead={onRead && TemperatureId !== null ? put : undefined}
          />
        )
      })}
    </section>
  )
}
