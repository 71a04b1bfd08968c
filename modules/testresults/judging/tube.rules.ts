// What speaks against a measured value: its tube was rejected since, measured too long after the draw, received out of
// its temperature or in a box that does not list it, or its instrument is out of service since. A signatory keeps the
// value for exactly these faults; another one is decided again.
import { isOutOfRange } from '../../shipmentreceipt/temperature.rules.ts'
import { temperatureText } from '../../shipments/temperature.rules.ts'
import type { TubeFault } from '../beside.model.ts'

export type TubeFacts = {
  readonly SampleId: number
  /** Barcode and reason of a rejected tube. */
  readonly Rejected: string | null
  /** Hours from the draw to the measurement; null where they are not known. */
  readonly HoursOld: number | null
  readonly StableHours: number | null
  /** The box it travels in, and what its thermometer read at each receipt. */
  readonly TemperatureId: number | null
  readonly Temperature: string | null
  readonly Readings: readonly {
    readonly ShipmentId: number
    readonly Degrees: number
    /** What it was corrected to after the tube was received. */
    readonly CorrectedTo?: number | null
  }[]
  /** On which it was measured, where that one is out of service; which breakdown it is. */
  readonly Instrument: {
    readonly LabInstrumentId: number
    readonly Name: string
    readonly Reason: string
    readonly Breakdown: string
  } | null
  /** The shipments in which it came without being listed, and what its sender answered about that. */
  readonly CameIn?: readonly {
    readonly ShipmentId: number
    readonly IsAnswered?: boolean
    readonly NotOursBecause?: string | null
  }[]
  /** Keys of the faults for which the value was kept. */
  readonly Kept: readonly string[]
}

const lateness = ({ SampleId, HoursOld, StableHours }: TubeFacts): readonly TubeFault[] => {
  if (HoursOld === null || StableHours === null || HoursOld <= StableHours) return []
  // 6.02 hours of 6 are not said as 6
  const hours = Math.floor(HoursOld) > StableHours ? Math.floor(HoursOld) : Math.ceil(HoursOld * 10) / 10
  return [{ Key: `late:${SampleId}:${hours}`, Says: `measured ${hours} h after the draw, stable ${StableHours} h` }]
}

const excursions = ({ TemperatureId, Temperature, Readings }: TubeFacts): readonly TubeFault[] =>
  Readings.filter(({ Degrees }) => TemperatureId !== null && isOutOfRange(TemperatureId, Degrees)).map(
    ({ ShipmentId, Degrees, CorrectedTo = null }) => ({
      Key: `temperature:${ShipmentId}:${Degrees}`,
      Says:
        `its tube was received at ${Degrees} °C (${temperatureText(Temperature)})` +
        (CorrectedTo === null ? '' : `, corrected to ${CorrectedTo} °C`),
    }),
  )

/**
 * Its way is not known: whether it was kept cold, and whether it is the one that was sent. That its sender says it is
 * not theirs is decided by itself, also after the value was kept for the other.
 */
const tooMany = ({ CameIn = [] }: TubeFacts): readonly TubeFault[] =>
  CameIn.flatMap(({ ShipmentId: id, IsAnswered = false, NotOursBecause = null }): TubeFault[] => [
    {
      Key: `toomany:${id}`,
      Says:
        `its tube came in shipment ${id}, which does not list it` +
        (IsAnswered && NotOursBecause === null ? '; its sender confirms it' : ''),
    },
    ...(NotOursBecause === null
      ? []
      : [
          {
            Key: `notours:${id}`,
            Says: `the sender of shipment ${id} says that its tube is not theirs: ${NotOursBecause}`,
          },
        ]),
  ])

const instrumentKey = 'instrument'
const breakdowns = ({ Instrument: out }: TubeFacts): readonly TubeFault[] =>
  out === null
    ? []
    : [
        {
          Key: `${instrumentKey}:${out.LabInstrumentId}:${out.Breakdown}`,
          Says: `measured on ${out.Name}, since out of service: ${out.Reason}`,
        },
      ]
/** Of the instrument, not of the tube. */
export const isOfInstrument = ({ Key }: TubeFault): boolean => Key.startsWith(`${instrumentKey}:`)

/** The faults that no signatory has decided about. */
export const tubeFaultsOf = (facts: TubeFacts | null): readonly TubeFault[] =>
  facts === null
    ? []
    : [
        ...(facts.Rejected === null
          ? []
          : [{ Key: `rejected:${facts.SampleId}`, Says: `measured in tube ${facts.Rejected}, since rejected` }]),
        ...lateness(facts),
        ...excursions(facts),
        ...tooMany(facts),
        ...breakdowns(facts),
      ].filter(({ Key }) => !facts.Kept.includes(Key))

/** `Measured 49 h after the draw, stable 6 h`. */
export const sentenceOf = (faults: readonly TubeFault[]): string => {
  const text = faults.map(({ Says }) => Says).join(', ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
