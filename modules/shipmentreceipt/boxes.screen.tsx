// The boxes of a shipment as they arrive: what is in each, and what its thermometer reads.
import { boxesOf } from '../shipments/temperature.rules.ts'
import { useValue, type ReceiptTube } from './receipt.screen.ts'
import { excursionText, isOutOfRange, isReadable } from './temperature.rules.ts'
import type { Degrees } from './shipmentreceipt.model.ts'

/** Degrees by temperature, as they are typed. */
export type Typed = Readonly<Record<string, string>>
const degreesIn = (text: string): number => Number(text.replace('−', '-').replace(',', '.'))
/** What was typed and is not kept yet; what is no temperature is left out. */
export const newIn = (typed: Typed, kept: Degrees): Degrees =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([box, text]) => {
      const degrees = degreesIn(text)
      return text.trim() === '' || !isReadable(degrees) || kept[box] === degrees ? [] : [[box, degrees]]
    }),
  )

const Box = ({
  id,
  label,
  count,
  text,
  onType,
}: {
  id: number
  label: string
  count: number
  text: string
  onType: ((text: string) => void) | undefined
}) => {
  const [left, kept] = [useValue('Temperatures') ?? {}, useValue('ReceivedTemperatures') ?? {}]
  const [known, was] = [kept[String(id)], left[String(id)]]
  const degrees = text.trim() === '' ? known : degreesIn(text)
  const isWrong = degrees !== undefined && !isReadable(degrees)
  return (
    <div className="box">
      <b>{label}</b> <span className="secondary">{count === 1 ? '1 sample' : `${count} samples`}</span>
      {was !== undefined && <span className="secondary">left at {was} °C</span>}
      {onType ? (
        <label>
          <span className="secondary">at receipt</span>
          <input
            className="input"
            inputMode="decimal"
            aria-label={`${label} at receipt, °C`}
            aria-invalid={isWrong || undefined}
            value={text || (known === undefined ? '' : String(known))}
            onChange={(event) => onType(event.target.value)}
          />
          °C
        </label>
      ) : (
        known !== undefined && <span>received at {known} °C</span>
      )}
      {degrees !== undefined && !isWrong && isOutOfRange(id, degrees) && (
        <span className="warn" role="status">
          {excursionText(label, degrees)}
        </span>
      )}
    </div>
  )
}

type Props = { tubes: readonly ReceiptTube[]; typed: Typed; onType: ((typed: Typed) => void) | undefined }
export const Boxes = ({ tubes, typed, onType }: Props) => {
  if (tubes.length === 0) return null
  return (
    <section className="card receipt-boxes" aria-label="Boxes">
      {boxesOf(tubes).map(({ TemperatureId, label, tubes: inside }) => {
        const key = String(TemperatureId)
        return (
          <Box
            key={key}
            id={TemperatureId ?? 0}
            label={label}
            count={inside.length}
            text={typed[key] ?? ''}
            onType={onType && TemperatureId !== null ? (text) => onType({ ...typed, [key]: text }) : undefined}
          />
        )
      })}
    </section>
  )
}
