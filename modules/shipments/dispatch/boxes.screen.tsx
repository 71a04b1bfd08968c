// The boxes of a shipment in reading mode: what is in each, and its temperature at dispatch.
import { useFormState } from '../../../web/record/use-form.ts'
import { boxesOf, dryIceWarning } from '../temperature.rules.ts'
import { useForm, useValue } from '../shipment.screen.ts'
import { tubesIn } from '../shipments.model.ts'
import { samplesOf } from '../print/manifest.rules.ts'

/** Degrees by temperature, as typed. */
export type Read = Readonly<Record<string, string>>

const numberIn = (text: string): number => Number(text.trim().replace('−', '-').replace(',', '.'))
const isWrong = (text: string | undefined): boolean => Number.isNaN(numberIn(text ?? ''))
const isFilled = ([, text]: readonly [string, string]): boolean => text.trim() !== ''
/** A typed text that is no temperature. */
export const wrongIn = (read: Read): string | undefined =>
  Object.entries(read)
    .filter(isFilled)
    .find(([, text]) => isWrong(text))?.[1]
/** Converts typed degrees to those that are sent. */
export const degreesIn = (read: Read): Record<string, number> =>
  Object.fromEntries(
    Object.entries(read)
      .filter(isFilled)
      .map(([box, text]) => [box, numberIn(text)]),
  )

type Props = { read: Read; onRead: ((read: Read) => void) | undefined }
export const Boxes = ({ read, onRead }: Props) => {
  const form = useForm()
  const kept = useValue('Temperatures') ?? {}
  const rows = useFormState(form, (state) => state.values.ShipmentSamples)
  const tubes = tubesIn(rows ?? [])
  const dryIce = dryIceWarning(tubes)
  if (tubes.length === 0) return null
  return (
    <section className="card boxes" aria-label="Boxes">
      {boxesOf(tubes).map(({ TemperatureId, label, tubes: inside }) => {
        const key = String(TemperatureId)
        return (
          <div key={key} className="box">
            <b>{label}</b> <span className="secondary">{samplesOf(inside.length)}</span>
            {onRead ? (
              <label>
                <span className="secondary">at dispatch</span>
                <input
                  className="input"
                  inputMode="decimal"
                  aria-label={`${label} at dispatch, °C`}
                  aria-invalid={isWrong(read[key]) || undefined}
                  value={read[key] ?? ''}
                  onChange={(event) => onRead({ ...read, [key]: event.target.value })}
                />
                °C
              </label>
            ) : (
              kept[key] !== undefined && <span>left at {kept[key]} °C</span>
            )}
          </div>
        )
      })}
      {dryIce && <span className="warn">{dryIce}</span>}
    </section>
  )
}
